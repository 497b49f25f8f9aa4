// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * Small random models. All values stay few, loops are outside of atomic sequences, and the inside
 * of a deterministic step never blocks, so that SPIN visits all states of each.
 */
final class RandomPromela {
  private static final int VALUES = 3;

  /** Variables that wrap around, with what is added to them: each has at most four values. */
  private static final String[][] SMALL = {
    {"bit", "t", "", "1"},
    {"unsigned", "u", " : 2", "1"},
    {"byte", "h", "", "64"},
    {"short", "s", "", "16384"},
    {"int", "i", "", "1073741824"}
  };

  private final SplittableRandom random;
  private final String prefix;
  private final StringBuilder text = new StringBuilder();
  private int labels;
  private boolean wide;

  RandomPromela(long seed) {
    this(seed, "");
  }

  private RandomPromela(long seed, String prefix) {
    random = new SplittableRandom(seed);
    this.prefix = prefix;
  }

  /** A model with processes that run from the start. */
  String program() {
    declarations();
    int processes = 2 + random.nextInt(2);
    for (int process = 0; process < processes; process++) {
      boolean active = process > 0 || random.nextInt(2) == 0;
      text.append(active ? "active " : "");
      proctype("P" + process);
      if (!active) {
        text.append("active proctype Start() { if :: run P0() :: skip fi }\n");
      }
    }
    return fixLabels(text.toString());
  }

  /** A model with a never claim, which may end, block, accept or fail an assertion. */
  static String claimed(long seed) {
    RandomPromela model = new RandomPromela(seed);
    String program = model.program();
    return program + model.claim();
  }

  private String claim() {
    List<String> names = new ArrayList<>();
    int states = 1 + random.nextInt(3);
    for (int i = 0; i < states; i++) {
      names.add((random.nextBoolean() ? "accept_" : "state_") + i);
    }
    StringBuilder claim = new StringBuilder("never {\n");
    for (String name : names) {
      boolean loop = random.nextInt(4) == 0;
      claim.append(name + ": " + (loop ? "do" : "if"));
      for (int options = 1 + random.nextInt(2); options > 0; options--) {
        claim.append("\n  :: " + claimGuard() + " -> " + claimStep() + target(names));
      }
      switch (random.nextInt(4)) {
        case 0 -> claim.append("\n  :: else -> " + target(names));
        case 1 -> claim.append("\n  :: true -> goto " + name);
        default -> claim.append(loop ? "\n  :: " + claimGuard() + " -> break" : "");
      }
      claim.append(loop ? " od;\n" : " fi;\n");
    }
    return claim + "last: " + (random.nextBoolean() ? "skip" : claimGuard()) + "\n}\n";
  }

  private String target(List<String> names) {
    int number = random.nextInt(names.size() * 3 + 1);
    return "goto " + (number == 0 ? "last" : names.get(number % names.size()));
  }

  private String claimStep() {
    return switch (random.nextInt(8)) {
      case 0 -> "skip; ";
      case 1 -> "assert(" + claimGuard() + "); ";
      default -> "";
    };
  }

  /** A condition of global variables and of the queue. */
  private String claimGuard() {
    String value =
        random.nextInt(3) == 0 ? "arr[" + random.nextInt(VALUES) + "]" : global(random.nextInt(3));
    String comparison =
        "(" + value + (random.nextBoolean() ? " == " : " < ") + random.nextInt(VALUES) + ")";
    return switch (random.nextInt(6)) {
      case 0 -> "!" + comparison;
      case 1 -> "(" + comparison + " || len(" + queue() + ") > 0)";
      default -> comparison;
    };
  }

  /** Several models in one, of which each run chooses one: one compilation tests them all. */
  static String merged(List<Long> seeds) {
    StringBuilder all = new StringBuilder();
    StringBuilder choice = new StringBuilder();
    for (long seed : seeds) {
      RandomPromela one = new RandomPromela(seed, "m" + seed + "_");
      one.wide = true;
      List<String> names = one.group();
      all.append(fixLabels(one.text.toString()));
      choice.append(":: atomic { ");
      names.forEach(name -> choice.append("run " + name + "(); "));
      choice.append("skip }\n");
    }
    return all + "init { if\n" + choice + "fi }\n";
  }

  private List<String> group() {
    declarations();
    text.append("inline " + prefix + "uncalled() { proctype " + prefix + "Z() { skip } }\n");
    List<String> names = new ArrayList<>();
    int processes = 2 + random.nextInt(2);
    for (int process = 0; process < processes; process++) {
      names.add(prefix + "P" + process);
      proctype(names.getLast());
    }
    return names;
  }

