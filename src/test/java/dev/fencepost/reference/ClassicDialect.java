// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.property.CheckedProgram;
import dev.fencepost.reference.Cycle.Event;
import dev.fencepost.reference.Relaxation.Access;
import java.util.ArrayList;
import java.util.List;

/**
 * Cycles in the language of {@link Litmus}, for the models that are no architecture's. Fences are
 * {@code Fence}, {@code AcqFence} and {@code RelFence}. Marks are {@code A} for acquire, {@code L}
 * for release, {@code S} for sequentially consistent, and {@code X} for a read-modify-write: a
 * compare-and-swap for a write, a fetch-and-add of 0 for a read.
 */
final class ClassicDialect implements CycleDialect {
  private static final List<String> CELLS = List.of("x", "y", "z", "w");

  @Override
  public CheckedProgram program(Cycle cycle) {
    return litmus(cycle).program();
  }

  static Litmus litmus(Cycle cycle) {
    List<List<Event>> threads = cycle.threads();
    int cells =
        1 + threads.stream().flatMap(List::stream).mapToInt(Event::cell).max().orElseThrow();
    return Litmus.of(
        String.join(" ", CELLS.subList(0, cells)),
        threads.stream().map(ClassicDialect::text).toArray(String[]::new));
  }

  /** A thread in one line. */
  static String text(List<Event> thread) {
    List<String> statements = new ArrayList<>();
    for (int i = 0; i < thread.size(); i++) {
      Event event = thread.get(i);
      String between = event.incoming().map(Relaxation::between).orElse("");
      switch (between) {
        case "Fence" -> statements.add("F");
        case "AcqFence" -> statements.add("A");
        case "RelFence" -> statements.add("L");
        case "ctrl" -> statements.add("if " + register(thread.get(i - 1)));
        case "", "addr", "data" -> {
          // Nothing stands between the accesses.
        }
        default -> throw new IllegalArgumentException(between);
      }
      statements.add(statement(event, between, i == 0 ? "" : register(thread.get(i - 1))));
    }
    return String.join("; ", statements);
  }

  private static String register(Event event) {
    return "r" + event.number();
  }

  private static String statement(Event event, String between, String before) {
    String address = between.equals("addr") ? "+" + before : "";
    String cell = CELLS.get(event.cell()) + address + order(event.mark());
    if (event.mark() == 'X') {
      String change =
          event.access() == Access.R
              ? "add " + cell + " 0"
              : "cas " + cell + " " + (event.value() - 1) + " " + event.value();
      return register(event) + " = " + change;
    }
    if (event.access() == Access.R) {
      return register(event) + " = " + cell;
    }
    return cell + " = " + event.value() + (between.equals("data") ? "+" + before : "");
  }

  private static String order(char mark) {
    return switch (mark) {
      case 'A' -> ".acq";
      case 'L' -> ".rel";
      case 'S' -> ".sc";
      case 'P', 'X' -> "";
      default -> throw new IllegalArgumentException("no mark: " + mark);
    };
  }
}
