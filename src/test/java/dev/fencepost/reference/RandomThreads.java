// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Small C programs of two threads that may end, wait for each other, spin or go on for ever; from a
 * seed. What they write is 0 or 1.
 */
final class RandomThreads {
  /** What properties read: two variables and a ghost. */
  static final List<String> CELLS = List.of("x", "y", "g");

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();

  RandomThreads(long seed) {
    random = new SplittableRandom(seed);
    text.append(
        """
        #include <fencepost.h>
        #include <pthread.h>
        int x, y;
        FENCEPOST_GHOST int g;
        FENCEPOST_INVARIANT(bits, (x | y | g) <= 1)
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *second(void *argument) {
          int r = 0;
        """);
    body();
    text.append("  return 0;\n}\nint main(void) {\n  int r = 0;\n  pthread_t t;\n");
    text.append("  pthread_create(&t, 0, second, 0);\n");
    body();
    text.append("  return 0;\n}\n");
  }

  String text() {
    return text.toString();
  }

  private void body() {
    statements(1 + random.nextInt(3));
    switch (random.nextInt(5)) {
      case 0 -> text.append("  for (;;) { ").append(value() == 0 ? "" : loop(1)).append("}\n");
      case 1 -> {
        text.append("  for (;;) {\n");
        statements(1 + random.nextInt(2));
        text.append(random.nextInt(4) == 0 ? "" : "  fence();\n").append("  }\n");
      }
      default -> {}
    }
  }

  private void statements(int count) {
    for (int i = 0; i < count; i++) {
      text.append("  ").append(statement()).append('\n');
    }
  }

  private String variable() {
    return random.nextBoolean() ? "x" : "y";
  }

  private int value() {
    return random.nextInt(2);
  }

  private String statement() {
    return switch (random.nextInt(17)) {
      case 0, 1, 2 -> variable() + " = " + value() + ";";
      case 3 -> variable() + " = !" + variable() + ";";
      case 4, 5 -> "r = " + variable() + ";";
      case 6 -> variable() + " = r;";
      case 7 -> "if (r) { " + statement() + " }";
      case 8, 9 -> "while (" + variable() + " == " + value() + ") { }";
      case 10 -> "while (" + variable() + " == " + value() + ") { g = " + value() + "; }";
      case 11 -> "g = " + (random.nextBoolean() ? "r" : Integer.toString(value())) + ";";
      case 12 -> "r = cas(&" + variable() + ", " + value() + ", " + value() + ");";
      case 13 -> "fence();";
      case 14 -> random.nextBoolean() ? loop(3) : "r = choose(2);";
      case 15 ->
          random.nextBoolean()
              ? "pthread_mutex_lock(&m); " + statement() + " pthread_mutex_unlock(&m);"
              : "assume(r == " + value() + ");";
      default ->
          "__VERIFIER_atomic_begin(); assume("
              + variable()
              + " == "
              + value()
              + "); "
              + variable()
              + " = "
              + value()
              + "; __VERIFIER_atomic_end();";
    };
  }

  /** Rounds that only the thread itself sees, with rounds in them. */
  private String loop(int most) {
    StringBuilder rounds = new StringBuilder("while (choose(2)) { ");
    for (int i = random.nextInt(3); i > 0 && most > 0; i--) {
      rounds.append(
          switch (random.nextInt(4)) {
            case 0 -> "if (choose(2)) break; ";
            case 1 -> "r = choose(2); ";
            case 2 -> "if (choose(2)) { " + loop(most - 1) + "} ";
            default -> loop(most - 1);
          });
    }
    return rounds.append("} ").toString();
  }
}
