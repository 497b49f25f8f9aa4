// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.order;

import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.OpenOperands;
import dev.fencepost.machine.window.Pairing;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.memorymodel.MemoryModel;

/**
 * Which instance of a window must wait for which, by the memory model's program-order laws and by
 * forwarding (docs/machine.md). The laws are spread out over the classes of instances that the
 * program has, so that a step asks a table of numbers.
 */
public final class OrderRules extends ClassOrder {
  public final boolean speculation;
  private final boolean runsAhead;
  private final boolean perTarget;

  /** Whether what the table forbids is not done at all; else it is done, and does not count. */
  public final boolean guards;

  /**
   * @param speculation whether instances go on guesses: the model speculates, and the program has
   *     something to guess
   */
  public OrderRules(
      MemoryModel model, InstanceClasses classes, boolean guards, boolean speculation) {
    super(model, classes);
    this.guards = guards;
    this.speculation = speculation;
    perTarget = !model.multiCopyAtomic();
    runsAhead = model.traits().runsAhead();
  }

  /**
   * Whether the instance at {@code index}, whose operands are known, may take its step: it may pass
   * every earlier unfinished instance.
   *
   * @param fails it is a compare-and-swap that will fail, and has the order of a failed one
   * @param memory the memory that a store is reflected to, or that a load reads
   */
  public boolean mayGo(ThreadState thread, int index, boolean fails, int memory) {
    return mayGo(thread, index, fails, memory, false);
  }

  /** Whether it may; {@code hopes}: if undecided stores before it write nothing. */
  private boolean mayGo(ThreadState thread, int index, boolean fails, int memory, boolean hopes) {
    Code code = thread.code[index];
    int later = fails ? code.failureClass : code.instanceClass;
    boolean reads = code.kind == MemoryAccess.READ;
    int firstGuess = firstUnconfirmedBranch(thread);
    if (firstGuess < index && !reads) {
      return false;
    }
    long mustBeDone = 0;
    long mustBeDoneSameCell = 0;
    long mustHaveAddress = awaitedAddresses[later];
    int shield = -1;
    for (int i = index - 1; i >= 0; i--) {
      Code before = thread.code[i];
      if (before.opcode == Opcode.FENCE) {
        mustBeDone |= fenced[before.instanceClass * count + later];
        mustBeDoneSameCell |= fencedSameCell[before.instanceClass * count + later];
        mustHaveAddress |= fencedAddresses[before.instanceClass * count + later];
      } else if (before.isAccess()
          && !thread.done[i]
          && !(hopes && OpenOperands.isUndecided(thread, i))) {
        int earlier = effectiveClass(thread, i);
        if ((mustBeDone >>> earlier & 1) != 0
            || (mustBeDoneSameCell >>> earlier & 1) != 0 && mayBeSameCell(thread, i, index)
            || (mustHaveAddress >>> earlier & 1) != 0 && !thread.addressKnown(i)
            || keeps(table[earlier * count + later], thread, i, index)
                && !(runsAhead && reads && mayPass(thread, i, index, shield >= 0))
            || perTarget && keepsTarget(thread, i, index, memory, earlier * count + later)
            || reads && shield < 0 && awaits(thread, i, index, i > firstGuess)) {
          return false;
        }
        boolean shields = runsAhead && shield < 0 && before.kind == MemoryAccess.WRITE;
        shield = shields && sameCell(thread, i, index) ? i : shield;
      }
    }
    return !(runsAhead && reads && followsLoad(thread, shield + 1, index));
  }

  /**
   * Whether a load may pass an earlier access to its cell where loads run ahead: it reads a store
   * between the two, or both will read one write, if the earlier load cannot go yet.
   */
  private boolean mayPass(ThreadState thread, int earlier, int index, boolean shielded) {
    int rule = table[effectiveClass(thread, earlier) * count + thread.code[index].instanceClass];
    boolean read = thread.code[earlier].kind == MemoryAccess.READ;
    return rule == SAME_CELL && (shielded || read && sameCell(thread, earlier, index));
  }

