// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Places;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.List;

/** Instructions without the marks of {@link Places}, each access with a span object of its own. */
final class Unmarked {

  private Unmarked() {}

  /** The instruction; its span is equal to the one before and is no other instruction's. */
  static Instruction of(Instruction instruction) {
    SourceSpan span = instruction.origin().span();
    return at(
        new SourceSpan(span.file(), span.line(), span.column(), span.endLine(), span.endColumn()),
        instruction);
  }

  /** The instruction at another place. */
  static Instruction at(SourceSpan span, Instruction instruction) {
    Origin origin = new Origin(span, instruction.origin().text(), instruction.origin().function());
    return switch (instruction) {
      case Instruction.Load i ->
          new Instruction.Load(
              i.target(), i.address(), i.order(), i.linked(), i.strong(), plain(i), origin);
      case Instruction.Store i ->
          new Instruction.Store(i.address(), i.value(), i.order(), i.strong(), plain(i), origin);
      case Instruction.StoreConditional i ->
          new Instruction.StoreConditional(
              i.success(), i.address(), i.value(), i.order(), plain(i), origin);
      case Instruction.Lock i -> new Instruction.Lock(i.address(), origin);
      case Instruction.Unlock i -> new Instruction.Unlock(i.address(), origin);
      case Instruction.Fence i -> new Instruction.Fence(i.pairs(), plain(i), origin);
      case Instruction.Spawn i ->
          new Instruction.Spawn(i.target(), i.thread(), i.argument(), origin);
      default -> modification(instruction, origin);
    };
  }

  private static Instruction modification(Instruction instruction, Origin origin) {
    return switch (instruction) {
      case Instruction.CompareAndSwap i ->
          new Instruction.CompareAndSwap(
              i.success(),
              i.observed(),
              i.address(),
              i.expected(),
              i.desired(),
              i.successOrder(),
              i.failureOrder(),
              i.weak(),
              plain(i),
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
              plain(i),
              origin);
      case Instruction.FetchAndModify i ->
          new Instruction.FetchAndModify(
              i.target(),
              i.modification(),
              i.address(),
              i.operand(),
              i.bits(),
              i.signed(),
              i.order(),
              plain(i),
              origin);
      default -> instruction;
    };
  }

  private static List<String> plain(Instruction instruction) {
    return instruction.attributes().stream()
        .filter(each -> !Places.WORDS.containsValue(each))
        .toList();
  }
}
