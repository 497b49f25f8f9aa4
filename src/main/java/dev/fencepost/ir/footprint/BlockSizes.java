// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Which sizes blocks may have that a run computes, so that each has a region of its own in the pool
 * and a pointer that leaves a block is noticed. Where nothing is known of a size, it may be any.
 */
public final class BlockSizes {

  /** The largest pool in which each size gets a region where none is known. */
  private static final int LARGEST_POOL = 128;

  private BlockSizes() {}

  /**
   * The pool of a program with regions for the sizes that are computed too. Regions change the
   * addresses of blocks, and sizes may be computed from these: so sizes are looked for until they
   * stay as they are.
   */
  public static Pool pool(Program program) {
    Pool pool = program.pool();
    Map<Instruction.Allocate, SortedSet<Integer>> sizes = new HashMap<>();
    while (pool.computed() || !sizes.isEmpty()) {
      if (!addSizes(program.withPool(pool), sizes)) {
        return program.pool();
      }
      Pool next = Pool.of(pool.cells(), program.threads(), sizes);
      if (next.equals(pool)) {
        return pool;
      }
      pool = next;
    }
    return pool;
  }

  /** Adds the sizes that allocations may ask for; false where there are too many to tell. */
  private static boolean addSizes(
      Program program, Map<Instruction.Allocate, SortedSet<Integer>> sizes) {
    int most = program.pool().cells();
    Optional<ValueAnalysis> values = ValueAnalysis.ofAll(program);
    for (int thread = 0; thread < program.threads().size(); thread++) {
      List<Instruction> code = program.threads().get(thread).code();
      for (int pc = 0; pc < code.size(); pc++) {
        if (code.get(pc) instanceof Instruction.Allocate allocate
            && !(allocate.cells() instanceof Expr.Constant)) {
          Optional<LongStream> some = sizes(values, thread, pc, allocate);
          if (some.isEmpty() && most > LARGEST_POOL) {
            return false;
          }
          SortedSet<Integer> known = sizes.computeIfAbsent(allocate, a -> new TreeSet<>());
          some.orElseGet(() -> LongStream.rangeClosed(0, most))
              .filter(size -> size >= 0 && size <= most)
              .forEach(size -> known.add((int) size));
        }
      }
    }
    return true;
  }

  /** The sizes that an allocation may ask for; empty where they are not known. */
  private static Optional<LongStream> sizes(
      Optional<ValueAnalysis> values, int thread, int pc, Instruction.Allocate allocate) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    if (!values.get().isReached(thread, pc)) {
      return Optional.of(LongStream.empty());
    }
    ValueSet set = values.get().value(thread, pc, allocate.cells());
    return set.isAny() ? Optional.empty() : Optional.of(Arrays.stream(set.values()));
  }
}
