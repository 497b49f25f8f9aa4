// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ValueType;

/** Expressions as trees of closures. */
final class PlainExpressions {
  private final PromelaProgram program;
  private final PlainChannels channels;

  /** Whether {@code run} starts processes; otherwise its value is 1. */
  private final boolean starts;

  PlainExpressions(PromelaProgram program, boolean starts) {
    this.program = program;
    this.starts = starts;
    channels = new PlainChannels(this);
  }

  PlainChannels channels() {
    return channels;
  }

  ExprCode compile(Expr expr) {
    return switch (expr) {
      case Expr.Constant(int value) -> frame -> value;
      case Expr.Read(Place place) -> read(place);
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) ->
          PlainOperators.unary(operator, compile(operand));
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right) ->
          PlainOperators.binary(operator, compile(left), compile(right));
      case Expr.Conditional(Expr condition, Expr yes, Expr no) -> {
        ExprCode test = compile(condition);
        ExprCode first = compile(yes);
        ExprCode second = compile(no);
        yield frame -> test.eval(frame) != 0 ? first.eval(frame) : second.eval(frame);
      }
      case Expr.Run run -> run(run);
      case Expr.ChannelTest(Expr.ChannelQuestion question, Expr channel) ->
          channels.test(question, compile(channel));
      case Expr.Poll poll -> channels.poll(poll);
      case Expr.Enabled(Expr process) -> enabled(compile(process));
      case Expr.PcValue(Expr process) -> {
        ExprCode number = compile(process);
        yield frame -> point(frame, number.eval(frame));
      }
      case Expr.Timeout timeout -> frame -> frame.timeout ? 1 : 0;
      case Expr.NonProgress progress -> frame -> frame.nonProgress ? 1 : 0;
      case Expr.Pid pid -> frame -> frame.pid;
      // in SPIN a never claim counts as a process
      case Expr.ProcessCount count ->
          program.hasClaim ? frame -> frame.processes + 1 : frame -> frame.processes;
      case Expr.Last last -> {
        int at = program.lastAt;
        yield frame -> frame.bytes[at] & 0xff;
      }
      case Expr.AtLabel(int type, Expr process, int point) -> {
        ExprCode number = number(type, process);
        yield frame -> point(frame, number.eval(frame)) == point ? 1 : 0;
      }
      case Expr.RemoteRead(int type, Expr process, Place place) ->
          remote(type, number(type, process), place);
    };
  }

  /** A negative constant stands for the oldest process of a type. */
  private ExprCode number(int type, Expr process) {
    if (!(process instanceof Expr.Constant(int value)) || value >= 0) {
      return compile(process);
    }
    return frame -> {
      for (int i = 0; i < frame.processes; i++) {
        if (frame.processCode[i].index == type) {
          return i;
        }
      }
      return -1;
    };
  }

  private static int point(PromelaFrame frame, int process) {
    return process < 0 || process >= frame.processes ? 0 : frame.point(process);
  }

  private ExprCode remote(int type, ExprCode number, Place place) {
    PlainPlace where = place(place);
    ValueType value = place.type();
    int width = place.width();
    int header = program.types[type].header;
    return frame -> {
      int process = number.eval(frame);
      boolean there =
          process >= 0 && process < frame.processes && frame.processCode[process].index == type;
      if (!there) {
        return 0;
      }
      int at = where.at(frame, frame.processAt[process] + header);
      return at < 0 ? 0 : Bytes.get(frame.bytes, at, value, width);
    };
  }

  private static ExprCode enabled(ExprCode process) {
    return frame -> FrameOperations.enabled(process.eval(frame), frame) ? 1 : 0;
  }

  private ExprCode run(Expr.Run run) {
    if (!starts) {
      return frame -> 1;
    }
    ExprCode[] values = run.arguments().stream().map(this::compile).toArray(ExprCode[]::new);
    return frame -> {
      for (int i = 0; i < values.length; i++) {
        frame.message[i] = values[i].eval(frame);
      }
      return frame.addProcess(run.processType());
    };
  }

  PlainPlace place(Place place) {
    boolean local = place.region() == Place.Region.LOCAL;
    ExprCode[] indices =
        place.indices().stream().map(index -> compile(index.value())).toArray(ExprCode[]::new);
    return (frame, variables) -> {
      int at = place.offset() + (local ? variables : program.globals);
      for (int i = 0; i < indices.length; i++) {
        int index = indices[i].eval(frame);
        if (index < 0 || index >= place.indices().get(i).length()) {
          frame.fail(PromelaViolation.INDEX);
          return -1;
        }
        at += index * place.indices().get(i).stride();
      }
      return at;
    };
  }

  private ExprCode read(Place place) {
    if (place.region() == Place.Region.NOWHERE) {
      return frame -> 0;
    }
    PlainPlace where = place(place);
    return frame -> {
      int at = where.at(frame, frame.variables);
      return at < 0 ? 0 : Bytes.get(frame.bytes, at, place.type(), place.width());
    };
  }
}
