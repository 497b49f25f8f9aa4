// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * Small random models. All values stay below 3, loops are outside of atomic sequences, and the
 * inside of a deterministic step never blocks, so that SPIN visits all states of each.
 */
final class RandomPromela {
  private static final int VALUES = 3;

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();
  private int labels;
  private int process;

  RandomPromela(long seed) {
    random = new SplittableRandom(seed);
  }

  String program() {
    text.append("byte g0, g1, g2;\nbyte arr[3];\n");
    text.append("chan q = [" + (1 + random.nextInt(2)) + "] of { byte };\n");
    text.append("chan r = [0] of { byte, byte };\n");
    int processes = 2 + random.nextInt(2);
    for (process = 0; process < processes; process++) {
      boolean active = process > 0 || random.nextInt(2) == 0;
      text.append(active ? "active " : "");
      text.append("proctype P" + process + "() ");
      text.append(random.nextInt(8) == 0 ? "provided (g0 != 2) " : "").append("{\n");
      text.append("  byte v, w;\n");
      labels = 0;
      int length = 2 + random.nextInt(3);
      for (int i = 0; i < length; i++) {
        if (random.nextInt(4) == 0) {
          text.append(random.nextInt(4) == 0 ? "end" : "L").append(labels++).append(": skip; ");
        }
        statement(2, Place.PLAIN);
        text.append(";\n");
      }
      text.append(random.nextInt(3) == 0 && labels > 0 ? "  goto " + label() : "  skip");
      text.append("\n}\n");
      if (!active) {
        text.append("active proctype Start() { " + "if :: run P0() :: skip fi }\n");
      }
    }
    return fixLabels(text.toString());
  }

  private enum Place {
    PLAIN,
    ATOMIC,
    DETERMINISTIC
  }

  /** A jump names a label by number; whether it is an end label is known only afterwards. */
  private String label() {
    return "@" + random.nextInt(labels);
  }

  private static String fixLabels(String program) {
    StringBuilder fixed = new StringBuilder();
    for (String body : Pattern.compile("(?=active |proctype )").split(program, -1)) {
      String result = body;
      for (int i = 0; i < 10; i++) {
        String name = body.contains("end" + i + ":") ? "end" + i : "L" + i;
        result = result.replace("@" + i, name);
      }
      fixed.append(result);
    }
    return fixed.toString();
  }

  private void statement(int depth, Place place) {
    int choice = random.nextInt(depth > 0 ? 20 : 11);
    switch (choice) {
      case 0, 1, 2 -> assign();
      case 3 -> step(place, condition());
      case 4 -> step(place, "q!" + value());
      case 5 -> step(place, random.nextInt(3) == 0 ? "q?eval(" + value() + ")" : "q?" + variable());
      case 6 -> step(place, "r!" + value() + "," + value());
      case 7 -> step(place, "r?" + variable() + "," + random.nextInt(VALUES));
      case 8 -> step(place, random.nextInt(3) == 0 ? "timeout" : "q?[" + random.nextInt(3) + "]");
      case 9 -> text.append(random.nextInt(4) == 0 ? "assert(" + condition() + ")" : "skip");
      case 10 -> text.append("arr[" + variable() + "] = " + value());
      case 11, 12, 13 -> choice(depth, place);
      case 14, 15 -> {
        if (place == Place.PLAIN) {
          loop(depth);
        } else {
          assign();
        }
      }
      case 16, 17 -> braces(depth, place, Place.ATOMIC);
      case 18 -> braces(depth, place, Place.DETERMINISTIC);
      default -> {
        if (place == Place.PLAIN) {
          unless(depth);
        } else {
          assign();
        }
      }
    }
  }

  private void step(Place place, String statement) {
    text.append(place == Place.DETERMINISTIC ? "skip" : statement);
  }

  private void assign() {
    String target = variable();
    text.append(target + " = (" + value() + " + " + random.nextInt(VALUES) + ") % " + VALUES);
  }

  private void sequence(int depth, Place place) {
    int length = 1 + random.nextInt(2);
    for (int i = 0; i < length; i++) {
      text.append(i == 0 ? "" : "; ");
      statement(depth, place);
    }
  }

  private void choice(int depth, Place place) {
    text.append("if ");
    int options = 1 + random.nextInt(3);
    for (int i = 0; i < options; i++) {
      text.append(":: " + condition() + " -> ");
      sequence(depth - 1, place);
      text.append(' ');
    }
    if (place == Place.DETERMINISTIC || random.nextInt(2) == 0) {
      text.append(":: else ");
    }
    text.append("fi");
  }

  private void loop(int depth) {
    text.append("do ");
    int options = 1 + random.nextInt(2);
    for (int i = 0; i < options; i++) {
      text.append(":: " + guard() + " -> ");
      sequence(depth - 1, Place.PLAIN);
      text.append(' ');
    }
    text.append(":: " + (random.nextInt(3) == 0 ? "else" : condition()) + " -> break od");
  }

  private String guard() {
    return switch (random.nextInt(6)) {
      case 0 -> "q!" + value();
      case 1 -> "q?" + variable();
      case 2 -> "r!" + value() + "," + random.nextInt(VALUES);
      case 3 -> "r?" + variable() + "," + random.nextInt(VALUES);
      default -> condition();
    };
  }

  private void braces(int depth, Place place, Place inside) {
    boolean possible = place == Place.PLAIN || place == Place.ATOMIC && inside == Place.ATOMIC;
    if (!possible) {
      assign();
      return;
    }
    text.append(inside == Place.ATOMIC ? "atomic { " : "d_step { ");
    if (random.nextInt(2) == 0) {
      text.append(condition() + " -> ");
    }
    sequence(depth - 1, inside);
    text.append("; ");
    sequence(depth - 1, inside);
    text.append(" }");
  }

  private void unless(int depth) {
    text.append("{ ");
    sequence(depth - 1, Place.PLAIN);
    text.append(" } unless { " + condition() + " -> ");
    sequence(depth - 1, Place.PLAIN);
    text.append(" }");
  }

  private String variable() {
    return random.nextInt(2) == 0 ? "g" + random.nextInt(3) : random.nextInt(2) == 0 ? "v" : "w";
  }

  private String value() {
    return switch (random.nextInt(4)) {
      case 0 -> Integer.toString(random.nextInt(VALUES));
      case 1 -> "arr[" + random.nextInt(VALUES) + "]";
      default -> variable();
    };
  }

  private String condition() {
    String[] operators = {"==", "!=", "<", ">"};
    String comparison = value() + " " + operators[random.nextInt(4)] + " " + random.nextInt(VALUES);
    return switch (random.nextInt(10)) {
      case 0 -> "(" + comparison + " && len(q) > 0)";
      case 1 -> "(" + comparison + " || len(q) == 0)";
      default -> "(" + comparison + ")";
    };
  }
}
