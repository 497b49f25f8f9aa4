// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Random litmus tests in C. Each thread has an access to a cell and one to the next cell, so that
 * the threads form a cycle, as in store buffering and message passing; between the two stands a
 * fence, a branch, another access or nothing. A thread may also have one access alone.
 */
final class RandomC11 {
  private static final List<String> CELLS = List.of("x", "y", "z");
  private static final List<String> LOADS = List.of("relaxed", "acquire", "seq_cst");
  private static final List<String> STORES = List.of("relaxed", "release", "seq_cst");
  private static final List<String> ALL =
      List.of("relaxed", "acquire", "release", "acq_rel", "seq_cst");
  private static final List<String> FENCES = List.of("acquire", "release", "acq_rel", "seq_cst");

  private final Random random;
  private final List<String> cells;

  /** The cell whose accesses are plain, if any. */
  private final String plain;

  /** Registers of the thread that is written. */
  private int registers;

  RandomC11(Random random, boolean withPlain) {
    this.random = random;
    cells = CELLS.subList(0, 2 + random.nextInt(2));
    plain = withPlain ? one(cells) : "";
  }

  String text() {
    List<List<String>> threads = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      threads.add(List.of(cells.get(i), cells.get((i + 1) % cells.size())));
    }
    if (random.nextInt(3) == 0) {
      threads.add(List.of(one(cells)));
    }
    String parameters =
        cells.stream()
            .map(cell -> (cell.equals(plain) ? "int* " : "atomic_int* ") + cell)
            .collect(Collectors.joining(", "));
    StringBuilder text = new StringBuilder("C random\n{}\n");
    StringBuilder observed = new StringBuilder();
    for (int thread = 0; thread < threads.size(); thread++) {
      registers = 0;
      text.append("P%d (%s) {\n%s}\n".formatted(thread, parameters, body(threads.get(thread))));
      for (int register = 0; register < registers; register++) {
        observed.append("%d:r%d; ".formatted(thread, register));
      }
    }
    return text + "locations [" + observed + "x; y;]\nexists (x=9)\n";
  }

  private String body(List<String> accessed) {
    StringBuilder body = new StringBuilder("  " + access(accessed.getFirst()) + "\n");
    if (accessed.size() == 1) {
      return body.toString();
    }
    int link = random.nextInt(6);
    if (link < 3) {
      body.append("  atomic_thread_fence(memory_order_%s);\n".formatted(one(FENCES)));
    } else if (link == 3) {
      body.append("  ").append(access(one(cells))).append('\n');
    }
    String second = accessed.getLast();
    String last = link == 4 && registers > 0 ? guarded(second) : access(second);
    return body.append("  ").append(last).append('\n').toString();
  }

  private String access(String cell) {
    if (cell.equals(plain)) {
      return random.nextBoolean() ? "int r%d = *%s;".formatted(registers++, cell) : store(cell);
    }
    return switch (random.nextInt(5)) {
      case 0, 1 ->
          "int r%d = atomic_load_explicit(%s, memory_order_%s);"
              .formatted(registers++, cell, one(LOADS));
      case 2, 3 -> store(cell);
      default -> modify(cell);
    };
  }

  private String store(String cell) {
    boolean data = registers > 0 && random.nextInt(3) == 0;
    String value = data ? "r%d + 1".formatted(registers - 1) : "" + (1 + random.nextInt(2));
    return cell.equals(plain)
        ? "*%s = %s;".formatted(cell, value)
        : "atomic_store_explicit(%s, %s, memory_order_%s);".formatted(cell, value, one(STORES));
  }

  private String modify(String cell) {
    String operation = random.nextBoolean() ? "atomic_fetch_add" : "atomic_exchange";
    int value = 1 + random.nextInt(2);
    return "int r%d = %s_explicit(%s, %d, memory_order_%s);"
        .formatted(registers++, operation, cell, value, one(ALL));
  }

  /** A store behind a branch on the last value read. */
  private String guarded(String cell) {
    return "if (r%d) { %s }".formatted(registers - 1, store(cell));
  }

  private String one(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
