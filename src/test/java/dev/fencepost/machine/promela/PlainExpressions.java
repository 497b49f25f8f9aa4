// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
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

  ExprCode compile(PromelaExpr expr) {
    return switch (expr) {
      case PromelaExpr.Constant(int value) -> frame -> value;
      case PromelaExpr.Read(Place place) -> read(place);
      case PromelaExpr.Unary(PromelaExpr.UnaryOperator operator, PromelaExpr operand) ->
          PlainOperators.unary(operator, compile(operand));
      case PromelaExpr.Binary(
              PromelaExpr.BinaryOperator operator,
              PromelaExpr left,
              PromelaExpr right) ->
          PlainOperators.binary(operator, compile(left), compile(right));
      case PromelaExpr.Conditional(PromelaExpr condition, PromelaExpr yes, PromelaExpr no) -> {
        ExprCode test = compile(condition);
        ExprCode first = compile(yes);
        ExprCode second = compile(no);
        yield frame -> test.eval(frame) != 0 ? first.eval(frame) : second.eval(frame);
      }
      case PromelaExpr.Run run -> run(run);
      case PromelaExpr.ChannelTest(PromelaExpr.ChannelQuestion question, PromelaExpr channel) ->
          channels.test(question, compile(channel));
      case PromelaExpr.Poll poll -> channels.poll(poll);
      case PromelaExpr.Enabled(PromelaExpr process) -> enabled(compile(process));
      case PromelaExpr.PcValue(PromelaExpr process) -> {
        ExprCode number = compile(process);
        yield frame -> point(frame, number.eval(frame));
      }
      case PromelaExpr.Timeout timeout -> frame -> frame.timeout ? 1 : 0;
      case PromelaExpr.NonProgress progress -> frame -> frame.nonProgress ? 1 : 0;
      case PromelaExpr.Pid pid -> frame -> frame.pid;
      // in SPIN a never claim counts as a process
      case PromelaExpr.ProcessCount count ->
          program.hasClaim ? frame -> frame.processes + 1 : frame -> frame.processes;
      case PromelaExpr.Last last -> {
        int at = program.lastAt;
        yield frame -> frame.bytes[at] & 0xff;
      }
      case PromelaExpr.AtLabel(int type, PromelaExpr process, int point) -> {
        ExprCode number = number(type, process);
        yield frame -> point(frame, number.eval(frame)) == point ? 1 : 0;
      }
      case PromelaExpr.RemoteRead(int type, PromelaExpr process, Place place) ->
          remote(type, number(type, process), place);
    };
  }

  /** A negative constant stands for the oldest process of a type. */
  private ExprCode number(int type, PromelaExpr process) {
    if (!(process instanceof PromelaExpr.Constant(int value)) || value >= 0) {
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

  private ExprCode run(PromelaExpr.Run run) {
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
