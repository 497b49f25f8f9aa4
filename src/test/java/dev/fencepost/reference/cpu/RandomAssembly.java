// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Random litmus tests in the assembly of a processor. One thread is a chain: each access depends on
 * an earlier one by its address, its value, a branch or a fence, or shares its cell, or is half of
 * an exclusive pair or an atomic; some chains have many of these. Other accesses may come between
 * the two of a pair, and the second one may be missing. The other threads are short, so that most
 * chains can be observed. Where writes reach threads one by one, some tests have short threads
 * alone.
 */
final class RandomAssembly {
  /** How a processor writes what chains are made of. */
  interface Words {
    String name();

    List<String> fences();

    /** The fence between the accesses of a short thread. */
    default String between(Random random) {
      return fences().getFirst();
    }

    /** Whether a test has many short threads in place of a chain. */
    default boolean isWide(Random random) {
      return false;
    }

    String load(int register, String address, boolean acquire, Random random);

    String store(int register, String address, boolean release, Random random);

    /**
     * A read-modify-write.
     *
     * @param from a register that was read into, or -1; a compare-and-swap may expect its value
     */
    List<String> modify(int value, int result, int from, String address, Random random);

    /** Whether a thread itself may write the cell of an exclusive pair between the two. */
    default boolean writesBetween() {
      return true;
    }

    /** A load-exclusive and a store-exclusive. */
    List<String> exclusive(int value, int result, int status, String address, Random random);

    String constant(int register, int value);

    List<String> zero(int register, int from);

    List<String> sum(int register, int from, int value);

    List<String> branch(int register, String label);

    /** An address: a cell, or a cell and a register that holds 0. */
    List<String> address(int cell, int zero, StringBuilder operand, int scratch);

    String base(int cell);

    String register(int number);
  }

  private static final List<String> CELLS = List.of("x", "y", "z");

  private final Words words;
  private final Random random;
  private final List<String> observed = new ArrayList<>();

  RandomAssembly(Words words, Random random) {
    this.words = words;
    this.random = random;
  }

  /** The text of a test. */
  String text() {
    List<List<String>> threads = new ArrayList<>();
    boolean wide = words.isWide(random);
    threads.add(thread(0, 2, true));
    threads.add(wide ? thread(1, 2, true) : thread(1, 3 + random.nextInt(2), false));
    if (wide) {
      threads.add(thread(2, 2, true));
    }
    if (random.nextInt(4) == 0) {
      threads.add(thread(threads.size(), 1, false));
    }
    StringBuilder text = new StringBuilder(words.name() + " random\n{ ");
    for (int i = 0; i < threads.size(); i++) {
      for (int cell = 0; cell < CELLS.size(); cell++) {
        text.append(i).append(':').append(words.base(cell)).append('=').append(CELLS.get(cell));
        text.append("; ");
      }
    }
    text.append("}\n");
    int length = threads.stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < threads.size(); i++) {
      text.append(i == 0 ? "P" : " | P").append(i);
    }
    text.append(" ;\n");
    for (int line = 0; line < length; line++) {
      int at = line;
      text.append(
              threads.stream()
                  .map(thread -> at < thread.size() ? thread.get(at) : "")
                  .collect(Collectors.joining(" | ")))
          .append(" ;\n");
    }
    return text.append("locations [")
        .append(observed.stream().map(place -> place + "; ").collect(Collectors.joining()))
        .append("x; y; z;]\nexists (x=99)\n")
        .toString();
  }

  private List<String> thread(int number, int accesses, boolean fenced) {
    List<String> lines = new ArrayList<>();
    List<Integer> read = new ArrayList<>();
    List<String> open = new ArrayList<>();
    List<Integer> opened = new ArrayList<>();
    boolean atomic = random.nextInt(4) == 0;
    int next = 0;
    int label = 0;
    for (int i = 0; i < accesses; i++) {
      if (i > 0 && fenced) {
        lines.add(words.between(random));
      } else if (i > 0 && random.nextInt(4) == 0) {
        lines.add(words.fences().get(random.nextInt(words.fences().size())));
      }
      int from = read.isEmpty() ? -1 : read.get(random.nextInt(read.size()));
      if (from >= 0 && random.nextInt(3) == 0) {
        lines.addAll(words.branch(from, "L" + number + label++));
        if (random.nextInt(3) == 0) {
          lines.add(words.fences().getLast());
        }
      }
      int cell = random.nextInt(CELLS.size());
      StringBuilder address = new StringBuilder();
      boolean depends = from >= 0 && random.nextInt(3) == 0;
      if (depends) {
        lines.addAll(words.zero(next, from));
      }
      lines.addAll(words.address(cell, depends ? next : -1, address, next + 1));
      next += 2;
      int value = next++;
      boolean data = from >= 0 && random.nextInt(3) == 0;
      List<String> set =
          data
              ? words.sum(value, from, 1 + random.nextInt(3))
              : List.of(words.constant(value, 1 + random.nextInt(3)));
      int kind = atomic && random.nextBoolean() ? 8 + random.nextInt(2) : random.nextInt(10);
      if (opened.contains(cell) && kind < 9 && !words.writesBetween()) {
        kind = 0;
      }
      int result = next;
      if (kind < 5) {
        lines.add(words.load(result, address.toString(), random.nextInt(4) == 0, random));
      } else if (kind < 8) {
        lines.addAll(set);
        lines.add(words.store(value, address.toString(), random.nextInt(4) == 0, random));
      } else if (kind < 9) {
        lines.addAll(set);
        lines.addAll(words.modify(value, result, from, address.toString(), random));
      } else {
        lines.addAll(set);
        List<String> pair = words.exclusive(value, result, result + 1, address.toString(), random);
        lines.add(pair.getFirst());
        if (random.nextInt(6) > 0) {
          open.add(pair.getLast());
          opened.add(cell);
        }
        observed.add(number + ":" + words.register(result + 1));
      }
      if (kind < 5 || kind >= 8) {
        read.add(result);
        observed.add(number + ":" + words.register(result));
      }
      next += 2;
      if (i == accesses - 1 || random.nextInt(3) > 0) {
        lines.addAll(open);
        open.clear();
        opened.clear();
      }
    }
    return lines;
  }
}
