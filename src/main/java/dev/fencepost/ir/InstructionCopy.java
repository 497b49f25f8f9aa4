// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.source.Origin;
import java.util.List;
import java.util.function.UnaryOperator;

/** Makes copies of instructions that have this; see {@link Instruction#copy}. */
record InstructionCopy(
    UnaryOperator<Expr> change, MemoryOrder order, List<String> attributes, Origin origin) {

  Instruction of(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load i ->
          new Instruction.Load(
              i.target(),
              change.apply(i.address()),
              order,
              i.linked(),
              i.strong(),
              attributes,
              origin);
      case Instruction.Store i ->
          new Instruction.Store(
              change.apply(i.address()),
              change.apply(i.value()),
              order,
              i.strong(),
              attributes,
              origin);
      case Instruction.StoreConditional i ->
          new Instruction.StoreConditional(
              i.success(),
              change.apply(i.address()),
              change.apply(i.value()),
              order,
              i.weak(),
              attributes,
              origin);
      case Instruction.PairedStore i ->
          new Instruction.PairedStore(
              change.apply(i.address()),
              change.apply(i.value()),
              change.apply(i.condition()),
              order,
              attributes,
              origin);
      case Instruction.Lock i -> new Instruction.Lock(change.apply(i.address()), origin);
      case Instruction.Unlock i -> new Instruction.Unlock(change.apply(i.address()), origin);
      case Instruction.Fence i -> new Instruction.Fence(i.pairs(), attributes, origin);
      case Instruction.Spawn i ->
          new Instruction.Spawn(
              i.target(), i.thread(), change.apply(i.argument()), attributes, origin);
      default -> modification(instruction);
    };
  }

  private Instruction modification(Instruction instruction) {
    return switch (instruction) {
      case Instruction.CompareAndSwap i ->
          new Instruction.CompareAndSwap(
              i.success(),
              i.observed(),
              change.apply(i.address()),
              change.apply(i.expected()),
              change.apply(i.desired()),
              order,
              i.failureOrder(),
              i.weak(),
              attributes,
              origin);
      case Instruction.DoubleCompareAndSwap i ->
          new Instruction.DoubleCompareAndSwap(
              i.success(),
              change.apply(i.firstAddress()),
              change.apply(i.secondAddress()),
              change.apply(i.firstExpected()),
              change.apply(i.secondExpected()),
              change.apply(i.firstDesired()),
              change.apply(i.secondDesired()),
              attributes,
              origin);
      case Instruction.FetchAndModify i ->
          new Instruction.FetchAndModify(
              i.target(),
              i.modification(),
              change.apply(i.address()),
              change.apply(i.operand()),
              i.bits(),
              i.signed(),
              order,
              attributes,
              origin);
      default -> instruction;
    };
  }

  /** A copy of any instruction; the condition of an observation stays. */
  Instruction ofAny(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Assign i ->
          new Instruction.Assign(i.target(), change.apply(i.value()), origin);
      case Instruction.Select i ->
          new Instruction.Select(
              i.target(),
              change.apply(i.condition()),
              change.apply(i.whenTrue()),
              change.apply(i.whenFalse()),
              i.equal(),
              origin);
      case Instruction.Branch i ->
          new Instruction.Branch(
              change.apply(i.condition()),
              i.whenTrue(),
              i.whenFalse(),
              i.selects(),
              i.negated(),
              origin);
      case Instruction.Jump i -> new Instruction.Jump(i.to(), origin);
      case Instruction.Choose i -> new Instruction.Choose(i.target(), i.count(), origin);
      case Instruction.Assert i ->
          new Instruction.Assert(change.apply(i.condition()), i.message(), origin);
      case Instruction.Assume i -> new Instruction.Assume(change.apply(i.condition()), origin);
      case Instruction.Mark i -> new Instruction.Mark(i.mark(), origin);
      case Instruction.AtomicBegin i -> new Instruction.AtomicBegin(i.kind(), origin);
      case Instruction.AtomicEnd i -> new Instruction.AtomicEnd(origin);
      case Instruction.Observe i -> new Instruction.Observe(i.address(), i.condition(), origin);
      case Instruction.Allocate i ->
          new Instruction.Allocate(i.target(), change.apply(i.cells()), i.type(), origin);
      case Instruction.Join i -> new Instruction.Join(change.apply(i.thread()), origin);
      case Instruction.End i -> new Instruction.End(origin);
      default -> of(instruction);
    };
  }
}
