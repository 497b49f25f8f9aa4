// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The functions whose meaning the front end knows, and the names it refuses with advice. */
final class Intrinsics {
  /** Those that also have a variant with the order as an argument. */
  private static final String ATOMICS =
      "atomic_load atomic_store atomic_exchange atomic_compare_exchange_strong "
          + "atomic_compare_exchange_weak atomic_fetch_add atomic_fetch_sub atomic_fetch_and "
          + "atomic_fetch_or atomic_fetch_xor atomic_flag_test_and_set atomic_flag_clear";

  private static final Map<String, String> HEADERS = headers();

  private static final Map<String, String> UNSUPPORTED =
      Map.ofEntries(
          Map.entry("free", "leave it out: what malloc took stays taken"),
          Map.entry("realloc", "malloc a new object and copy the fields"),
          Map.entry("exit", "return from main, or call abort() for a failure"),
          Map.entry("_Exit", "return from main, or call abort() for a failure"),
          Map.entry("setjmp", "use goto within a function"),
          Map.entry("longjmp", "use goto within a function"),
          Map.entry("memcpy", "assign the struct or its fields"),
          Map.entry("memset", "assign the fields"),
          Map.entry("pthread_mutex_trylock", "use cas on a variable of your own"),
          Map.entry("pthread_cond_init", "spin on a variable, or use assume() in an atomic block"),
          Map.entry("pthread_cond_wait", "spin on a variable, or use assume() in an atomic block"),
          Map.entry("pthread_cond_signal", "set a variable that the waiting thread reads"),
          Map.entry("pthread_cond_broadcast", "set a variable that the waiting threads read"),
          Map.entry("rand", "use choose(n)"),
          Map.entry("sleep", "leave it out: every schedule is tried"),
          Map.entry("usleep", "leave it out: every schedule is tried"),
          Map.entry("sched_yield", "leave it out: every schedule is tried"),
          Map.entry("__atomic_load_n", "use <stdatomic.h>"),
          Map.entry("__atomic_store_n", "use <stdatomic.h>"),
          Map.entry("__sync_synchronize", "use fence()"),
          Map.entry("__sync_bool_compare_and_swap", "use cas(p, expected, desired)"));

  private static final Map<String, String> TYPES =
      Map.of(
          "pthread_t", "pthread.h",
          "pthread_mutex_t", "pthread.h",
          "bool", "stdbool.h",
          "size_t", "stddef.h",
          "ptrdiff_t", "stddef.h",
          "atomic_int", "stdatomic.h",
          "atomic_bool", "stdatomic.h",
          "atomic_flag", "stdatomic.h");

  private static final Set<String> STDINT =
      Set.of("intptr_t", "uintptr_t", "intmax_t", "uintmax_t");

  private Intrinsics() {}

  private static Map<String, String> headers() {
    Map<String, String> headers = new HashMap<>();
    put(headers, "assert.h", "assert");
    put(headers, "fencepost.h", "cas cas2 load_linked store_conditional choose assume");
    put(headers, "fencepost.h", "fence fence_acquire fence_release fence_named");
    put(headers, "fencepost.h", "reachable reached observed_by");
    put(headers, "fencepost.h", "strong_begin strong_end rest_begin");
    for (String name : ATOMICS.split(" ", -1)) {
      put(headers, "stdatomic.h", name + " " + name + "_explicit");
    }
    put(headers, "stdatomic.h", "atomic_init atomic_thread_fence atomic_signal_fence");
    put(headers, "pthread.h", "pthread_create pthread_join pthread_exit pthread_self");
    put(headers, "pthread.h", "pthread_equal pthread_mutex_init pthread_mutex_destroy");
    put(headers, "pthread.h", "pthread_mutex_lock pthread_mutex_unlock");
    put(headers, "stdlib.h", "malloc calloc abort");
    put(headers, "stdio.h", "printf puts");
    put(headers, "", "__VERIFIER_assume __VERIFIER_error");
    put(headers, "", "__VERIFIER_atomic_begin __VERIFIER_atomic_end");
    for (String type : "int bool _Bool uint char uchar short ushort long ulong".split(" ", -1)) {
      put(headers, "", "__VERIFIER_nondet_" + type);
    }
    return Map.copyOf(headers);
  }

  private static void put(Map<String, String> headers, String header, String names) {
    for (String name : names.split(" ", -1)) {
      headers.put(name, header);
    }
  }

  static boolean isIntrinsic(String name) {
    return HEADERS.containsKey(name);
  }

  /** The header that declares an intrinsic; empty where none has to. */
  static String header(String name) {
    return Objects.requireNonNull(HEADERS.get(name));
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
