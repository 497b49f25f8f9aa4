// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** An expression; values are 32-bit integers, as in SPIN's verifiers. */
public sealed interface PromelaExpr {

  /** A constant. */
  record Constant(int value) implements PromelaExpr {}

  /** The value of a variable. */
  record Read(Place place) implements PromelaExpr {}

  record Unary(UnaryOperator operator, PromelaExpr operand) implements PromelaExpr {}

  record Binary(BinaryOperator operator, PromelaExpr left, PromelaExpr right)
      implements PromelaExpr {}

  /** {@code (condition -> yes : no)}. */
  record Conditional(PromelaExpr condition, PromelaExpr yes, PromelaExpr no)
      implements PromelaExpr {}

  /** Starts a process; its value is the number of the process. */
  record Run(int processType, List<PromelaExpr> arguments) implements PromelaExpr {
    public Run {
      arguments = List.copyOf(arguments);
    }
  }

  /** A question about the number of messages in a channel. */
  record ChannelTest(ChannelQuestion question, PromelaExpr channel) implements PromelaExpr {}

  /** Whether a receive would be possible now. */
  record Poll(PromelaExpr channel, boolean anywhere, List<FieldPattern> patterns)
      implements PromelaExpr {
    public Poll {
      patterns = List.copyOf(patterns);
    }
  }

  /** Whether a process can take a step. */
  record Enabled(PromelaExpr process) implements PromelaExpr {}

  /** The control point of a process. */
  record PcValue(PromelaExpr process) implements PromelaExpr {}

  /** True when no process can take a step otherwise. */
  record Timeout() implements PromelaExpr {}

  /** True unless a process is at a progress label. */
  record NonProgress() implements PromelaExpr {}

  /** The number of the process itself. */
  record Pid() implements PromelaExpr {}

  /** The number of processes. */
  record ProcessCount() implements PromelaExpr {}

  /** The number of the process that took the last step. */
  record Last() implements PromelaExpr {}

  /** Whether a process is at a control point; of the only process of its type if none is named. */
  record AtLabel(int processType, PromelaExpr process, int point) implements PromelaExpr {}

  /** A variable of another process. */
  record RemoteRead(int processType, PromelaExpr process, Place place) implements PromelaExpr {}

  /** The expressions that this one evaluates, in their order; a place evaluates its indices. */
  default List<PromelaExpr> parts() {
    return switch (this) {
      case Read(Place place) -> place.indexValues();
      case Unary unary -> List.of(unary.operand());
      case Binary binary -> List.of(binary.left(), binary.right());
      case Conditional choice -> List.of(choice.condition(), choice.yes(), choice.no());
      case Run run -> run.arguments();
      case ChannelTest test -> List.of(test.channel());
      case Poll poll -> listed(poll.channel(), FieldPattern.matched(poll.patterns()));
      case Enabled enabled -> List.of(enabled.process());
      case PcValue value -> List.of(value.process());
      case AtLabel label -> List.of(label.process());
      case RemoteRead remote -> listed(remote.process(), remote.place().indexValues());
      case Constant constant -> List.of();
      case Timeout timeout -> List.of();
      case NonProgress progress -> List.of();
      case Pid pid -> List.of();
      case ProcessCount count -> List.of();
      case Last last -> List.of();
    };
  }

  private static List<PromelaExpr> listed(PromelaExpr first, List<PromelaExpr> others) {
    List<PromelaExpr> all = new ArrayList<>(List.of(first));
    all.addAll(others);
    return all;
  }

  /** Whether this, leaving its parts aside, is computed from numbers, variables and the pid. */
  default boolean isArithmetic() {
    return this instanceof Constant
        || this instanceof Pid
        || this instanceof Read
        || this instanceof Unary
        || this instanceof Binary
        || this instanceof Conditional;
  }

  /** Operators with one operand. */
  enum UnaryOperator {
    NOT("!", value -> value == 0 ? 1 : 0),
    NEGATE("-", value -> -value),
    COMPLEMENT("~", value -> ~value);

    private final String symbol;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final IntUnaryOperator meaning;

    UnaryOperator(String symbol, IntUnaryOperator meaning) {
      this.symbol = symbol;
      this.meaning = meaning;
    }

    public int of(int value) {
      return meaning.applyAsInt(value);
    }

    public String symbol() {
      return symbol;
    }
  }

  /** Operators with two operands. */
  enum BinaryOperator {
    ADD("+", (a, b) -> a + b),
    SUBTRACT("-", (a, b) -> a - b),
    MULTIPLY("*", (a, b) -> a * b),
    DIVIDE("/", (a, b) -> a / b),
    REMAINDER("%", (a, b) -> a % b),
    AND("&", (a, b) -> a & b),
    XOR("^", (a, b) -> a ^ b),
    OR("|", (a, b) -> a | b),
    GREATER(">", (a, b) -> a > b ? 1 : 0),
    LESS("<", (a, b) -> a < b ? 1 : 0),
    AT_LEAST(">=", (a, b) -> a >= b ? 1 : 0),
    AT_MOST("<=", (a, b) -> a <= b ? 1 : 0),
    EQUAL("==", (a, b) -> a == b ? 1 : 0),
    UNEQUAL("!=", (a, b) -> a != b ? 1 : 0),
    BOTH("&&", (a, b) -> a != 0 && b != 0 ? 1 : 0),
    EITHER("||", (a, b) -> a != 0 || b != 0 ? 1 : 0),
    SHIFT_LEFT("<<", (a, b) -> a << b),
    SHIFT_RIGHT(">>", (a, b) -> a >> b);

    private final String symbol;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final IntBinaryOperator meaning;

    BinaryOperator(String symbol, IntBinaryOperator meaning) {
      this.symbol = symbol;
      this.meaning = meaning;
    }

    /** The value; none where the right one is 0 and divides. */
    public Optional<Integer> of(int left, int right) {
      boolean divides = this == DIVIDE || this == REMAINDER;
      return divides && right == 0
          ? Optional.empty()
          : Optional.of(meaning.applyAsInt(left, right));
    }

    public String symbol() {
      return symbol;
    }
  }

  /** What can be asked of a channel. */
  enum ChannelQuestion {
    LEN,
    FULL,
    EMPTY,
    NFULL,
    NEMPTY
  }
}
