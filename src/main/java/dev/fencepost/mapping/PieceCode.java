// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.mapping;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.memorymodel.Mapping;
import dev.fencepost.memorymodel.Mapping.Kind;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;

/** The single instructions that pieces of a mapping stand for. */
final class PieceCode {
  private PieceCode() {}

  /** A place in the source, with the instruction's name. */
  static Origin named(Origin origin, String name) {
    return new Origin(origin.span(), origin.text() + " [" + name + "]", origin.function());
  }

  /** An order that a piece gives, or relaxed. */
  static MemoryOrder order(Mapping.Piece piece, int which) {
    boolean given = piece.kind() != Kind.FENCE && which < piece.words().size();
    return given
        ? MemoryOrder.valueOf(piece.words().get(which).toUpperCase(Locale.ROOT))
        : MemoryOrder.RELAXED;
  }

  /** A fence with the pairs and kinds of a piece. */
  static Instruction fence(Mapping.Piece piece, Origin origin) {
    int pairs = 0;
    List<String> kinds = new ArrayList<>();
    for (String word : piece.words()) {
      int pair = ModelDefinition.PAIRS.indexOf(word);
      pairs |= pair < 0 ? 0 : 1 << pair;
      if (pair < 0) {
        kinds.add(word);
      }
    }
    return new Instruction.Fence(pairs, kinds, origin);
  }

  /** An access with an order and a place of its own. */
  static Instruction withOrder(Instruction source, MemoryOrder order, Origin origin) {
    MemoryOrder failure = order.acquires() ? MemoryOrder.ACQUIRE : MemoryOrder.RELAXED;
    return source instanceof Instruction.CompareAndSwap cas
        ? cas.withOrders(order, failure).at(origin)
        : source.withOrder(order).at(origin);
  }

  /** A read-modify-write that returns a result. */
  static Instruction withResult(Instruction source, IntSupplier fresh) {
    return switch (source) {
      case Instruction.FetchAndModify i when i.target() == Instruction.NO_TARGET ->
          new Instruction.FetchAndModify(
              fresh.getAsInt(),
              i.modification(),
              i.address(),
              i.operand(),
              i.bits(),
              i.signed(),
              i.order(),
              i.attributes(),
              i.origin());
      case Instruction.CompareAndSwap i when i.success() == Instruction.NO_TARGET ->
          new Instruction.CompareAndSwap(
              fresh.getAsInt(),
              i.observed(),
              i.address(),
              i.expected(),
              i.desired(),
              i.successOrder(),
              i.failureOrder(),
              i.weak(),
              i.attributes(),
              i.origin());
      default -> source;
    };
  }
}
