// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderLaw;
import dev.fencepost.memorymodel.Pattern;
import dev.fencepost.trace.TraceStep.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Explains in words what {@link OrderRules} decides by tables: for what an instance waits, and why
 * it need not wait for another. General laws are not explained.
 */
public record WaitReasons(MemoryModel model, InstanceClasses classes) {
  private static final String NEEDS = "needs its value";

  /** What the instance at {@code index} of a thread's window waits for. */
  List<Wait> waits(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    List<Wait> waits = new ArrayList<>();
    for (int i = 0; i < index; i++) {
      String why = why(thread, i, index);
      if (!why.isEmpty()) {
        waits.add(new Wait(i, why));
      }
    }
    if (thread.code[index].opcode == Opcode.LOCK && thread.addressKnown(index)) {
      long holder = state.read(number, thread.cell(index, 0));
      if (holder != 0 && holder != number + 1) {
        waits.add(new Wait(-1, "another thread holds the mutex"));
      }
    }
    return waits;
  }

  private String why(ThreadState thread, int earlier, int later) {
    if (needs(thread, earlier, later)) {
      return NEEDS;
    }
    boolean accesses = thread.code[earlier].isAccess() && thread.code[later].isAccess();
    if (!accesses || thread.done[earlier] || thread.done[later]) {
      return "";
    }
    for (OrderLaw law : laws(thread, earlier, later)) {
      if (keeps(thread, earlier, later, law)
          && (!law.sameCell() || mayBeSameCell(thread, earlier, later))) {
        return named(law);
      }
    }
    boolean forwards =
        thread.code[later].kind == MemoryAccess.READ
            && thread.code[earlier].kind == MemoryAccess.WRITE
            && !thread.ready(earlier)
            && mayBeSameCell(thread, earlier, later);
    return forwards ? "may take the value of this store, which is not known yet" : "";
  }

  /**
   * What the next instruction of a thread waits for before it is under way: a branch for its
   * condition, an access for instances that it would wait for whatever its cell is.
   */
  List<Wait> waitsToBegin(ThreadState thread, Code next) {
    List<Wait> waits = new ArrayList<>();
    for (int i = 0; i < thread.count; i++) {
      String why = next.isAccess() ? whyBehind(thread, i, next) : "";
      if (decidesBy(thread, i, next)) {
        why = NEEDS;
      }
      if (!why.isEmpty()) {
        waits.add(new Wait(i, why));
      }
    }
    return waits;
  }

  private static boolean decidesBy(ThreadState thread, int index, Code next) {
    return next.instruction instanceof Instruction.Branch
        && IntStream.of(next.operands)
            .map(register -> thread.registerReference[register])
            .anyMatch(reference -> reference >= 0 && reference / 2 == index);
  }

  private String whyBehind(ThreadState thread, int earlier, Code next) {
    if (!thread.code[earlier].isAccess() || thread.done[earlier]) {
      return "";
    }
    InstanceClass later = classes.get(next.instanceClass);
    return model.order().lawsBetween(instanceClass(thread, earlier), later).stream()
        .filter(law -> !law.sameCell() && keeps(thread, earlier, thread.count, law))
        .map(WaitReasons::named)
        .findFirst()
        .orElse("");
  }

  private static String named(OrderLaw law) {
    return "law “" + law.name() + "”";
  }

  /** Whether a law keeps what stands at {@code later} waiting, if both access one cell. */
  private boolean keeps(ThreadState thread, int earlier, int later, OrderLaw law) {
    boolean open = law.until() == OrderLaw.Until.DONE || !thread.addressKnown(earlier);
    Pattern fence = law.fence();
    return open && (fence == null || fenced(thread, earlier, later, fence));
  }

  private List<OrderLaw> laws(ThreadState thread, int earlier, int later) {
    return model.order().lawsBetween(instanceClass(thread, earlier), instanceClass(thread, later));
  }

  private InstanceClass instanceClass(ThreadState thread, int index) {
    return classes.get(thread.code[index].instanceClass);
  }

  private static boolean needs(ThreadState thread, int earlier, int later) {
    for (int i = thread.operandAt(later); i < thread.operandAt(later + 1); i++) {
      if (thread.operandReference[i] >= 0 && thread.operandReference[i] / 2 == earlier) {
        return true;
      }
    }
    return false;
  }

  private boolean fenced(ThreadState thread, int earlier, int later, Pattern fence) {
    for (int i = earlier + 1; i < later; i++) {
      if (thread.code[i].opcode == Opcode.FENCE && fence.matches(instanceClass(thread, i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayBeSameCell(ThreadState thread, int earlier, int later) {
    return !thread.addressKnown(earlier)
        || !thread.addressKnown(later)
        || OrderRules.sameCell(thread, earlier, later);
  }

  /** Why the instance at {@code later} may go though the one at {@code earlier} has not. */
  String whyPassed(ThreadState thread, int earlier, int later) {
    String pair = kind(thread, earlier) + " before a later " + kind(thread, later);
    List<OrderLaw> laws =
        laws(thread, earlier, later).stream().filter(law -> law.fence() == null).toList();
    if (laws.isEmpty()) {
      boolean sameCell = mayBeSameCell(thread, earlier, later);
      String forwarded = sameCell ? "; it took the value of its own store" : "";
      return "no law of " + model.name() + " keeps a " + pair + forwarded;
    }
    String names =
        laws.stream().map(law -> "“" + law.name() + "”").collect(Collectors.joining(", "));
    if (!thread.addressKnown(earlier)) {
      return "on the guess that the two are not to one cell: " + names;
    }
    return "they are to different cells; " + names + " keeps a " + pair + " only on one cell";
  }

  private String kind(ThreadState thread, int index) {
    InstanceKind kind = instanceClass(thread, index).kind();
    return switch (kind) {
      case LOAD -> "read";
      case STORE -> "write";
      case RMW -> "read-modify-write";
      case FENCE -> "fence";
      case BRANCH -> "branch";
    };
  }
}
