// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * A random program of two threads with a cycle of conflicts, and four places: gaps for fences, and
 * accesses whose orders may change. An assignment is the number of an option for each place.
 */
final class RandomPlaces {
  static final Map<String, Integer> COSTS =
      Map.ofEntries(
          Map.entry("fence[acquire]", 2),
          Map.entry("fence[release]", 3),
          Map.entry("fence[seq_cst]", 8),
          Map.entry("load[acquire]", 2),
          Map.entry("load[seq_cst]", 4),
          Map.entry("store[release]", 3),
          Map.entry("store[seq_cst]", 6),
          Map.entry("rmw[acquire]", 2),
          Map.entry("rmw[release]", 3),
          Map.entry("rmw[acq_rel]", 5),
          Map.entry("rmw[seq_cst]", 7));

  private static final int STATEMENTS = 3;

  private static final String HEAD =
      """
      #include <fencepost.h>
      #include <stdatomic.h>
      #include <pthread.h>
      #include <stddef.h>
      FENCEPOST_GHOST static int r[4];
      """;

  /** What may stand in a gap: nothing, single fences, and two that are no full fence. */
  private static final List<Option> GAP =
      List.of(
          new Option("", 0, ""),
          new Option("fence_acquire();", 2, "a"),
          new Option("fence_release();", 3, "r"),
          new Option("fence_acquire();\n    fence_release();", 5, "ar"),
          new Option("fence();", 8, "ars"));

  private static final List<Option> LOAD =
      List.of(
          new Option("relaxed", 0, ""),
          new Option("acquire", 2, "a"),
          new Option("seq_cst", 4, "as"));

  private static final List<Option> STORE =
      List.of(
          new Option("relaxed", 0, ""),
          new Option("release", 3, "r"),
          new Option("seq_cst", 6, "rs"));

  private static final List<Option> EXCHANGE =
      List.of(
          new Option("relaxed, memory_order_relaxed", 0, ""),
          new Option("acquire, memory_order_relaxed", 2, "a"),
          new Option("acquire, memory_order_acquire", 2, "ab"),
          new Option("release, memory_order_relaxed", 3, "r"),
          new Option("acq_rel, memory_order_relaxed", 5, "ar"),
          new Option("acq_rel, memory_order_acquire", 5, "abr"),
          new Option("seq_cst, memory_order_relaxed", 7, "ars"),
          new Option("seq_cst, memory_order_acquire", 7, "abrs"),
          new Option("seq_cst, memory_order_seq_cst", 7, "abrst"));

  /** What the search may change. */
  final Ask ask;

  private final boolean atomic;
  private final List<List<Statement>> threads = new ArrayList<>();
  private final List<List<Option>> places = new ArrayList<>();
  private final String outcome;

  /**
   * What may stand at a place.
   *
   * @param strength letters, which are those of all that it covers, and more
   */
  record Option(String text, int cost, String strength) {
    boolean covers(Option weak) {
      return weak.strength.chars().allMatch(letter -> strength.indexOf(letter) >= 0);
    }
  }

  /**
   * A statement: {@code target = operation(cell, operand)}.
   *
   * @param gap the place before it, or -1
   * @param access the place of its order, or -1
   */
  private record Statement(char operation, String cell, String other, int gap, int access) {}

  RandomPlaces(SplittableRandom random) {
    ask = List.of(Ask.FENCES, Ask.FENCES, Ask.BOTH, Ask.ORDERS).get(random.nextInt(4));
    atomic = ask == Ask.ORDERS;
    char[] cycle = new char[4];
    for (int i = 0; i < cycle.length; i++) {
      cycle[i] = "wwwrrrc".charAt(random.nextInt(7));
    }
    for (int i = 0; i < cycle.length; i += 2) {
      boolean writes = cycle[i] != 'r' || cycle[(i + 3) % 4] != 'r';
      cycle[i] = writes ? cycle[i] : 'w';
    }
    threads.add(statements(random, cycle[0], cycle[1], 0));
    threads.add(statements(random, cycle[2], cycle[3], 1));
    outcome = edge(cycle, 1, "y") + " && " + edge(cycle, 3, "x");
  }

  /**
   * That the access with a number comes before the next one, which is of the other thread and of
   * the same cell. With program order, two of these make a cycle.
   */
  private static String edge(char[] cycle, int from, String cell) {
    int to = (from + 1) % 4;
    if (cycle[to] != 'w' && cycle[from] == 'w') {
      return read(to, cycle[to] == 'c' ? 0 : value(from));
    }
    return cycle[from] == 'w'
        ? "observed_by(main, " + cell + ") == " + value(to)
        : read(from, cycle[from] == 'c' ? 1 : 0);
  }

  private static String read(int access, int value) {
    return "r[" + access + "] == " + value;
  }

  private static int value(int access) {
    return 1 + access / 2;
  }

