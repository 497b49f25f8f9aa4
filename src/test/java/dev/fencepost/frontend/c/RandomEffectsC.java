// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random expressions in C with effects in every operand whose order C defines, over the variables
 * and functions of a {@link RandomControlC}.
 */
abstract class RandomEffectsC {
  private static final List<String> TYPES =
      List.of(
          "int",
          "int",
          "long",
          "signed char",
          "unsigned char",
          "short",
          "unsigned short",
          "unsigned",
          "unsigned long",
          "_Bool");
  private static final List<String> BINARY =
      List.of("+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=");
  private static final List<String> UPDATE = List.of("+=", "-=", "*=", "&=", "|=", "^=");

  final SplittableRandom random;

  /** Local variables, each with a flag. */
  final List<String> locals = new ArrayList<>();

  /** Variables in memory, members and parameters. */
  final List<String> memory = new ArrayList<>();

  /** How many functions can be called. */
  int functions;

  RandomEffectsC(SplittableRandom random) {
    this.random = random;
  }

  /** An expression that is made of statements, some of which may leave it. */
  abstract String inStatements(int depth);

  /** An expression whose effects are in an order that C defines. */
  final String effect(int depth) {
    if (depth <= 0) {
      return random.nextInt(3) == 0 ? literal() : read();
    }
    return switch (random.nextInt(20)) {
      case 0 -> "(" + variable(effect(depth - 1)) + ", " + effect(depth - 1) + ")";
      case 1 -> "(" + effect(depth - 1) + " && " + effect(depth - 1) + ")";
      case 2 -> "(" + effect(depth - 1) + " || " + effect(depth - 1) + ")";
      case 3 -> "(%s ? %s : %s)".formatted(effect(depth - 1), effect(depth - 1), effect(depth - 1));
      case 4, 5, 6 -> "(" + assignment(effect(depth - 1)) + ")";
      case 7 -> "@_n(" + effect(depth - 1) + ")";
      case 8 -> inStatements(depth);
      case 9 -> call(depth);
      case 10 -> "(%s)(%s)".formatted(type(), effect(depth - 1));
      case 11 -> List.of("!", "~", "-").get(random.nextInt(3)) + "(" + effect(depth - 1) + ")";
      case 12 -> "(%s %s %s)".formatted(effect(depth - 1), shift(), distance());
      case 13 -> "(%s %s %s)".formatted(literal(), random.nextBoolean() ? "/" : "%", divisor());
      case 14 -> element(effect(depth - 1), random.nextInt(90) == 0);
      case 15 -> step();
      case 16 -> "(@_q - @_o + %s)".formatted(literal());
      default ->
          random.nextBoolean()
              ? "(%s %s %s)".formatted(literal(), binary(), effect(depth - 1))
              : "(%s %s %s)".formatted(effect(depth - 1), binary(), literal());
    };
  }

  /** An element; one that may be outside is used, for compilers do not look at others. */
  private static String element(String index, boolean outside) {
    return (outside ? "@_n(@_v[%s & 7])" : "@_v[%s & 3]").formatted(index);
  }

  /** No constant: gcc 12 stumbles over those before a comma. */
  private String variable(String value) {
    return value.contains("@") ? value : read();
  }

  private String shift() {
    return random.nextBoolean() ? "<<" : ">>";
  }

  private String distance() {
    return random.nextInt(90) == 0 ? "(" + read() + " & 63)" : "" + random.nextInt(31);
  }

  private String divisor() {
    return random.nextInt(60) == 0
        ? "(" + read() + " & 3)"
        : "((" + effect(1) + " & 7) + " + (1 + random.nextInt(3)) + ")";
  }

  private String call(int depth) {
    return functions == 0 || random.nextInt(3) == 0
        ? "@_n(" + effect(depth - 1) + ")"
        : functions == 3 && random.nextBoolean()
            ? "tab[%d](%s, %s)".formatted(random.nextInt(3), effect(depth - 1), literal())
            : "%s(%s, %s)"
                .formatted(
                    List.of("@_f0", "@_f1", "@_r").get(random.nextInt(functions)),
                    literal(),
                    effect(depth - 1));
  }

  private String step() {
    String place = random.nextBoolean() || locals.isEmpty() ? inMemory() : "GET(" + local() + ")";
    String sign = random.nextBoolean() ? "++" : "--";
    return "(" + (random.nextBoolean() ? sign + place : place + sign) + ")";
  }

  /** An assignment of a value, which does not change the place itself where C has no order. */
  final String assignment(String value) {
    boolean inMemory = locals.isEmpty() || random.nextInt(3) == 0;
    String place = inMemory ? inMemory() : local();
    String given = clashes(place, value) ? beside(inMemory) : value;
    if (!inMemory && random.nextBoolean()) {
      return "%s = SET(%s, %s)".formatted(place, place, given);
    }
    String target = inMemory ? place : "GET(" + place + ")";
    given = leaves(given) ? literal() : given;
    return random.nextInt(6) == 0
        ? "%s %s= %s".formatted(target, shift(), "" + random.nextInt(31))
        : "%s %s %s".formatted(target, inMemory && random.nextBoolean() ? "=" : update(), given);
  }

  /** A call may change a place in memory that is updated: the update comes behind it. */
  private String beside(boolean inMemory) {
    return inMemory && functions > 0 && random.nextBoolean()
        ? "%s(%s, %s)"
            .formatted(
                List.of("@_f0", "@_f1", "@_r").get(random.nextInt(functions)), literal(), literal())
        : literal();
  }

  /** Whether it may go elsewhere, before or behind the other operand. */
  private static boolean leaves(String value) {
    return value.contains("goto ") || value.contains("break;") || value.contains("continue;");
  }

  private boolean clashes(String place, String value) {
    for (String local : locals) {
      if (place.contains(local) && value.contains(local)) {
        return true;
      }
    }
    return !locals.contains(place) && hasEffects(value);
  }

  private static boolean hasEffects(String value) {
    return value.contains("= ")
        || value.contains("++")
        || value.contains("--")
        || value.contains("_f")
        || value.contains("_r(")
        || value.contains("tab[");
  }

  private String inMemory() {
    return random.nextInt(6) == 0
        ? "@_v[%s & 3]".formatted(locals.isEmpty() ? "1" : "GET(" + local() + ")++")
        : "(" + memory.get(random.nextInt(memory.size())) + ")";
  }

  private String read() {
    return locals.isEmpty() || random.nextInt(3) == 0
        ? "(" + memory.get(random.nextInt(memory.size())) + ")"
        : "GET(" + local() + ")";
  }

  private String local() {
    return locals.get(random.nextInt(locals.size()));
  }

  private String binary() {
    return BINARY.get(random.nextInt(BINARY.size()));
  }

  private String update() {
    return UPDATE.get(random.nextInt(UPDATE.size()));
  }

  final String type() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  final int small() {
    return random.nextInt(8) - 2;
  }

  final String literal() {
    return switch (random.nextInt(8)) {
      case 0 -> "" + random.nextInt();
      case 1 -> random.nextInt(300) + "u";
      case 2 -> "-1L";
      default -> "" + small();
    };
  }
}
