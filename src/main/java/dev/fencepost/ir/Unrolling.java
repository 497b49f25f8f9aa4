// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A program without loops: each thread may jump backwards a few times only, and a run that would do
 * so once more is dropped. Loops inside atomic blocks, which are one step, stay.
 *
 * @param program its code has a copy of the original for each backward jump taken so far
 * @param positions for each thread and position, the position in the original code
 */
public record Unrolling(Program program, List<List<Integer>> positions) {

  public Unrolling {
    positions = List.copyOf(positions);
  }

  /** Allows each thread so many backward jumps. */
  public static Unrolling of(Program program, int jumps) {
    List<ThreadDecl> threads = new ArrayList<>();
    List<List<Integer>> positions = new ArrayList<>();
    for (ThreadDecl thread : program.threads()) {
      ThreadUnrolling unrolled = new ThreadUnrolling(thread, jumps);
      threads.add(thread.with(unrolled.code()));
      positions.add(unrolled.positions());
    }
    Program loopless = program.withThreads(threads);
    return new Unrolling(loopless, positions);
  }

  /** Whether some thread of the program may jump backwards. */
  public static boolean hasLoops(Program program) {
    return program.threads().stream()
        .anyMatch(thread -> new ThreadUnrolling(thread, 0).jumpsBackwards());
  }

  private static final class ThreadUnrolling {
    private final List<Instruction> original;
    private final AtomicRegions blocks;
    private final int size;
    private final int copies;

    /** For each position of a copy its place in the new code, or -1 where nothing leads to it. */
    private final int[] place;

    private final List<Integer> kept = new ArrayList<>();

    ThreadUnrolling(ThreadDecl thread, int jumps) {
      original = thread.code();
      blocks = new AtomicRegions(original);
      size = original.size();
      copies = jumps + 1;
      place = new int[size * copies + 1];
      BitSet reached = ControlFlow.reachable(new int[] {0}, this::successors);
      for (int node = 0; node < place.length; node++) {
        place[node] = reached.get(node) ? kept.size() : -1;
        if (reached.get(node)) {
          kept.add(node);
        }
      }
    }

    private int cut() {
      return size * copies;
    }

    private int[] successors(int node) {
      return node == cut()
          ? new int[0]
          : ControlFlow.successors(original.get(node % size).moved(to -> target(node, to)), node);
    }

    private int target(int node, int to) {
      boolean counts = to <= node % size && !blocks.isInside(node % size);
      int copy = node / size + (counts ? 1 : 0);
      return copy == copies ? cut() : copy * size + to;
    }

    boolean jumpsBackwards() {
      return place[cut()] >= 0;
    }

    List<Instruction> code() {
      List<Instruction> code = new ArrayList<>();
      for (int node : kept) {
        code.add(node == cut() ? dropped() : moved(node));
      }
      if (jumpsBackwards()) {
        code.add(new Instruction.End(code.getLast().origin()));
      }
      return code;
    }

    private Instruction dropped() {
      return new Instruction.Assume(Expr.constant(0), original.getLast().origin());
    }

    private Instruction moved(int node) {
      return original.get(node % size).moved(to -> place[target(node, to)]);
    }

    List<Integer> positions() {
      Integer[] positions = kept.stream().map(node -> node % size).toArray(Integer[]::new);
      return Arrays.asList(positions);
    }
  }
}