  /** Two accesses of a cycle, and another one anywhere. */
  private List<Statement> statements(SplittableRandom random, char first, char second, int thread) {
    int other = random.nextInt(STATEMENTS);
    int free = 1 + random.nextInt(STATEMENTS - 1);
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < STATEMENTS; i++) {
      int operations = atomic || ask == Ask.BOTH && i == free ? 7 : 9;
      char any = "wwwrrrcdi".charAt(random.nextInt(operations));
      boolean isFirst = i == (other == 0 ? 1 : 0);
      char operation = i == other ? any : isFirst ? first : second;
      String cell = i == other ? cell(random) : isFirst == (thread == 0) ? "x" : "y";
      boolean gap = ask == Ask.FENCES && i > 0 || ask == Ask.BOTH && i == free;
      boolean access = ask == Ask.ORDERS && i > 0 || ask == Ask.BOTH && i == free;
      String register = i == other ? random.nextBoolean() ? "a" : "c" : isFirst ? "a" : "b";
      if (operation == 'i' && !reads(statements, register)) {
        operation = 'w';
      }
      statements.add(
          new Statement(
              operation,
              cell,
              operation == 'w' ? Integer.toString(1 + thread) : register,
              gap ? add(GAP) : -1,
              access ? add(options(operation)) : -1));
    }
    return statements;
  }

  /** Whether a register may be other than 0; a branch on one that is not would be none. */
  private static boolean reads(List<Statement> statements, String register) {
    return statements.stream()
        .anyMatch(each -> "rc".indexOf(each.operation) >= 0 && each.other.equals(register));
  }

  private int add(List<Option> options) {
    places.add(options);
    return places.size() - 1;
  }

  private static List<Option> options(char operation) {
    return switch (operation) {
      case 'r' -> LOAD;
      case 'c' -> EXCHANGE;
      default -> STORE;
    };
  }

  private static String cell(SplittableRandom random) {
    return List.of("x", "y", "z").get(random.nextInt(3));
  }

  List<List<Option>> places() {
    return places;
  }

  int cost(List<Integer> assignment) {
    int cost = 0;
    for (int i = 0; i < places.size(); i++) {
      cost += option(i, assignment).cost;
    }
    return cost;
  }

  private Option option(int place, List<Integer> assignment) {
    return places.get(place).get(assignment.get(place));
  }

  /** Whether an assignment orders all that another one does, place by place. */
  boolean covers(List<Integer> strong, List<Integer> weak) {
    for (int i = 0; i < places.size(); i++) {
      if (!option(i, strong).covers(option(i, weak))) {
        return false;
      }
    }
    return true;
  }

  /** The first option, or the last, at each place. */
  List<Integer> all(boolean strongest) {
    return places.stream()
        .map(options -> strongest ? options.size() - 1 : 0)
        .collect(Collectors.toList());
  }

  String text(List<Integer> assignment) {
    StringBuilder text = new StringBuilder(HEAD);
    text.append(atomic ? "static atomic_int x, y, z;\n" : "static int x, y, z;\n");
    text.append("int main(void);\n");
    text.append("FENCEPOST_FINAL(never, !(").append(outcome).append("))\n");
    for (int i = 0; i < 2; i++) {
      text.append("static void *thread").append(i).append("(void *unused)\n{\n");
      text.append("    fencepost_keep int a = 0, b = 0, c = 0, e = 0;\n");
      text.append("    fencepost_keep (void)unused;\n    fencepost_keep (void)c, (void)e;\n");
      for (Statement statement : threads.get(i)) {
        append(statement, assignment, text);
      }
      text.append("    fencepost_keep r[").append(2 * i).append("] = a;\n");
      text.append("    fencepost_keep r[").append(2 * i + 1).append("] = b;\n");
      text.append("    fencepost_keep return NULL;\n}\n");
    }
    text.append("int main(void)\n{\n    pthread_t s, t;\n");
    text.append("    fencepost_keep pthread_create(&s, NULL, thread0, NULL);\n");
    text.append("    fencepost_keep pthread_create(&t, NULL, thread1, NULL);\n");
    return text.append("    fencepost_keep return 0;\n}\n").toString();
  }

  private void append(Statement statement, List<Integer> assignment, StringBuilder text) {
    String fences = statement.gap < 0 ? "" : option(statement.gap, assignment).text;
    if (!fences.isEmpty()) {
      text.append("    ").append(fences).append('\n');
    }
    boolean free = statement.gap >= 0 || statement.access >= 0;
    int option = statement.access < 0 ? 0 : assignment.get(statement.access);
    text.append(free ? "    " : "    fencepost_keep ");
    text.append(atomic ? atomic(statement, option) : plain(statement, option)).append('\n');
  }

  private static String atomic(Statement statement, int option) {
    String order = "memory_order_" + options(statement.operation).get(option).text;
    String cell = statement.cell;
    return switch (statement.operation) {
      case 'w' -> "atomic_store_explicit(&%s, %s, %s);".formatted(cell, statement.other, order);
      case 'r' -> "%s = atomic_load_explicit(&%s, %s);".formatted(statement.other, cell, order);
      default ->
          "%s = atomic_compare_exchange_strong_explicit(&%s, &e, 1, %s);"
              .formatted(statement.other, cell, order);
    };
  }

  private static String plain(Statement statement, int option) {
    String order = options(statement.operation).get(option).text;
    String builtin = "__ATOMIC_" + order.toUpperCase(Locale.ROOT);
    String cell = statement.cell;
    String other = statement.other;
    return switch (statement.operation) {
      case 'w' ->
          option == 0
              ? "%s = %s;".formatted(cell, other)
              : "__atomic_store_n(&%s, %s, %s);".formatted(cell, other, builtin);
      case 'r' ->
          option == 0
              ? "%s = %s;".formatted(other, cell)
              : "%s = __atomic_load_n(&%s, %s);".formatted(other, cell, builtin);
      case 'c' ->
          option == 0
              ? "%s = cas(&%s, 0, 1);".formatted(other, cell)
              : "%s = cas_explicit(&%s, 0, 1, memory_order_%s);".formatted(other, cell, order);
      case 'd' -> "%s = %s + 1;".formatted(cell, other);
      default -> "if (%s) fencepost_keep %s = 1;".formatted(other, cell);
    };
  }
}
