// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.export.StaticThreads.StaticThread;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Conditions of properties. Where threads have memories of their own a cell is read as its observer
 * sees it: each thread that runs the named function, or the first one before any was started; each
 * thread where none is named.
 */
record ConditionText(Program program, StaticThreads threads, MemoryText memory) {

  /** Whether the condition holds, for all its observers; not where it has no value. */
  String of(Expr condition) {
    if (memory.isShared()) {
      return seen(condition, Map.of(), 0);
    }
    List<Integer> observers = condition.observers().stream().boxed().toList();
    List<String> parts = new ArrayList<>();
    for (int other = 0; other < memory.threads(); other++) {
      View view = new View(Map.of(), other, memory.isAlive(other));
      add(condition, observers, view, parts);
    }
    return "(" + UniformWindow.all(parts) + ")";
  }

  /**
   * Who looks.
   *
   * @param chosen the thread for each observer
   * @param other the thread where no observer is named
   * @param when the condition under which these threads look
   */
  private record View(Map<Integer, Integer> chosen, int other, String when) {
    View with(int observer, int thread, String newWhen) {
      Map<Integer, Integer> more = new HashMap<>(chosen);
      more.put(observer, thread);
      return new View(more, other, newWhen);
    }
  }

  /** Adds what the condition says for each choice of threads for the open observers. */
  private void add(Expr condition, List<Integer> open, View view, List<String> parts) {
    if (open.isEmpty()) {
      String seen = seen(condition, view.chosen(), view.other());
      parts.add(view.when().equals("1") ? seen : "(!(" + view.when() + ") || " + seen + ")");
      return;
    }
    int observer = open.get(0);
    List<Integer> rest = open.subList(1, open.size());
    List<String> nobody = new ArrayList<>(List.of(view.when()));
    for (StaticThread thread : threads.all()) {
      if (thread.declaration() == observer) {
        String started = memory.isAlive(thread.number());
        nobody.add(UniformWindow.negated(started));
        String when = UniformWindow.both(view.when(), started);
        add(condition, rest, view.with(observer, thread.number(), when), parts);
      }
    }
    String none = UniformWindow.all(nobody);
    if (!none.equals("0")) {
      add(condition, rest, view.with(observer, 0, none), parts);
    }
  }

  private String seen(Expr condition, Map<Integer, Integer> chosen, int other) {
    ExprText text =
        new ExprText(
            program,
            register -> {
              throw new IllegalStateException("a register in a property");
            },
            (cell, observer) -> memory.at(chosen.getOrDefault(observer, other), cell));
    List<String> parts = new ArrayList<>(text.defined(condition));
    parts.add(text.of(condition));
    return "(" + String.join(" && ", parts) + ")";
  }
}
