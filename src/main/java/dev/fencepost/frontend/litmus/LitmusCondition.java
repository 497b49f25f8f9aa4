// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** A condition on final states. */
public sealed interface LitmusCondition {

  record Constant(boolean value) implements LitmusCondition {}

  record Not(LitmusCondition operand) implements LitmusCondition {}

  record And(LitmusCondition left, LitmusCondition right) implements LitmusCondition {}

  record Or(LitmusCondition left, LitmusCondition right) implements LitmusCondition {}

  record Implies(LitmusCondition left, LitmusCondition right) implements LitmusCondition {}

  record Compare(Comparison comparison, LitmusPlace left, Operand right)
      implements LitmusCondition {}

  /** The right side of a comparison. */
  sealed interface Operand {}

  record Literal(long value) implements Operand {}

  record Contents(LitmusPlace place) implements Operand {}

  /** The address of a variable. */
  record Address(String variable) implements Operand {}

  enum Comparison {
    EQUAL("="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_EQUAL("<="),
    GREATER(">"),
    GREATER_EQUAL(">=");

    private final String text;

    Comparison(String text) {
      this.text = text;
    }
  }

  /** As a test writes it. */
  default String text() {
    return switch (this) {
      case Constant constant -> Boolean.toString(constant.value());
      case Not not -> "not (" + not.operand().text() + ")";
      case And and -> inner(and.left()) + " /\\ " + inner(and.right());
      case Or or -> or.left().text() + " \\/ " + or.right().text();
      case Implies implies -> inner(implies.left()) + " => " + inner(implies.right());
      case Compare compare -> compare.left() + compare.comparison().text + text(compare.right());
    };
  }

  private static String inner(LitmusCondition condition) {
    boolean loose = condition instanceof Or || condition instanceof Implies;
    return loose ? "(" + condition.text() + ")" : condition.text();
  }

  private static String text(Operand operand) {
    return switch (operand) {
      case Literal literal -> Long.toString(literal.value());
      case Contents contents -> contents.place().toString();
      case Address address -> (address.variable().endsWith("]") ? "&" : "") + address.variable();
    };
  }

  /** What places hold, as their types have it, and where variables lie. */
  record Reader(
      ToLongFunction<LitmusPlace> contents,
      ToLongFunction<String> address,
      Function<LitmusPlace, LitmusType> types) {}

  /** The value of the condition in the state that {@code reader} reads. */
  default boolean holds(Reader reader) {
    return switch (this) {
      case Constant constant -> constant.value();
      case Not not -> !not.operand().holds(reader);
      case And and -> and.left().holds(reader) && and.right().holds(reader);
      case Or or -> or.left().holds(reader) || or.right().holds(reader);
      case Implies implies -> !implies.left().holds(reader) || implies.right().holds(reader);
      case Compare compare -> compares(compare, reader);
    };
  }

  private static boolean compares(Compare compare, Reader reader) {
    LitmusType type = reader.types().apply(compare.left());
    long left = reader.contents().applyAsLong(compare.left());
    long right =
        switch (compare.right()) {
          case Literal literal -> type.of(literal.value());
          case Contents contents -> reader.contents().applyAsLong(contents.place());
          case Address address -> reader.address().applyAsLong(address.variable());
        };
    int order = type.compare(left, right);
    return switch (compare.comparison()) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_EQUAL -> order >= 0;
    };
  }

  /** Each comparison, from left to right. */
  default List<Compare> comparisons() {
    return switch (this) {
      case Constant constant -> List.of();
      case Not not -> not.operand().comparisons();
      case And and -> joined(and.left(), and.right());
      case Or or -> joined(or.left(), or.right());
      case Implies implies -> joined(implies.left(), implies.right());
      case Compare compare -> List.of(compare);
    };
  }

  private static List<Compare> joined(LitmusCondition left, LitmusCondition right) {
    return Stream.concat(left.comparisons().stream(), right.comparisons().stream()).toList();
  }
}
