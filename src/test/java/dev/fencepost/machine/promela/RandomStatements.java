// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Short random models with every kind of statement and expression, also such as fail: indices out
 * of bounds, divisions by 0, channels that are none, messages with too many fields.
 */
final class RandomStatements {
  private static final List<String> BINARY =
      List.of(
          "+", "-", "*", "/", "%", "&", "^", "|", ">", "<", ">=", "<=", "==", "!=", "&&", "||",
          "<<", ">>");

  private static final String DECLARATIONS =
      """
      typedef Pair { byte f[2]; short g };
      mtype = { red, green };
      bit b; byte turns, y = 1; short s; int n = 3; unsigned u : 3; unsigned w : 12; mtype m;
      byte arr[3] = 1; Pair st[2];
      chan q = [2] of { byte }; chan two = [1] of { short, mtype }; chan r = [0] of { byte, byte };
      chan none; chan c = [1] of { byte };
      proctype R(byte p; short o) { byte k = p + 1; chan own = [1] of { byte }; own!k; y = k }
      """;

  private final SplittableRandom random;

  RandomStatements(long seed) {
    random = new SplittableRandom(seed);
  }

  String program() {
    StringBuilder text = new StringBuilder(DECLARATIONS);
    for (String name : List.of("P", "Q")) {
      text.append("active proctype " + name + "() ");
      text.append(random.nextInt(6) == 0 ? "provided (" + expr(1) + " || 1) " : "");
      text.append("{ byte v = 2; short loc[2]; \nL: " + statement(2, false) + ";\n");
      text.append(sequence(2 + random.nextInt(2), 2, false) + ";\nM: skip }\n");
    }
    switch (random.nextInt(6)) {
      case 0 -> text.append("never { do :: " + expr(2) + " -> skip :: else od }\n");
      case 1 -> text.append("never { do :: np_ || " + expr(1) + " :: else -> break od }\n");
      case 2 -> text.append("trace { do :: q!_ :: q?1 :: r!_,_ :: r?2,_ :: q?_ od }\n");
      case 3 -> text.append("ltl { [] (" + expr(1) + ") }\n");
      default -> {}
    }
    return text.toString();
  }

  private String pick(String... some) {
    return some[random.nextInt(some.length)];
  }

  private String sequence(int length, int depth, boolean deterministic) {
    return IntStream.range(0, length)
        .mapToObj(i -> statement(depth, deterministic))
        .collect(Collectors.joining(";\n"));
  }

  private String statement(int depth, boolean deterministic) {
    return switch (random.nextInt(depth > 0 ? 21 : 14)) {
      case 0, 1, 2 -> place() + " = " + expr(3);
      case 3, 4 -> "(" + expr(2) + ")";
      case 5 -> pick("assert(" + expr(2) + ")", "printf(\"%d\", " + expr(1) + ")", "skip");
      case 6 -> pick("q", "q", "c", "none") + pick("!", "!!") + expr(1);
      case 7 -> pick("two", "two", "q") + pick("!", "!!") + expr(1) + "," + pick("red", "m");
      case 8 -> pick("q", "q", "c") + pick("?", "??") + pattern();
      case 9 -> pick("two", "two", "q") + pick("?", "??") + pattern() + "," + pick("red", "m", "_");
      case 10 -> "q" + pick("?", "??") + "<" + pattern() + ">";
      case 11 -> "r!" + expr(1) + "," + expr(1);
      case 12 -> "r?" + pattern() + "," + pattern();
      case 13 ->
          deterministic
              ? "y++"
              : pick("", place() + " = ") + "run R(" + expr(1) + "," + expr(1) + ")";
      case 14, 15 -> choice(depth, deterministic);
      case 16 ->
          "do :: turns < 2 -> turns++; "
              + sequence(2, depth - 1, deterministic)
              + choiceEnd()
              + " od";
      case 17 -> deterministic ? "c = q" : "atomic { " + sequence(2, depth - 1, false) + " }";
      case 18 -> deterministic ? "c = r" : "{ " + unless(depth) + " }";
      default ->
          deterministic ? "y = 7" : "skip; d_step { " + sequence(3, depth - 1, true) + " }; skip";
    };
  }

  private String choice(int depth, boolean deterministic) {
    String first = statement(0, deterministic) + " -> " + sequence(1, depth - 1, deterministic);
    String second = expr(2) + " -> " + sequence(1, 0, deterministic);
    return "if :: " + first + " :: " + pick(second, "else") + " fi";
  }

  private String choiceEnd() {
    return pick(" :: else -> break", " :: " + expr(1) + " -> break");
  }

  private String unless(int depth) {
    return sequence(2, depth - 1, false) + " } unless { " + expr(1) + "; " + statement(0, false);
  }

  private String pattern() {
    return switch (random.nextInt(4)) {
      case 0 -> "eval(" + expr(1) + ")";
      case 1 -> "_";
      case 2 -> Integer.toString(random.nextInt(3));
      default -> place();
    };
  }

  private String place() {
    return pick(
        "b",
        "y",
        "s",
        "n",
        "u",
        "w",
        "v",
        "arr[" + expr(0) + "]",
        "loc[" + expr(1) + " & 1]",
        "st[" + expr(0) + " & 1].f[" + expr(0) + "]",
        "st[1].g",
        "arr[2]");
  }

  private String expr(int depth) {
    if (depth > 0) {
      return switch (random.nextInt(9)) {
        case 0 -> pick("!", "-", "~") + "(" + expr(depth - 1) + ")";
        case 1 -> "(" + expr(depth - 1) + " -> " + expr(depth - 1) + " : " + expr(depth - 1) + ")";
        case 2 -> question(depth - 1);
        default ->
            "("
                + expr(depth - 1)
                + " "
                + BINARY.get(random.nextInt(BINARY.size()))
                + " "
                + expr(depth - 1)
                + ")";
      };
    }
    return switch (random.nextInt(6)) {
      case 0 -> pick("0", "1", "2", "255", "70000", "-1", "red");
      case 1 -> pick("_pid", "_nr_pr", "_last", "timeout", "m");
      case 2 -> pick("arr[y % 3]", "arr[_pid]", "st[b].f[1]", "st[0].g", "arr[v]");
      default -> pick("b", "y", "s", "n", "u", "w", "v", "loc[0]", "loc[b]");
    };
  }

  private String question(int depth) {
    String channel = pick("q", "q", "two", "c", "none");
    return switch (random.nextInt(7)) {
      case 0 -> pick("len", "full", "empty", "nfull", "nempty") + "(" + channel + ")";
      case 1 -> "q" + pick("?", "??") + "[" + pick("1", "y", "eval(" + expr(depth) + ")") + "]";
      case 2 -> "two??[" + pick("1", "_", "eval(" + expr(depth) + ")") + ",red]";
      case 3 -> pick("P", "Q") + "[" + expr(depth) + "]@" + pick("L", "M");
      case 4 -> pick("P", "Q") + pick("", "[" + expr(depth) + "]") + ":" + pick("v", "loc[b]");
      case 5 -> "enabled(" + expr(depth) + ")";
      default -> "pc_value(" + expr(depth) + ")";
    };
  }
}
