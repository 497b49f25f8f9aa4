// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.List;

/** An expression; values are 32-bit integers, as in SPIN's verifiers. */
public sealed interface Expr {

  /** A constant. */
  record Constant(int value) implements Expr {}

  /** The value of a variable. */
  record Read(Place place) implements Expr {}

  record Unary(UnaryOperator operator, Expr operand) implements Expr {}

  record Binary(BinaryOperator operator, Expr left, Expr right) implements Expr {}

  /** {@code (condition -> yes : no)}. */
  record Conditional(Expr condition, Expr yes, Expr no) implements Expr {}

  /** Starts a process; its value is the number of the process. */
  record Run(int processType, List<Expr> arguments) implements Expr {
    public Run {
      arguments = List.copyOf(arguments);
    }
  }

  /** A question about the number of messages in a channel. */
  record ChannelTest(ChannelQuestion question, Expr channel) implements Expr {}

  /** Whether a receive would be possible now. */
  record Poll(Expr channel, boolean anywhere, List<Pattern> patterns) implements Expr {
    public Poll {
      patterns = List.copyOf(patterns);
    }
  }

  /** Whether a process can take a step. */
  record Enabled(Expr process) implements Expr {}

  /** The control point of a process. */
  record PcValue(Expr process) implements Expr {}

  /** True when no process can take a step otherwise. */
  record Timeout() implements Expr {}

  /** True unless a process is at a progress label. */
  record NonProgress() implements Expr {}

  /** The number of the process itself. */
  record Pid() implements Expr {}

  /** The number of processes. */
  record ProcessCount() implements Expr {}

  /** The number of the process that took the last step. */
  record Last() implements Expr {}

  /** Whether a process is at a control point; of the only process of its type if none is named. */
  record AtLabel(int processType, Expr process, int point) implements Expr {}

  /** A variable of another process. */
  record RemoteRead(int processType, Expr process, Place place) implements Expr {}

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
