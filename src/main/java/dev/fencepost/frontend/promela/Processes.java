// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What expressions may ask about process types. */
final class Processes {
  static final String INIT = ":init:";

  private final Diagnostics diagnostics;
  private final Map<String, Integer> indices = new LinkedHashMap<>();
  private final List<Flow> flows = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();
  private boolean last;

  private record Call(int type, int arguments, SourceSpan span) {}

  /**
   * Process types have their numbers from the start: they are known before they are declared. Text
   * in braces declares none, such as that of an inline that nothing calls.
   */
  Processes(List<Token> tokens, Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    int depth = 0;
    for (int i = 0; i + 1 < tokens.size(); i++) {
      depth += tokens.get(i).is("{") ? 1 : tokens.get(i).is("}") ? -1 : 0;
      if (depth > 0) {
        continue;
      }
      if (tokens.get(i).is("init")) {
        indices.putIfAbsent(INIT, indices.size());
      } else if (tokens.get(i).is("proctype") && tokens.get(i + 1).isIdentifier()) {
        indices.putIfAbsent(tokens.get(i + 1).text(), indices.size());
      }
    }
  }

  Set<String> names() {
    return indices.keySet();
  }

  List<Flow> flows() {
    return flows;
  }

  /** From now on a process type can be asked for what is known of it. */
  void begin(Flow flow) {
    if (flows.stream().anyMatch(known -> known.name.equals(flow.name))) {
      diagnostics.error(flow.span, "'" + flow.name + "' is declared twice");
    }
    flows.add(flow);
    if (flows.size() == PromelaModel.MAX_PROCESSES + 1) {
      diagnostics.error(
          flow.span, "too many proctypes", "there may be " + PromelaModel.MAX_PROCESSES);
    }
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

  /**
   * Compares all calls with the parameters, once those are known. An error may have hidden a
   * declaration.
   */
  void checkArguments() {
    if (flows.size() < indices.size()) {
      return;
    }
    for (Call call : calls) {
      Flow flow = flows.get(call.type());
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
    return begun(type).flatMap(flow -> flow.remotePoint(label));
  }

  Optional<Symbol> local(int type, String name) {
    return begun(type).flatMap(flow -> flow.local(name));
  }

  private Optional<Flow> begun(int type) {
    return type < flows.size() ? Optional.of(flows.get(type)) : Optional.empty();
  }

  void usesLast() {
    last = true;
  }

  boolean isLastUsed() {
    return last;
  }
}
