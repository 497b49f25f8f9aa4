// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which function calls which, and where; finds recursion. */
final class CallGraph {
  private final Map<Function, Map<Function, SourceSpan>> calls = new LinkedHashMap<>();
  private final Map<Function, SourceSpan> starts = new LinkedHashMap<>();
  private final List<Indirect> indirect = new ArrayList<>();
  private final Diagnostics diagnostics;

  CallGraph(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  void add(Function caller, Function callee, SourceSpan place) {
    calls.computeIfAbsent(caller, key -> new LinkedHashMap<>()).putIfAbsent(callee, place);
  }

  /** A function that a thread starts with. */
  void start(Function function, SourceSpan place) {
    starts.putIfAbsent(function, place);
  }

  /** A call through a pointer to functions of a type. */
  void addIndirect(Function caller, Type.FunctionType type, SourceSpan place) {
    indirect.add(new Indirect(caller, type, place));
  }

  private record Indirect(Function caller, Type.FunctionType type, SourceSpan place) {}

  /** Complains about recursion and about functions that are called but have no body. */
  void check(FunctionPointers pointers) {
    for (Indirect call : indirect) {
      pointers.of(call.type).forEach(callee -> add(call.caller, callee, call.place));
    }
    Set<Function> done = new HashSet<>();
    for (Function function : calls.keySet()) {
      visit(function, new ArrayList<>(), done);
    }
    Map<Function, SourceSpan> called = new LinkedHashMap<>(starts);
    calls.values().forEach(callees -> callees.forEach(called::putIfAbsent));
    called.forEach(
        (callee, place) -> {
          if (!callee.isDefined()) {
            diagnostics.error(place, "the function '" + callee.name() + "' has no body");
          }
        });
  }

  private void visit(Function function, List<Function> path, Set<Function> done) {
    if (done.contains(function)) {
      return;
    }
    path.add(function);
    for (Map.Entry<Function, SourceSpan> call : calls.getOrDefault(function, Map.of()).entrySet()) {
      int start = path.indexOf(call.getKey());
      if (start >= 0) {
        List<String> names = new ArrayList<>();
        path.subList(start, path.size()).forEach(each -> names.add(each.name()));
        names.add(call.getKey().name());
        diagnostics.error(
            call.getValue(),
            "recursion is not supported: " + String.join(" calls ", names),
            "functions are inlined; use a loop");
      } else {
        visit(call.getKey(), path, done);
      }
    }
    path.removeLast();
    done.add(function);
  }
}
