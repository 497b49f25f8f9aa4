// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.preprocess.Lexer;
import dev.fencepost.source.preprocess.Token;
import dev.fencepost.source.preprocess.TokenLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The standard headers, as far as models use them. The functions of {@code <pthread.h>}, {@code
 * <stdatomic.h>} and the like are intrinsics; see {@link Intrinsics}. A field whose name begins
 * with two underscores does not show in the names of cells.
 */
final class StandardHeaders {
  private static final String STDINT =
      """
      typedef signed char int8_t;
      typedef short int16_t;
      typedef int int32_t;
      typedef long int64_t;
      typedef unsigned char uint8_t;
      typedef unsigned short uint16_t;
      typedef unsigned int uint32_t;
      typedef unsigned long uint64_t;
      typedef long intptr_t;
      typedef unsigned long uintptr_t;
      typedef long intmax_t;
      typedef unsigned long uintmax_t;
      #define INT8_MAX 127
      #define INT8_MIN (-128)
      #define UINT8_MAX 255
      #define INT16_MAX 32767
      #define INT16_MIN (-32768)
      #define UINT16_MAX 65535
      #define INT32_MAX 2147483647
      #define INT32_MIN (-2147483647 - 1)
      #define UINT32_MAX 4294967295u
      #define INT64_MAX 9223372036854775807L
      #define INT64_MIN (-9223372036854775807L - 1)
      #define UINT64_MAX 18446744073709551615ul
      #define INTPTR_MAX INT64_MAX
      #define UINTPTR_MAX UINT64_MAX
      #define SIZE_MAX UINT64_MAX
      """;

  private static final String STDDEF =
      """
      typedef unsigned long size_t;
      typedef long ptrdiff_t;
      #ifndef NULL
      #define NULL ((void *)0)
      #endif
      """;

  private static final String STDBOOL =
      """
      #define bool _Bool
      #define true 1
      #define false 0
      """;

  private static final String LIMITS =
      """
      #define CHAR_BIT 8
      #define SCHAR_MAX 127
      #define SCHAR_MIN (-128)
      #define UCHAR_MAX 255
      #define CHAR_MAX 127
      #define CHAR_MIN (-128)
      #define SHRT_MAX 32767
      #define SHRT_MIN (-32768)
      #define USHRT_MAX 65535
      #define INT_MAX 2147483647
      #define INT_MIN (-2147483647 - 1)
      #define UINT_MAX 4294967295u
      #define LONG_MAX 9223372036854775807L
      #define LONG_MIN (-9223372036854775807L - 1)
      #define ULONG_MAX 18446744073709551615ul
      #define LLONG_MAX 9223372036854775807LL
      #define LLONG_MIN (-9223372036854775807LL - 1)
      #define ULLONG_MAX 18446744073709551615ull
      """;

  private static final String STDATOMIC =
      """
      #include <stdint.h>
      #include <stddef.h>
      typedef enum memory_order {
        memory_order_relaxed, memory_order_consume, memory_order_acquire,
        memory_order_release, memory_order_acq_rel, memory_order_seq_cst
      } memory_order;
      typedef _Atomic _Bool atomic_bool;
      typedef _Atomic char atomic_char;
      typedef _Atomic signed char atomic_schar;
      typedef _Atomic unsigned char atomic_uchar;
      typedef _Atomic short atomic_short;
      typedef _Atomic unsigned short atomic_ushort;
      typedef _Atomic int atomic_int;
      typedef _Atomic unsigned int atomic_uint;
      typedef _Atomic long atomic_long;
      typedef _Atomic unsigned long atomic_ulong;
      typedef _Atomic long long atomic_llong;
      typedef _Atomic unsigned long long atomic_ullong;
      typedef _Atomic intptr_t atomic_intptr_t;
      typedef _Atomic uintptr_t atomic_uintptr_t;
      typedef _Atomic size_t atomic_size_t;
      typedef _Atomic ptrdiff_t atomic_ptrdiff_t;
      typedef _Atomic int64_t atomic_int_least64_t;
      typedef _Atomic int32_t atomic_int_least32_t;
      typedef struct { _Atomic _Bool __set; } atomic_flag;
      #define ATOMIC_FLAG_INIT {0}
      #define ATOMIC_VAR_INIT(value) (value)
      """;

  private static final String PTHREAD =
      """
      typedef unsigned long pthread_t;
      typedef struct { int __holder; } pthread_mutex_t;
      typedef struct { int __unused; } pthread_attr_t;
      typedef struct { int __unused; } pthread_mutexattr_t;
      #define PTHREAD_MUTEX_INITIALIZER {0}
      #ifndef NULL
      #define NULL ((void *)0)
      #endif
      """;

  private static final String STDLIB =
      """
      #include <stddef.h>
      #define EXIT_SUCCESS 0
      #define EXIT_FAILURE 1
      """;

  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("assert.h", "#define static_assert _Static_assert\n"),
          Map.entry("stdint.h", STDINT),
          Map.entry("inttypes.h", "#include <stdint.h>\n"),
          Map.entry("stddef.h", STDDEF),
          Map.entry("stdbool.h", STDBOOL),
          Map.entry("limits.h", LIMITS),
          Map.entry("stdatomic.h", STDATOMIC),
          Map.entry("pthread.h", PTHREAD),
          Map.entry("stdlib.h", STDLIB),
          Map.entry("stdio.h", "#include <stddef.h>\n"));

  private static final Map<String, List<List<Token>>> LINES = lines();

  private StandardHeaders() {}

  /** Each is read once in a run of the tool. */
  private static Map<String, List<List<Token>>> lines() {
    Map<String, List<List<Token>>> result = new HashMap<>();
    TEXTS.forEach(
        (header, text) -> {
          Lexer lexer = new Lexer("<" + header + ">", text, CDialect.C, new Diagnostics());
          List<List<Token>> lines = new ArrayList<>();
          for (List<Token> line = lexer.next(false); line != null; line = lexer.next(false)) {
            lines.add(List.copyOf(line));
          }
          result.put(header, List.copyOf(lines));
        });
    return Map.copyOf(result);
  }

  static Optional<TokenLines> find(String header) {
    return Optional.ofNullable(LINES.get(header)).map(TokenLines::of);
  }
}
