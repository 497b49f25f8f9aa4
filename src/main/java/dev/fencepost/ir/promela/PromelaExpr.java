// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.List;

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

  /** Operators with one operand. */
  enum UnaryOperator {
    NOT("!"),
    NEGATE("-"),
    COMPLEMENT("~");

    private final String symbol;

    UnaryOperator(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }

  /** Operators with two operands. */
  enum BinaryOperator {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    REMAINDER("%"),
    AND("&"),
    XOR("^"),
    OR("|"),
    GREATER(">"),
    LESS("<"),
    AT_LEAST(">="),
    AT_MOST("<="),
    EQUAL("=="),
    UNEQUAL("!="),
    BOTH("&&"),
    EITHER("||"),
    SHIFT_LEFT("<<"),
    SHIFT_RIGHT(">>");

    private final String symbol;

    BinaryOperator(String symbol) {
      this.symbol = symbol;
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
