// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The functions whose meaning the front end knows, and the names it refuses with advice. */
final class Intrinsics {
  /** How many arguments an intrinsic takes that takes any number. */
  static final int ANY = -1;

  /** Stands for assembly; the text is its argument. */
  static final String ASSEMBLY = "__fencepost_asm";

  /** Header and number of arguments of the names that follow; {@code +}: more with an order. */
  private static final String TABLE =
      """
      assert.h 1 assert
      fencepost.h 0 fence fence_acquire fence_release strong_begin strong_end rest_begin
      fencepost.h 1 choose assume load_linked reachable reached fence_named
      fencepost.h 2 store_conditional observed_by
      fencepost.h 3+2 cas
      fencepost.h 6 cas2
      stdatomic.h 1+1 atomic_load atomic_flag_test_and_set atomic_flag_clear
      stdatomic.h 2+1 atomic_store atomic_exchange atomic_fetch_add atomic_fetch_sub
      stdatomic.h 2+1 atomic_fetch_and atomic_fetch_or atomic_fetch_xor
      stdatomic.h 3+2 atomic_compare_exchange_strong atomic_compare_exchange_weak
      stdatomic.h 1 atomic_thread_fence atomic_signal_fence
      stdatomic.h 2 atomic_init
      pthread.h 0 pthread_self
      pthread.h 1 pthread_exit pthread_mutex_lock pthread_mutex_unlock
      pthread.h 1 pthread_mutex_trylock
      pthread.h 2 pthread_join pthread_equal pthread_mutex_init
      pthread.h 4 pthread_create
      stdlib.h 0 abort
      stdlib.h 1 malloc free exit _Exit
      stdlib.h 2 calloc aligned_alloc
      string.h 3 memcpy memmove memset
      stdio.h -1 printf
      stdio.h 1 puts
      - 1 __atomic_thread_fence __atomic_signal_fence
      - 2 __atomic_load_n
      - 3 __atomic_store_n __atomic_exchange_n __atomic_fetch_add __atomic_fetch_sub
      - 3 __atomic_fetch_and __atomic_fetch_or __atomic_fetch_xor __atomic_add_fetch
      - 3 __atomic_sub_fetch __atomic_and_fetch __atomic_or_fetch __atomic_xor_fetch
      - 6 __atomic_compare_exchange_n
      - 0 __VERIFIER_error __VERIFIER_atomic_begin __VERIFIER_atomic_end
      - 1 __VERIFIER_assume __fencepost_asm __builtin_constant_p
      - 2 __builtin_expect
      """;

  private static final Map<String, Intrinsic> ALL = all();

  /** The headers of functions that compilers know by themselves. */
  private static final Set<String> IMPLIED = Set.of("stdlib.h", "string.h", "stdio.h");

  /** {@code header} is empty where none has to declare it. */
  private record Intrinsic(String header, int arguments) {}

  private static final Map<String, String> UNSUPPORTED =
      Map.ofEntries(
          Map.entry("realloc", "malloc a new object and copy the fields"),
          Map.entry("setjmp", "use goto within a function"),
          Map.entry("longjmp", "use goto within a function"),
          Map.entry("rand", "use choose(n)"));

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("pthread_t", "pthread.h"),
          Map.entry("pthread_mutex_t", "pthread.h"),
          Map.entry("pthread_barrier_t", "pthread.h"),
          Map.entry("thrd_t", "threads.h"),
          Map.entry("mtx_t", "threads.h"),
          Map.entry("cnd_t", "threads.h"),
          Map.entry("bool", "stdbool.h"),
          Map.entry("size_t", "stddef.h"),
          Map.entry("ptrdiff_t", "stddef.h"),
          Map.entry("atomic_int", "stdatomic.h"),
          Map.entry("atomic_bool", "stdatomic.h"),
          Map.entry("atomic_flag", "stdatomic.h"));

  private static final Set<String> STDINT =
      Set.of("intptr_t", "uintptr_t", "intmax_t", "uintmax_t");

  private Intrinsics() {}

  private static Map<String, Intrinsic> all() {
    Map<String, Intrinsic> all = new HashMap<>();
    TABLE.lines().forEach(line -> add(line.split("[ +]", -1), line.contains("+"), all));
    for (String type : "int bool _Bool uint char uchar short ushort long ulong".split(" ", -1)) {
      all.put("__VERIFIER_nondet_" + type, new Intrinsic("", 0));
    }
    return Map.copyOf(all);
  }

  private static void add(String[] words, boolean ordered, Map<String, Intrinsic> all) {
    String header = words[0].equals("-") ? "" : words[0];
    int arguments = Integer.parseInt(words[1]);
    for (int i = ordered ? 3 : 2; i < words.length; i++) {
      all.put(words[i], new Intrinsic(header, arguments));
      if (ordered) {
        int more = arguments + Integer.parseInt(words[2]);
        all.put(words[i] + "_explicit", new Intrinsic(header, more));
      }
    }
  }

  /** All names, in the order of the alphabet. */
  static List<String> names() {
    return ALL.keySet().stream().sorted().toList();
  }

  static boolean isIntrinsic(String name) {
    return ALL.containsKey(name);
  }

  /** The header that declares an intrinsic; empty where none has to. */
  static String header(String name) {
    return Objects.requireNonNull(ALL.get(name)).header;
  }

  /** Whether a call of one of its functions stands for a header, as it does for compilers. */
  static boolean isImplied(String header) {
    return IMPLIED.contains(header);
  }

  /** How many arguments an intrinsic takes, or {@link #ANY}. */
  static int arguments(String name) {
    return Objects.requireNonNull(ALL.get(name)).arguments;
  }

  /** What to do instead of calling a function, or null where there is no advice. */
  static @Nullable String unsupportedHint(String name) {
    return UNSUPPORTED.get(name);
  }

  /** The header of a well-known type as a hint, or an empty string. */
  static String typeHint(String name) {
    boolean exact = STDINT.contains(name) || name.matches("u?int(8|16|32|64)_t");
    String header = exact ? "stdint.h" : TYPES.get(name);
    return header == null ? "" : "#include <" + header + ">";
  }

  /** The header of a well-known constant, or an empty string. */
  static String constantHeader(String name) {
    return switch (name) {
      case "NULL" -> "stddef.h";
      case "true", "false" -> "stdbool.h";
      case "INT_MAX", "INT_MIN", "UINT_MAX" -> "limits.h";
      case "PTHREAD_MUTEX_INITIALIZER" -> "pthread.h";
      default -> name.startsWith("memory_order_") ? "stdatomic.h" : "";
    };
  }

  /** "no arguments", "1 argument", "2 arguments". */
  static String count(int arguments) {
    return switch (arguments) {
      case 0 -> "no arguments";
      case 1 -> "1 argument";
      default -> arguments + " arguments";
    };
  }
}
