// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Registers;
import dev.fencepost.source.Origin;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Ends the life of local variables: where a function returns, and where a thread ends, a store
 * makes their cells {@linkplain HeapBlocks freed}, so that a later access is a violation. Such
 * stores cost steps, and reductions do not know them: they stay only where a pointer may outlive
 * the variable, because memory or another thread has it or because it is used behind the end. In a
 * loop the variable would begin to live again, which no store can bring about: there none stays.
 */
final class Lifetimes {
  /** Larger variables do not end: each cell is a store. */
  static final int MOST_CELLS = 64;

  private final List<Instruction> code;
  private final BitSet[] live;
  private final BitSet repeated;
  private final AddressConstants addresses;

  private Lifetimes(List<Instruction> code, AddressConstants addresses) {
    this.code = code;
    this.addresses = addresses;
    live = Registers.live(code);
    repeated = ControlFlow.onCycles(code, new BitSet());
  }

  /** What ends the life of a cell. */
  static Instruction end(Expr address, Origin origin) {
    Expr freed = Expr.constant(HeapBlocks.FREED);
    return new Instruction.Store(address, freed, MemoryOrder.RELEASE, false, origin);
  }

  /** The ends that are not needed, of the variables of a thread that have ends. */
  static Set<Instruction> needless(
      List<Instruction> code, Set<LocalVariables.Room> rooms, AddressConstants addresses) {
    if (rooms.isEmpty()) {
      return Set.of();
    }
    Lifetimes lifetimes = new Lifetimes(code, addresses);
    Set<Instruction> needless = Collections.newSetFromMap(new IdentityHashMap<>());
    for (LocalVariables.Room room : rooms) {
      lifetimes.find(room.span(), needless);
    }
    return needless;
  }

  private void find(AddressConstants.Span local, Set<Instruction> needless) {
    BitSet ends = new BitSet();
    for (int pc = 0; pc < code.size(); pc++) {
      ends.set(pc, isEnd(code.get(pc)) && uses(local, code.get(pc).addresses()));
    }
    AddressFlow flow = new AddressFlow(code, addresses, local);
    boolean shared = code.stream().anyMatch(i -> !isEnd(i) && flow.isShared(i));
    for (int pc : ends.stream().toArray()) {
      boolean outlived = shared || live[pc].intersects(flow.pointers()) || isUsedBehind(pc, local);
      if (repeated.get(pc) || !outlived) {
        needless.add(code.get(pc));
      }
    }
  }

  private static boolean isEnd(Instruction instruction) {
    return instruction instanceof Instruction.Store store
        && store.value() instanceof Expr.Constant(long value)
        && value == HeapBlocks.FREED;
  }

  private boolean uses(AddressConstants.Span local, List<Expr> expressions) {
    return expressions.stream().anyMatch(expr -> addresses.has(expr, local));
  }

  private boolean isUsedBehind(int end, AddressConstants.Span local) {
    return ControlFlow.reachable(code, end).stream()
        .mapToObj(code::get)
        .anyMatch(i -> !isEnd(i) && uses(local, Registers.expressions(i)));
  }
}
