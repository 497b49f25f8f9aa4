// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.source.Origin;
import java.util.List;

/** Copies of instructions; see {@link Instruction#copy}. */
final class InstructionCopy {

  private InstructionCopy() {}

  static Instruction of(
      Instruction instruction, MemoryOrder order, List<String> attributes, Origin origin) {
    return switch (instruction) {
      case Instruction.Load i ->
          new Instruction.Load(
              i.target(), i.address(), order, i.linked(), i.strong(), attributes, origin);
      case Instruction.Store i ->
          new Instruction.Store(i.address(), i.value(), order, i.strong(), attributes, origin);
      case Instruction.StoreConditional i ->
          new Instruction.StoreConditional(
              i.success(), i.address(), i.value(), order, attributes, origin);
      case Instruction.PairedStore i ->
          new Instruction.PairedStore(
              i.address(), i.value(), i.condition(), order, attributes, origin);
      case Instruction.Lock i -> new Instruction.Lock(i.address(), origin);
      case Instruction.Unlock i -> new Instruction.Unlock(i.address(), origin);
      case Instruction.Fence i -> new Instruction.Fence(i.pairs(), attributes, origin);
      case Instruction.Spawn i ->
          new Instruction.Spawn(i.target(), i.thread(), i.argument(), attributes, origin);
      default -> modification(instruction, order, attributes, origin);
    };
  }

  private static Instruction modification(
      Instruction instruction, MemoryOrder order, List<String> attributes, Origin origin) {
    return switch (instruction) {
      case Instruction.CompareAndSwap i ->
          new Instruction.CompareAndSwap(
              i.success(),
              i.observed(),
              i.address(),
              i.expected(),
              i.desired(),
              order,
              i.failureOrder(),
              i.weak(),
              attributes,
              origin);
      case Instruction.DoubleCompareAndSwap i ->
          new Instruction.DoubleCompareAndSwap(
              i.success(),
              i.firstAddress(),
              i.secondAddress(),
              i.firstExpected(),
              i.secondExpected(),
              i.firstDesired(),
              i.secondDesired(),
              attributes,
              origin);
      case Instruction.FetchAndModify i ->
          new Instruction.FetchAndModify(
              i.target(),
              i.modification(),
              i.address(),
              i.operand(),
              i.bits(),
              i.signed(),
              order,
              attributes,
              origin);
      default -> instruction;
    };
  }
}
