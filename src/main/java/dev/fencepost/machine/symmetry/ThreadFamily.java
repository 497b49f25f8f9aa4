// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.symmetry;

import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.ProgramCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Threads that run the same code with different arguments and cells. Exchanging two of them, with
 * their cells, exchanges what they do: their arguments serve to find cells and nothing else. An
 * instruction finds its cell by the argument alone, and each of them has one of its own there; or
 * not by the argument at all, and all access the same ones.
 */
public final class ThreadFamily {
  final int declaration;

  /** The numbers of the threads. */
  final int[] members;

  final long[] arguments;

  /** Per member, its own cells; those at one place correspond. */
  final int[][] cells;

  /** Per member, the same as bits. */
  final long[][] bits;

  private ThreadFamily(int declaration, List<Integer> members, long[] arguments, int[][] cells) {
    this.declaration = declaration;
    this.members = members.stream().mapToInt(Integer::intValue).toArray();
    this.arguments = arguments;
    this.cells = cells;
    bits = new long[cells.length][];
    for (int i = 0; i < cells.length; i++) {
      BitSet own = new BitSet();
      Arrays.stream(cells[i]).forEach(own::set);
      bits[i] = own.toLongArray();
    }
  }

  /** The cells of all members. */
  private BitSet all() {
    BitSet all = new BitSet();
    for (long[] own : bits) {
      all.or(BitSet.valueOf(own));
    }
    return all;
  }

  /** The families of a program whose threads are known, without cells that properties read. */
  public static List<ThreadFamily> of(ProgramCode program, Footprints footprints, BitSet observed) {
    List<ThreadFamily> families = new ArrayList<>();
    for (int declaration = 0; declaration < program.threads.length; declaration++) {
      List<Integer> members = new ArrayList<>();
      for (int thread = 0; footprints.isFixed() && thread < footprints.threads(); thread++) {
        if (footprints.declarationOf(thread) == declaration) {
          members.add(thread);
        }
      }
      if (members.size() > 1 && usesArgumentForCells(program.threads[declaration])) {
        of(program.threads[declaration], members, footprints)
            .filter(family -> !family.all().intersects(observed))
            .ifPresent(families::add);
      }
    }
    return families;
  }

  private static boolean usesArgumentForCells(Code[] code) {
    for (Code at : code) {
      switch (at.opcode) {
        case LOCK, UNLOCK, SPAWN, JOIN, ALLOCATE, OBSERVE -> {
          return false;
        }
        default -> {}
      }
      if (at.target == ThreadDecl.ARGUMENT || at.secondTarget == ThreadDecl.ARGUMENT) {
        return false;
      }
      int slots = at.slots.length;
      if (at.registers(0, slots).anyMatch(register -> register == ThreadDecl.SELF)
          || at.registers(at.addresses, slots).anyMatch(ThreadFamily::isArgument)) {
        return false;
      }
    }
    return true;
  }

  private static Optional<ThreadFamily> of(
      Code[] code, List<Integer> members, Footprints footprints) {
    long[] arguments = new long[members.size()];
    List<List<Integer>> own = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      OptionalLong argument = footprints.argument(members.get(i));
      if (argument.isEmpty()) {
        return Optional.empty();
      }
      arguments[i] = argument.getAsLong();
      own.add(new ArrayList<>());
    }
    BitSet common = new BitSet();
    for (Code at : code) {
      List<BitSet> accessed =
          members.stream().map(thread -> accessed(footprints, thread, at.pc)).toList();
      boolean same = accessed.stream().distinct().count() == 1;
      if (same && at.registers(0, at.addresses).noneMatch(ThreadFamily::isArgument)) {
        common.or(accessed.getFirst());
      } else if (!at.registers(0, at.addresses).allMatch(ThreadFamily::isArgument)
          || !addCells(accessed, own)) {
        return Optional.empty();
      }
    }
    int[][] cells =
        own.stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    ThreadFamily family = new ThreadFamily(code[0].declaration, members, arguments, cells);
    BitSet all = family.all();
    boolean apart = all.cardinality() == cells.length * cells[0].length;
    return apart && !all.intersects(common) ? Optional.of(family) : Optional.empty();
  }

  private static BitSet accessed(Footprints footprints, int thread, int pc) {
    BitSet cells = (BitSet) footprints.reads(thread, pc).clone();
    cells.or(footprints.stores(thread, pc));
    cells.or(footprints.writes(thread, pc));
    return cells;
  }

  private static boolean isArgument(int register) {
    return register == ThreadDecl.ARGUMENT;
  }

  /** Adds the cells of an instruction; {@code false} where they do not correspond. */
  private static boolean addCells(List<BitSet> accessed, List<List<Integer>> own) {
    if (accessed.stream().anyMatch(cells -> cells.cardinality() != 1)) {
      return false;
    }
    int known = own.getFirst().indexOf(accessed.getFirst().nextSetBit(0));
    for (int i = 0; i < own.size(); i++) {
      int cell = accessed.get(i).nextSetBit(0);
      if (own.get(i).indexOf(cell) != known) {
        return false;
      }
      if (known < 0) {
        own.get(i).add(cell);
      }
    }
    return true;
  }
}
