// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * All litmus tests of two threads with two plain reads or writes each of two variables, up to the
 * order of the threads and the names of the variables. A test is named by what it does: {@code Wx
 * Ry | Wy Rx}.
 */
final class SmallTests {
  private static final List<String> ACCESSES = List.of("Wx", "Rx", "Wy", "Ry");

  private SmallTests() {}

  static SequencedMap<String, LitmusTest> all() {
    List<String> threads = new ArrayList<>();
    for (String first : ACCESSES) {
      ACCESSES.forEach(second -> threads.add(first + " " + second));
    }
    SequencedMap<String, LitmusTest> tests = new LinkedHashMap<>();
    for (String left : threads) {
      for (String right : threads) {
        String name = left + " | " + right;
        if (isCanonical(left, right) && name.contains("W") && name.contains("R")) {
          tests.put(name, test(name, List.of(left, right)));
        }
      }
    }
    return tests;
  }

  /** Of all that are the same but for names, the first in the order of the alphabet. */
  private static boolean isCanonical(String left, String right) {
    String own = left + right;
    return own.compareTo(right + left) <= 0
        && own.compareTo(swapped(left) + swapped(right)) <= 0
        && own.compareTo(swapped(right) + swapped(left)) <= 0;
  }

  private static String swapped(String thread) {
    return thread.replace('x', 'z').replace('y', 'x').replace('z', 'y');
  }

  private static LitmusTest test(String name, List<String> threads) {
    StringBuilder text = new StringBuilder("C small\n{}\n");
    StringBuilder observed = new StringBuilder("locations [x; y;");
    int value = 0;
    for (int i = 0; i < threads.size(); i++) {
      text.append("P").append(i).append(" (atomic_int* x, atomic_int* y) {\n");
      int register = 0;
      for (String access : threads.get(i).split(" ", -1)) {
        char variable = access.charAt(1);
        if (access.charAt(0) == 'W') {
          text.append("  atomic_store_explicit(").append(variable).append(", ").append(++value);
        } else {
          text.append("  int r").append(register);
          text.append(" = atomic_load_explicit(").append(variable);
          observed.append(' ').append(i).append(":r").append(register).append(';');
        }
        text.append(", memory_order_relaxed);\n");
        register++;
      }
      text.append("}\n");
    }
    text.append(observed).append("]\nexists (true)\n");
    try {
      return LitmusFrontEnd.parse(name, text.toString());
    } catch (InvalidInputException e) {
      throw new IllegalStateException("a generated test is wrong: " + name, e);
    }
  }
}
