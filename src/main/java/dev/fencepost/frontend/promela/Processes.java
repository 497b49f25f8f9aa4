// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What expressions may ask about process types. */
final class Processes {
  private final Diagnostics diagnostics;
  private final Map<String, Integer> indices = new LinkedHashMap<>();
  private final Map<Integer, Flow> flows = new LinkedHashMap<>();
  private final List<Call> calls = new ArrayList<>();
  private boolean last;

  private record Call(int type, int arguments, SourceSpan span) {}

  Processes(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  void declare(Unit.Process unit) {
    if (indices.putIfAbsent(unit.name(), indices.size()) != null) {
      diagnostics.error(unit.span(), "'" + unit.name() + "' is declared twice");
    }
    if (indices.size() == PromelaModel.MAX_PROCESSES + 1) {
      diagnostics.error(
          unit.span(), "too many proctypes", "there may be " + PromelaModel.MAX_PROCESSES);
    }
  }

  /** From now on a process type can be asked for what is known of it. */
  void begun(int type, Flow flow) {
    flows.put(type, flow);
  }

  Optional<Integer> index(String name, SourceSpan span) {
    Optional<Integer> index = Optional.ofNullable(indices.get(name));
    if (index.isEmpty()) {
      diagnostics.error(span, "there is no proctype '" + name + "'");
    }
    return index;
  }

  void expectArguments(int type, int arguments, SourceSpan span) {
    calls.add(new Call(type, arguments, span));
  }

  /** Compares all calls with the parameters, once those are known. */
  void checkArguments() {
    for (Call call : calls) {
      Flow flow = Objects.requireNonNull(flows.get(call.type()));
      if (flow.parameters != call.arguments()) {
        diagnostics.error(
            call.span(),
            "'%s' takes %d arguments, not %d"
                .formatted(flow.name, flow.parameters, call.arguments()));
      }
    }
  }

  /** The control point of a label of a process type that the text has come to. */
  Optional<Integer> labelPoint(int type, String label) {
    return Optional.ofNullable(flows.get(type)).flatMap(flow -> flow.remotePoint(label));
  }

  Optional<Symbol> local(int type, String name) {
    return Optional.ofNullable(flows.get(type)).flatMap(flow -> flow.local(name));
  }

  void usesLast() {
    last = true;
  }

  boolean isLastUsed() {
    return last;
  }
}
