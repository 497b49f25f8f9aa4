// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.Lexeme;
import java.util.function.Consumer;

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

  /** Visits the words of the condition. */
  default void forEachWord(Consumer<PacketsCondition> visitor) {
    switch (this) {
      case Not(PacketsCondition operand) -> operand.forEachWord(visitor);
      case And(PacketsCondition left, PacketsCondition right) -> {
        left.forEachWord(visitor);
        right.forEachWord(visitor);
      }
      case Or(PacketsCondition left, PacketsCondition right) -> {
        left.forEachWord(visitor);
        right.forEachWord(visitor);
      }
      case Constant word -> visitor.accept(word);
      case Open word -> visitor.accept(word);
      case Empty word -> visitor.accept(word);
      case Done word -> visitor.accept(word);
      case Named word -> visitor.accept(word);
      case Chosen word -> visitor.accept(word);
    }
  }
}