  private void declarations() {
    text.append("byte " + global(0) + ", " + global(1) + ", " + global(2) + ";\n");
    text.append("byte " + prefix + "arr[3];\n");
    text.append("chan " + queue() + " = [" + (1 + random.nextInt(2)) + "] of { byte };\n");
    text.append("chan " + meeting() + " = [0] of { byte, byte };\n");
    if (wide) {
      for (String[] small : SMALL) {
        text.append(small[0] + " " + prefix + small[1] + small[2] + ";\n");
      }
    }
  }

  private void proctype(String name) {
    text.append("proctype " + name + "() ");
    text.append(random.nextInt(8) == 0 ? "provided (" + global(0) + " != 2) " : "").append("{\n");
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
  }

  private enum Place {
    PLAIN,
    ATOMIC,
    DETERMINISTIC
  }

  private String global(int number) {
    return prefix + "g" + number;
  }

  private String queue() {
    return prefix + "q";
  }

  private String meeting() {
    return prefix + "r";
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
    int choice = random.nextInt((depth > 0 ? 20 : 11) + (wide ? 3 : 0));
    if (wide) {
      if (choice < 3) {
        special(place, choice);
        return;
      }
      choice -= 3;
    }
    switch (choice) {
      case 0, 1, 2 -> assign();
      case 3 -> step(place, condition());
      case 4 -> step(place, queue() + "!" + value());
      case 5 ->
          step(
              place,
              queue() + (random.nextInt(3) == 0 ? "?eval(" + value() + ")" : "?" + variable()));
      case 6 -> step(place, meeting() + "!" + value() + "," + value());
      case 7 -> step(place, meeting() + "?" + variable() + "," + random.nextInt(VALUES));
      case 8 ->
          step(
              place, random.nextInt(3) == 0 ? "timeout" : queue() + "?[" + random.nextInt(3) + "]");
      case 9 -> text.append(random.nextInt(4) == 0 ? "assert(" + condition() + ")" : "skip");
      case 10 -> text.append(prefix + "arr[" + variable() + "] = " + value());
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

  /** What wraps around, and the rarer forms of send and receive. */
  private void special(Place place, int choice) {
    String[] small = SMALL[random.nextInt(SMALL.length)];
    String name = prefix + small[1];
    switch (choice) {
      case 0 ->
          text.append(
              small[3].equals("1") && random.nextBoolean()
                  ? name + "++"
                  : name + " = " + name + " + " + small[3]);
      case 1 ->
          step(
              place,
              random.nextInt(2) == 0
                  ? "(" + name + " <= 0)"
                  : "(" + name + " != " + small[3] + ")");
      default ->
          step(
              place,
              switch (random.nextInt(6)) {
                case 0 -> queue() + "!!" + value();
                case 1 -> queue() + "??" + random.nextInt(VALUES);
                case 2 -> queue() + "?<" + variable() + ">";
                case 3 -> "nfull(" + queue() + ")";
                case 4 -> "nempty(" + queue() + ")";
                default -> queue() + "??[" + random.nextInt(VALUES) + "]";
              });
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
      case 0 -> queue() + "!" + value();
      case 1 -> queue() + "?" + variable();
      case 2 -> meeting() + "!" + value() + "," + random.nextInt(VALUES);
      case 3 -> meeting() + "?" + variable() + "," + random.nextInt(VALUES);
      default -> condition();
    };
  }

  private void braces(int depth, Place place, Place inside) {
    boolean possible = place == Place.PLAIN || place == Place.ATOMIC && inside == Place.ATOMIC;
    if (!possible) {
      assign();
      return;
    }
    // SPIN refuses a d_step right behind a loop: the loop would jump into it
    text.append(inside == Place.ATOMIC ? "atomic { " : "skip; d_step { ");
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
    return random.nextInt(2) == 0 ? global(random.nextInt(3)) : random.nextInt(2) == 0 ? "v" : "w";
  }

  private String value() {
    return switch (random.nextInt(4)) {
      case 0 -> Integer.toString(random.nextInt(VALUES));
      case 1 -> prefix + "arr[" + random.nextInt(VALUES) + "]";
      default -> variable();
    };
  }

  private String condition() {
    String[] operators = {"==", "!=", "<", ">"};
    String comparison = value() + " " + operators[random.nextInt(4)] + " " + random.nextInt(VALUES);
    return switch (random.nextInt(10)) {
      case 0 -> "(" + comparison + " && len(" + queue() + ") > 0)";
      case 1 -> "(" + comparison + " || len(" + queue() + ") == 0)";
      default -> "(" + comparison + ")";
    };
  }
}
