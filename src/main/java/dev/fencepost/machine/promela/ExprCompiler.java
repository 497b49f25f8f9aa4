// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ValueType;
import java.util.List;

/** Makes expressions ready to run. */
final class ExprCompiler {
  private final PromelaProgram program;
  private final ChannelCompiler channels;
  private boolean startsProcesses;
  private boolean asksForProgress;

  ExprCompiler(PromelaProgram program) {
    this.program = program;
    channels = new ChannelCompiler(this);
  }

  ChannelCompiler channels() {
    return channels;
  }

  /** Whether any expression that was compiled asks for progress. */
  boolean asksForProgress() {
    return asksForProgress;
  }

  ExprCode compile(Expr expr) {
    return switch (expr) {
      case Expr.Constant(int value) -> frame -> value;
      case Expr.Read(Place place) -> read(place);
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) ->
          Operators.unary(operator, compile(operand));
      case Expr.Binary(
              Expr.BinaryOperator operator,
              Expr.Read(Place place),
              Expr.Constant(int value))
          when isByte(place) ->
          place.region() == Place.Region.GLOBAL
              ? ByteTests.global(operator, program.globals + start(place), value)
              : ByteTests.local(operator, start(place), value);
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr.Constant(int value)) ->
          Operators.binary(operator, compile(left), value);
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right) ->
          Operators.binary(operator, compile(left), compile(right));
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
      case Expr.NonProgress progress -> {
        asksForProgress = true;
        yield frame -> frame.nonProgress ? 1 : 0;
      }
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
    CompiledPlace where = place(place);
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

  private ExprCode enabled(ExprCode process) {
    return frame -> {
      int number = process.eval(frame);
      if (number < 0 || number >= frame.processes) {
        return 0;
      }
      int self = frame.pid;
      int variables = frame.variables;
      frame.enter(number);
      boolean can = Enabling.canStep(frame);
      frame.pid = self;
      frame.variables = variables;
      return can ? 1 : 0;
    };
  }

  /** Whether any expression that was compiled starts a process. */
  boolean startsProcesses() {
    return startsProcesses;
  }

  private ExprCode run(Expr.Run run) {
    startsProcesses = true;
    List<ExprCode> arguments = run.arguments().stream().map(this::compile).toList();
    ExprCode[] values = arguments.toArray(ExprCode[]::new);
    ProcessCode type = program.types[run.processType()];
    return frame -> {
      if (frame.trial) {
        return 1;
      }
      for (int i = 0; i < values.length; i++) {
        frame.message[i] = values[i].eval(frame);
      }
      return frame.addProcess(type, frame.message);
    };
  }

  /** Whether a place is one byte that is always at the same offset. */
  private static boolean isByte(Place place) {
    return place.bytes() == 1 && place.region() != Place.Region.NOWHERE && isFixed(place);
  }

  private static boolean isFixed(Place place) {
    return place.indices().stream()
        .allMatch(
            index ->
                index.value() instanceof Expr.Constant(int value)
                    && value >= 0
                    && value < index.length());
  }

  /** The offset of a fixed place in its region. */
  private static int start(Place place) {
    int start = place.offset();
    for (Place.Index index : place.indices()) {
      start += ((Expr.Constant) index.value()).value() * index.stride();
    }
    return start;
  }

  CompiledPlace place(Place place) {
    boolean local = place.region() == Place.Region.LOCAL;
    int base = place.region() == Place.Region.GLOBAL ? program.globals : 0;
    int start = base + (isFixed(place) ? start(place) : place.offset());
    if (isFixed(place)) {
      return local ? (frame, variables) -> variables + start : (frame, variables) -> start;
    }
    Place.Index first = place.indices().getFirst();
    if (place.indices().size() > 1) {
      return several(start, local, place.indices());
    }
    return !local && first.value() instanceof Expr.Pid
        ? byProcess(start, first.length(), first.stride())
        : single(start, local, compile(first.value()), first.length(), first.stride());
  }

  private CompiledPlace several(int start, boolean local, List<Place.Index> all) {
    int count = all.size();
    ExprCode[] indices = new ExprCode[count];
    int[] lengths = new int[count];
    int[] strides = new int[count];
    for (int i = 0; i < count; i++) {
      indices[i] = compile(all.get(i).value());
      lengths[i] = all.get(i).length();
      strides[i] = all.get(i).stride();
    }
    return (frame, variables) -> {
      int at = local ? variables + start : start;
      for (int i = 0; i < count; i++) {
        int index = indices[i].eval(frame);
        if (index < 0 || index >= lengths[i]) {
          frame.fail(PromelaViolation.INDEX);
          return -1;
        }
        at += index * strides[i];
      }
      return at;
    };
  }

  private static CompiledPlace byProcess(int start, int length, int stride) {
    return (frame, variables) -> {
      if (frame.pid >= length) {
        frame.fail(PromelaViolation.INDEX);
        return -1;
      }
      return start + frame.pid * stride;
    };
  }

  private static CompiledPlace single(
      int start, boolean local, ExprCode value, int length, int stride) {
    return (frame, variables) -> {
      int index = value.eval(frame);
      if (index < 0 || index >= length) {
        frame.fail(PromelaViolation.INDEX);
        return -1;
      }
      return start + index * stride + (local ? variables : 0);
    };
  }

  private ExprCode read(Place place) {
    boolean small = place.bytes() == 1;
    if (place.region() == Place.Region.NOWHERE) {
      return frame -> 0;
    }
    if (isByte(place)) {
      int start = start(place);
      int global = program.globals + start;
      return place.region() == Place.Region.GLOBAL
          ? frame -> frame.bytes[global] & 0xff
          : frame -> frame.bytes[frame.variables + start] & 0xff;
    }
    CompiledPlace where = place(place);
    if (small) {
      return frame -> {
        int at = where.at(frame, frame.variables);
        return at < 0 ? 0 : frame.bytes[at] & 0xff;
      };
    }
    ValueType type = place.type();
    int width = place.width();
    return frame -> {
      int at = where.at(frame, frame.variables);
      return at < 0 ? 0 : Bytes.get(frame.bytes, at, type, width);
    };
  }

  static ValueStore store(ValueType type, int width) {
    return switch (type) {
      case BIT -> (bytes, at, value) -> bytes[at] = (byte) (value & 1);
      case BYTE, PID, MTYPE, CHAN -> (bytes, at, value) -> bytes[at] = (byte) value;
      case SHORT -> Bytes::putShort;
      case INT -> Bytes::putInt;
      case UNSIGNED -> (bytes, at, value) -> Bytes.put(bytes, at, type, width, value);
    };
  }
}
