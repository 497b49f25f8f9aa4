// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import java.util.function.Consumer;

/** A condition over buckets, kinds, milestones, phases and switches. */
sealed interface Condition {

  record Constant(boolean value) implements Condition {}

  /** {@code open(bucket)}. */
  record Open(Token bucket) implements Condition {}

  /** {@code empty(kind)}: every requested unit is done. */
  record Empty(Token kind) implements Condition {}

  /** {@code done(kind)}: some unit was requested, and every requested one is done. */
  record Done(Token kind) implements Condition {}

  /** A milestone or a phase by its name. */
  record Named(Token name) implements Condition {}

  /** {@code switch == value}. */
  record Chosen(Token name, Token value) implements Condition {}

  record Not(Condition operand) implements Condition {}

  record And(Condition left, Condition right) implements Condition {}

  record Or(Condition left, Condition right) implements Condition {}

  /** Visits the words of the condition. */
  default void forEachWord(Consumer<Condition> visitor) {
    switch (this) {
      case Not(Condition operand) -> operand.forEachWord(visitor);
      case And(Condition left, Condition right) -> {
        left.forEachWord(visitor);
        right.forEachWord(visitor);
      }
      case Or(Condition left, Condition right) -> {
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
