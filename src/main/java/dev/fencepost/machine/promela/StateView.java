// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.ir.promela.PromelaExpr.UnaryOperator;
import dev.fencepost.ir.promela.ValueType;
import dev.fencepost.ir.promela.Variable;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.TraceStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The values of a state, by the names of the model. */
final class StateView {
  private final PromelaProgram program;
  private final PromelaFrame frame;

  StateView(PromelaProgram program, byte[] state) {
    this.program = program;
    frame = new PromelaFrame(program);
    frame.load(state, 0, state.length);
  }

  int processes() {
    return frame.processes;
  }

  String name(int process) {
    return frame.processCode[process].type.name() + "(" + process + ")";
  }

  /**
   * The variables of a process, or the global ones.
   *
   * @param start the position of their region
   * @param prefix stands before their names
   */
  private record Variables(List<Variable> list, int start, String prefix) {
    Variables plain() {
      return new Variables(list, start, "");
    }
  }

  private Variables global() {
    return new Variables(program.model.globals(), program.globals, "");
  }

  private Variables of(int process) {
    ProcessCode code = frame.processCode[process];
    int start = frame.processAt[process] + code.header;
    return new Variables(code.type.variables(), start, name(process) + ":");
  }

  /** The global variables; the value of a channel is its messages. */
  List<NamedValue> globals() {
    return values(global());
  }

  /** All variables; those of a process begin with its name. */
  List<NamedValue> all() {
    List<NamedValue> all = new ArrayList<>(globals());
    for (int i = 0; i < frame.processes; i++) {
      all.addAll(values(of(i)));
    }
    return all;
  }

  List<TraceStep.ThreadView> processesViewed() {
    List<TraceStep.ThreadView> views = new ArrayList<>();
    for (int i = 0; i < frame.processes; i++) {
      TransitionCode[] next = frame.processCode[i].points[frame.point(i)];
      SourceSpan place = next.length == 0 ? SourceSpan.NONE : next[0].transition.origin().span();
      String at = next.length == 0 ? "" : place.toString();
      List<NamedValue> locals = values(of(i).plain());
      views.add(new TraceStep.ThreadView(name(i), at, place, locals, List.of()));
    }
    return views;
  }

  private List<NamedValue> values(Variables variables) {
    List<NamedValue> values = new ArrayList<>();
    for (Variable variable : variables.list) {
      for (int i = 0; i < variable.length(); i++) {
        values.add(element(variables, variable, i));
      }
    }
    return values;
  }

  private NamedValue element(Variables variables, Variable variable, int i) {
    int at = variables.start + variable.offset() + i * variable.stride();
    int value = Bytes.get(frame.bytes, at, variable.type(), variable.width());
    String index = variable.isArray() ? "[" + i + "]" : "";
    return new NamedValue(variables.prefix + variable.name() + index, text(variable, value));
  }

  /** Whether a name of {@link #all} is that of a process's variable. */
  static boolean isLocal(String name) {
    return name.indexOf(':') >= 0;
  }

  /** A name of {@link #all} without that of a process. */
  static String ownName(String name) {
    return name.substring(name.indexOf(':') + 1);
  }

  /** The global variables whose values differ in a later state. */
  List<String> changed(StateView later) {
    List<NamedValue> here = globals();
    List<NamedValue> there = later.globals();
    return IntStream.range(0, here.size())
        .filter(i -> !here.get(i).equals(there.get(i)))
        .mapToObj(i -> here.get(i).name())
        .toList();
  }

  /** The transitions from the control point of a process. */
  List<TransitionCode> next(int process) {
    return List.of(frame.processCode[process].points[frame.point(process)]);
  }

  /**
   * The variable at a place, with its name as in {@link #all}; nothing where an index is not
   * simple.
   */
  Optional<NamedValue> at(Place place, int process) {
    Optional<Variables> region = region(place, process);
    Optional<Integer> offset = region.flatMap(known -> offset(place, process));
    if (offset.isEmpty()) {
      return Optional.empty();
    }
    int at = offset.get();
    return region.get().list.stream()
        .filter(each -> each.offset() <= at && at < each.offset() + each.length() * each.stride())
        .findFirst()
        .map(each -> element(region.get(), each, (at - each.offset()) / each.stride()));
  }

