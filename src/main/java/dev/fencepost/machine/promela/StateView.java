// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Variable;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.TraceStep;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

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

  /** The global variables; the value of a channel is its messages. */
  List<NamedValue> globals() {
    return values(program.model.globals(), program.globals, "");
  }

  List<NamedValue> locals(int process) {
    ProcessCode code = frame.processCode[process];
    int start = frame.processAt[process] + code.header;
    return values(code.type.variables(), start, "");
  }

  /** All variables; those of a process begin with its name. */
  List<NamedValue> all() {
    List<NamedValue> all = new ArrayList<>(globals());
    for (int i = 0; i < frame.processes; i++) {
      ProcessCode code = frame.processCode[i];
      int start = frame.processAt[i] + code.header;
      all.addAll(values(code.type.variables(), start, name(i) + ":"));
    }
    return all;
  }

  List<TraceStep.ThreadView> processesViewed() {
    List<TraceStep.ThreadView> views = new ArrayList<>();
    for (int i = 0; i < frame.processes; i++) {
      TransitionCode[] next = frame.processCode[i].points[frame.point(i)];
      SourceSpan place = next.length == 0 ? SourceSpan.NONE : next[0].transition.origin().span();
      String at = next.length == 0 ? "" : place.toString();
      views.add(new TraceStep.ThreadView(name(i), at, place, locals(i), List.of()));
    }
    return views;
  }

  private List<NamedValue> values(List<Variable> variables, int start, String prefix) {
    List<NamedValue> values = new ArrayList<>();
    for (Variable variable : variables) {
      for (int i = 0; i < variable.length(); i++) {
        int at = start + variable.offset() + i * variable.stride();
        int value = Bytes.get(frame.bytes, at, variable.type(), variable.width());
        String index = variable.isArray() ? "[" + i + "]" : "";
        values.add(new NamedValue(prefix + variable.name() + index, text(variable, value)));
      }
    }
    return values;
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

  private String channel(int number) {
    if (number <= 0 || number > frame.channels) {
      return "none";
    }
    ChannelCode code = frame.channelCode[number - 1];
    if (code.isRendezvous()) {
      return "rendezvous " + number;
    }
    int at = frame.channelAt[number - 1];
    StringJoiner messages = new StringJoiner(" ", "[", "]");
    for (int slot = 0; slot < (frame.bytes[at] & 0xff); slot++) {
      StringJoiner fields = new StringJoiner(",");
      for (int i = 0; i < code.types.length; i++) {
        int field = at + 1 + slot * code.messageBytes + code.offsets[i];
        int value = Bytes.get(frame.bytes, field, code.types[i], 0);
        boolean named = code.types[i] == dev.fencepost.ir.promela.ValueType.MTYPE;
        fields.add(named ? mtype(code.mtypes[i], value) : Integer.toString(value));
      }
      messages.add(fields.toString());
    }
    return messages.toString();
  }
}
