// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.memorymodel.AccessKind;
import java.util.List;

/**
 * A fetched instruction instance. Registers in its operands name the results of earlier instances
 * of the window: result {@code s} (0 or 1) of the entry at index {@code i} is register {@code 2i +
 * s}.
 *
 * @param instruction the instruction it is an instance of
 * @param operands its expressions, addresses first, see {@link #operands(Instruction)}
 * @param guess of a branch: the side that fetch went down
 * @param finished whether it has finished, and stays only because it passed an unknown address
 */
record ReferenceInstance(
    Instruction instruction, List<Expr> operands, boolean guess, boolean finished) {

  static final int RESULTS = 2;

  /** Compares the instructions by identity, which is quicker. */
  @SuppressWarnings("ReferenceEquality")
  @Override
  public boolean equals(Object other) {
    return other instanceof ReferenceInstance that
        && instruction == that.instruction
        && guess == that.guess
        && finished == that.finished
        && operands.equals(that.operands);
  }

  @Override
  public int hashCode() {
    return (System.identityHashCode(instruction) * 31 + operands.hashCode()) * 4
        + (guess ? 2 : 0)
        + (finished ? 1 : 0);
  }

  static List<Expr> operands(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Assign assign -> List.of(assign.value());
      case Instruction.Load load -> List.of(load.address());
      case Instruction.Store store -> List.of(store.address(), store.value());
      case Instruction.CompareAndSwap cas -> List.of(cas.address(), cas.expected(), cas.desired());
      case Instruction.DoubleCompareAndSwap cas ->
          List.of(
              cas.firstAddress(),
              cas.secondAddress(),
              cas.firstExpected(),
              cas.secondExpected(),
              cas.firstDesired(),
              cas.secondDesired());
      case Instruction.FetchAndModify modify -> List.of(modify.address(), modify.operand());
      case Instruction.StoreConditional store -> List.of(store.address(), store.value());
      case Instruction.PairedStore store ->
          List.of(store.address(), store.value(), store.condition());
      case Instruction.Select select ->
          List.of(select.condition(), select.whenTrue(), select.whenFalse());
      case Instruction.Lock lock -> List.of(lock.address());
      case Instruction.Unlock unlock -> List.of(unlock.address(), Expr.constant(0));
      case Instruction.Branch branch -> List.of(branch.condition());
      case Instruction.Assert assertion -> List.of(assertion.condition());
      case Instruction.Assume assume -> List.of(assume.condition());
      case Instruction.Allocate allocate -> List.of(allocate.cells());
      case Instruction.Spawn spawn -> List.of(spawn.argument());
      case Instruction.Join join -> List.of(join.thread());
      case Instruction.Fence fence -> List.of();
      case Instruction.Jump jump -> List.of();
      case Instruction.Choose choose -> List.of();
      case Instruction.Mark mark -> List.of();
      case Instruction.AtomicBegin begin -> List.of();
      case Instruction.Observe observe -> List.of();
      case Instruction.AtomicEnd end -> List.of();
      case Instruction.End end -> List.of();
    };
  }

  /** The register that result {@code slot} goes to, or {@link Instruction#NO_TARGET}. */
  static int target(Instruction instruction, int slot) {
    return switch (instruction) {
      case Instruction.CompareAndSwap cas -> slot == 0 ? cas.success() : cas.observed();
      case Instruction.Assign assign when slot == 0 -> assign.target();
      case Instruction.Load load when slot == 0 -> load.target();
      case Instruction.DoubleCompareAndSwap cas when slot == 0 -> cas.success();
      case Instruction.FetchAndModify modify when slot == 0 -> modify.target();
      case Instruction.StoreConditional store when slot == 0 -> store.success();
      default -> Instruction.NO_TARGET;
    };
  }

  /** What kind of access the instruction is, or null where it is none. */
  static AccessKind kind(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load load -> AccessKind.READ;
      case Instruction.Store store -> AccessKind.WRITE;
      case Instruction.Unlock unlock -> AccessKind.WRITE;
      case Instruction.CompareAndSwap cas -> AccessKind.READ_MODIFY_WRITE;
      case Instruction.DoubleCompareAndSwap cas -> AccessKind.READ_MODIFY_WRITE;
      case Instruction.FetchAndModify modify -> AccessKind.READ_MODIFY_WRITE;
      case Instruction.StoreConditional store -> AccessKind.READ_MODIFY_WRITE;
      case Instruction.Lock lock -> AccessKind.READ_MODIFY_WRITE;
      default -> null;
    };
  }

  AccessKind kind() {
    return kind(instruction);
  }

  /** An access to memory that has not finished. */
  boolean pendingAccess() {
    return !finished && kind() != null;
  }

  /** A branch, or an assume, that fetch went past without knowing its condition. */
  boolean openBranchGuess() {
    return instruction instanceof Instruction.Branch || instruction instanceof Instruction.Assume;
  }

  List<Expr> addresses() {
    if (kind() == null) {
      return List.of();
    }
    int count = instruction instanceof Instruction.DoubleCompareAndSwap ? 2 : 1;
    return operands.subList(0, count);
  }

  boolean addressesKnown() {
    return known(addresses());
  }

  boolean operandsKnown() {
    return known(operands);
  }

  private static boolean known(List<Expr> expressions) {
    for (Expr expression : expressions) {
      if (!ReferenceExpressions.known(expression)) {
        return false;
      }
    }
    return true;
  }

  /** The value of an operand that is known and no error. */
  long value(int operand) {
    return ((Expr.Constant) operands.get(operand)).value();
  }

  /** The order it carries; a compare and swap's, if it succeeds. */
  MemoryOrder order() {
    return switch (instruction) {
      case Instruction.Load load -> load.order();
      case Instruction.Store store -> store.order();
      case Instruction.CompareAndSwap cas -> cas.successOrder();
      case Instruction.FetchAndModify modify -> modify.order();
      default -> MemoryOrder.RELAXED;
    };
  }

  /** The order it carries if it is a compare and swap and fails; else as {@link #order()}. */
  MemoryOrder failureOrder() {
    return instruction instanceof Instruction.CompareAndSwap cas ? cas.failureOrder() : order();
  }
}
