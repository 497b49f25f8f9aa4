// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.Lexeme;
import java.util.List;
import java.util.stream.Stream;

/** A condition over buckets, kinds, milestones, phases and switches. */
sealed interface PacketsCondition {

  record Constant(boolean value) implements PacketsCondition {}

  /** {@code open(bucket)}. */
  record Open(Lexeme bucket) implements PacketsCondition {}

  /** {@code empty(kind)}: every requested unit is done. */
  record Empty(Lexeme kind) implements PacketsCondition {}

  /** {@code done(kind)}: some unit was requested, and every requested one is done. */
  record Done(Lexeme kind) implements PacketsCondition {}

  /** A milestone or a phase by its name. */
  record Named(Lexeme name) implements PacketsCondition {}

  /** {@code switch == value}. */
  record Chosen(Lexeme name, Lexeme value) implements PacketsCondition {}

  record Not(PacketsCondition operand) implements PacketsCondition {}

  record And(PacketsCondition left, PacketsCondition right) implements PacketsCondition {}

  record Or(PacketsCondition left, PacketsCondition right) implements PacketsCondition {}

  /** The conditions that this one joins. */
  default List<PacketsCondition> words() {
    return switch (this) {
      case Not(PacketsCondition operand) -> operand.words();
      case And(PacketsCondition left, PacketsCondition right) -> joined(left, right);
      case Or(PacketsCondition left, PacketsCondition right) -> joined(left, right);
      default -> List.of(this);
    };
  }

  private static List<PacketsCondition> joined(PacketsCondition left, PacketsCondition right) {
    return Stream.concat(left.words().stream(), right.words().stream()).toList();
  }
}