  /** The variables among which a place is. */
  private Optional<Variables> region(Place place, int process) {
    return switch (place.region()) {
      case GLOBAL -> Optional.of(global());
      case LOCAL -> process < 0 ? Optional.empty() : Optional.of(of(process));
      case NOWHERE -> Optional.empty();
    };
  }

  /** An expression that a process asks, or -1 where none does. */
  record Question(int process, PromelaExpr value) {}

  /** The variables that a question reads. */
  List<NamedValue> reads(Question question) {
    return reads(Accesses.of(question.value), question.process);
  }

  /** The variables that a process reads. */
  List<NamedValue> reads(Accesses accesses, int process) {
    return accesses.reads().stream().flatMap(place -> at(place, process).stream()).toList();
  }

  /** The offset in its region, if all indices are known and within bounds. */
  private Optional<Integer> offset(Place place, int process) {
    int offset = place.offset();
    for (Place.Index index : place.indices()) {
      Optional<Integer> value = number(index.value(), process);
      if (value.isEmpty() || value.get() < 0 || value.get() >= index.length()) {
        return Optional.empty();
      }
      offset += value.get() * index.stride();
    }
    return Optional.of(offset);
  }

  /** The value of an expression of constants, variables and operators, where it has one. */
  Optional<Integer> number(PromelaExpr expr, int process) {
    return switch (expr) {
      case PromelaExpr.Constant(int value) -> Optional.of(value);
      case PromelaExpr.Pid pid -> Optional.of(process);
      case PromelaExpr.Read(Place place) ->
          region(place, process)
              .flatMap(known -> offset(place, process).map(offset -> known.start + offset))
              .map(at -> Bytes.get(frame.bytes, at, place.type(), place.width()));
      case PromelaExpr.Unary(UnaryOperator sign, PromelaExpr operand) ->
          number(operand, process).map(sign::of);
      case PromelaExpr.Binary(BinaryOperator sign, PromelaExpr left, PromelaExpr right) ->
          number(left, process).flatMap(a -> number(right, process).flatMap(b -> sign.of(a, b)));
      case PromelaExpr.Conditional(PromelaExpr condition, PromelaExpr yes, PromelaExpr no) ->
          number(condition, process).flatMap(a -> number(a != 0 ? yes : no, process));
      default -> Optional.empty();
    };
  }

  /** What the model calls a channel. */
  String channelName(PromelaExpr channel, int process) {
    return channel instanceof PromelaExpr.Read(Place place)
        ? at(place, process)
            .map(NamedValue::name)
            .filter(name -> !isLocal(name))
            .orElse(place.text())
        : "a channel";
  }

  private String text(Variable variable, int value) {
    return switch (variable.type()) {
      case MTYPE -> mtype(variable.mtype(), value);
      case CHAN -> channel(value);
      case BIT, BYTE, PID, SHORT, INT, UNSIGNED -> Integer.toString(value);
    };
  }

  private String mtype(String set, int value) {
    List<String> names = program.model.mtypes().getOrDefault(set, List.of());
    return value > 0 && value <= names.size() ? names.get(value - 1) : Integer.toString(value);
  }

  private boolean isChannel(int number) {
    return number > 0 && number <= frame.channels;
  }

  private String channel(int number) {
    if (!isChannel(number)) {
      return "none";
    }
    return frame.channelCode[number - 1].isRendezvous()
        ? "rendezvous " + number
        : messages(number).stream().collect(Collectors.joining(" ", "[", "]"));
  }

  /** The messages in a channel; a rendezvous has none, and what is no channel. */
  List<String> messages(int number) {
    List<String> messages = new ArrayList<>();
    if (!isChannel(number)) {
      return messages;
    }
    ChannelCode code = frame.channelCode[number - 1];
    int at = frame.channelAt[number - 1];
    int count = code.isRendezvous() ? 0 : frame.bytes[at] & 0xff;
    for (int slot = 0; slot < count; slot++) {
      StringJoiner fields = new StringJoiner(",");
      for (int i = 0; i < code.types.length; i++) {
        int value = code.field(frame.bytes, code.message(at, slot), i);
        boolean named = code.types[i] == ValueType.MTYPE;
        fields.add(named ? mtype(code.mtypes[i], value) : Integer.toString(value));
      }
      messages.add(fields.toString());
    }
    return messages;
  }
}