  /** Whether an earlier load of the cell can go; the oldest is asked first, as others await it. */
  private boolean followsLoad(ThreadState thread, int first, int index) {
    int later = thread.code[index].instanceClass;
    for (int i = first; i < index; i++) {
      Code code = thread.code[i];
      if (code.kind == MemoryAccess.READ
          && !thread.done[i]
          && keeps(table[code.instanceClass * count + later], thread, i, index)
          && mayGo(thread, i, false, 0)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether nothing but laws keeps the instance from taking its step: it is behind no guess, and a
   * load knows what it reads.
   */
  public boolean canGo(ThreadState thread, int index) {
    boolean reads = thread.code[index].kind == MemoryAccess.READ;
    int firstGuess = firstUnconfirmedBranch(thread);
    boolean can = reads || firstGuess >= index;
    for (int i = index - 1; i >= 0 && reads && can; i--) {
      can = thread.done[i] || !awaits(thread, i, index, i > firstGuess);
    }
    return can;
  }

  private boolean keeps(int rule, ThreadState thread, int earlier, int later) {
    return rule == ALWAYS || rule != NEVER && mayBeSameCell(thread, earlier, later);
  }

  /** Where an address is not known yet the later one waits, or guesses. */
  private boolean mayBeSameCell(ThreadState thread, int earlier, int later) {
    return sameCell(thread, earlier, later) || !thread.addressKnown(earlier) && !speculation;
  }

  /** What is no store acts on all memories at once, and waits for all. */
  private boolean keepsTarget(ThreadState thread, int earlier, int later, int memory, int pair) {
    boolean reached =
        thread.code[later].opcode == Opcode.STORE && thread.hasReached(earlier, memory);
    return !reached && keeps(targetTable[pair], thread, earlier, later);
  }

  /**
   * A load waits for the value of an earlier store to its cell, and for one behind a guess; an
   * acquire for the load that the store is paired with.
   */
  private boolean awaits(ThreadState thread, int store, int load, boolean behindGuess) {
    boolean writes = thread.code[store].kind == MemoryAccess.WRITE;
    if (!writes || !thread.addressKnown(store)) {
      return writes && !speculation;
    }
    boolean ready = thread.ready(store) && (thread.isIssued(store) || !issues(thread.code[store]));
    ready &= !(Pairing.awaitsPair(thread, store) && acquires(thread.code[load]));
    return sameCell(thread, store, load) && (behindGuess || !ready);
  }

  private boolean issues(Code store) {
    return (issued >>> store.instanceClass & 1) != 0;
  }

  /** Whether two instances are known to access a common cell; the later one's address is known. */
  public static boolean sameCell(ThreadState thread, int earlier, int later) {
    Code first = thread.code[earlier];
    Code second = thread.code[later];
    for (int i = 0; i < first.addresses; i++) {
      for (int j = 0; j < second.addresses; j++) {
        if ((thread.known[earlier] & 1 << i) != 0
            && thread.slot(earlier, i) == thread.slot(later, j)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether an access to a cell waits for every earlier one of the other class to that cell. */
  public boolean ordersSameCell(int earlier, int later) {
    int pair = earlier * count + later;
    return table[pair] != NEVER || perTarget && targetTable[pair] != NEVER;
  }

  /**
   * Whether an instance of one of the later classes, given as bits, may go before the earlier one
   * to the same cell, so that it makes a difference: a load takes its value from an earlier store.
   */
  public boolean passes(Code earlier, long laterClasses) {
    for (long rest = laterClasses; rest != 0; rest &= rest - 1) {
      int later = Long.numberOfTrailingZeros(rest);
      boolean access = (accesses >>> later & 1) != 0;
      boolean alike =
          (loads >>> later & 1) != 0
              && (earlier.opcode == Opcode.LOAD || earlier.opcode == Opcode.STORE);
      if (access
          && !alike
          && !(ordersSameCell(earlier.instanceClass, later)
              && ordersSameCell(earlier.failureClass, later))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether an instance of one of the later classes, given as bits, may go before the earlier one
   * to another cell and writes.
   */
  public boolean passesElsewhere(Code earlier, long laterClasses) {
    long waiting = heldBack[earlier.instanceClass] & heldBack[earlier.failureClass];
    return (laterClasses & accesses & ~loads & ~waiting) != 0;
  }

  /** Whether {@code later}, which took a step, must not have passed {@code earlier}. */
  public boolean wronglyPassed(ThreadState thread, int earlier, int later) {
    int pair = effectiveClass(thread, earlier) * count + thread.code[later].instanceClass;
    int rule = Math.max(table[pair], perTarget ? targetTable[pair] : NEVER);
    boolean overtakes =
        thread.code[earlier].kind == MemoryAccess.WRITE
            && thread.code[later].kind == MemoryAccess.READ;
    return sameCell(thread, earlier, later) && (rule != NEVER || overtakes);
  }

  /** The class of an unfinished instance; a compare-and-swap may have a guessed outcome. */
  private static int effectiveClass(ThreadState thread, int index) {
    Code code = thread.code[index];
    return thread.guessedOutcome(index) == 0 ? code.failureClass : code.instanceClass;
  }

  /** The place of the first branch that fetch passed on a guess, or past the window's end. */
  public static int firstUnconfirmedBranch(ThreadState thread) {
    for (int i = 0; i < thread.count; i++) {
      Opcode opcode = thread.code[i].opcode;
      if (opcode == Opcode.BRANCH || opcode == Opcode.ASSUME) {
        return i;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** Whether no instance before {@code index} is left that the fence holds later ones back for. */
  public boolean blocksNothing(ThreadState thread, Code fence, int index) {
    long pending = 0;
    long unknown = 0;
    for (int i = 0; i < index; i++) {
      if (thread.code[i].isAccess() && !thread.done[i]) {
        pending |= 1L << effectiveClass(thread, i);
        unknown |= thread.addressKnown(i) ? 0 : 1L << effectiveClass(thread, i);
      }
    }
    long held = 0;
    long addresses = 0;
    for (int later = 0; later < count; later++) {
      int pair = fence.instanceClass * count + later;
      held |= fenced[pair] | fencedSameCell[pair];
      addresses |= fencedAddresses[pair];
    }
    return (pending & held) == 0 && (unknown & addresses) == 0;
  }

  /** Whether fetch stops: every later instance must wait for one that is in the window. */
  public boolean stopsFetch(ThreadState thread) {
    return guards && holdsBackAll(thread, thread.count, false);
  }

  /** The place of an instance whose condition fetch must guess now, or -1. */
  public int guessed(ThreadState thread) {
    int select = OpenOperands.openSelect(thread);
    return select >= 0 ? select : guessedStore(thread);
  }

  /**
   * The place of the first undecided store, if some instance could go, or fetch go on, once it and
   * those behind it are known to write nothing; else -1.
   */
  private int guessedStore(ThreadState thread) {
    int first = 0;
    while (first < thread.count && !OpenOperands.isUndecided(thread, first)) {
      first++;
    }
    boolean helps =
        first < thread.count && stopsFetch(thread) && !holdsBackAll(thread, thread.count, true);
    for (int i = first + 1; i < thread.count && !helps; i++) {
      helps =
          thread.code[i].isAccess()
              && !thread.done[i]
              && thread.ready(i)
              && !mayGo(thread, i, false, 0, false)
              && mayGo(thread, i, false, 0, true);
    }
    return helps ? first : -1;
  }

  /** Whether fetch has come here on a guess, or where it would have stopped with guards. */
  public boolean guesses(ThreadState thread) {
    return firstUnconfirmedBranch(thread) < thread.count || isPremature(thread, thread.count);
  }

  /** Without guards: whether fetch would have stopped before it came to this place. */
  public boolean isPremature(ThreadState thread, int index) {
    return !guards && holdsBackAll(thread, index, false);
  }

  private boolean holdsBackAll(ThreadState thread, int end, boolean hopes) {
    for (int i = 0; i < end; i++) {
      boolean counts = thread.code[i].isAccess() && !thread.done[i];
      if (counts
          && !(hopes && OpenOperands.isUndecided(thread, i))
          && holdsBackAll(thread, i, end)) {
        return true;
      }
    }
    return false;
  }

  /** By the table for some classes of later instances, by fences behind it for the others. */
  private boolean holdsBackAll(ThreadState thread, int index, int end) {
    int earlier = effectiveClass(thread, index);
    long held = heldBack[earlier];
    for (int i = index + 1; i < end && held != accesses; i++) {
      if (thread.code[i].opcode == Opcode.FENCE) {
        held |= heldBackByFence[thread.code[i].instanceClass * count + earlier];
      }
    }
    return held == accesses && issued == 0;
  }

  private boolean holdsBackAll(int earlier) {
    return heldBack[earlier] == accesses && issued == 0;
  }

  private boolean waitsForAll(int later) {
    for (int earlier = 0; earlier < count; earlier++) {
      if ((accesses >>> earlier & 1) != 0 && table[earlier * count + later] != ALWAYS) {
        return false;
      }
    }
    return true;
  }

  /** Whether fetch forks on the outcome of this instance: the outcome decides what must wait. */
  public boolean guessesOutcome(Code code) {
    for (int later = 0; later < count && code.opcode == Opcode.CAS; later++) {
      if (table[code.instanceClass * count + later] != table[code.failureClass * count + later]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the window is empty whenever fetch has passed this instruction, in any run. A store
   * that may write nothing waits for nobody then, and nobody for it.
   */
  public boolean emptiesWindow(Code code) {
    return switch (code.opcode) {
      case ATOMIC_BEGIN -> !code.isStrongBlock();
      case SPAWN -> true;
      case FENCE -> {
        boolean all = guards && issued == 0;
        for (int later = 0; later < count; later++) {
          boolean access = (accesses >>> later & 1) != 0;
          all &= !access || fenced[code.instanceClass * count + later] == accesses;
        }
        yield all;
      }
      default ->
          guards
              && code.isAccess()
              && !code.mayWriteNothing()
              && holdsBackAll(code.instanceClass)
              && holdsBackAll(code.failureClass)
              && waitsForAll(code.instanceClass)
              && waitsForAll(code.failureClass);
    };
  }
}
