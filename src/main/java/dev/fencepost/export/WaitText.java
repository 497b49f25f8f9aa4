// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import static dev.fencepost.export.UniformWindow.all;
import static dev.fencepost.export.UniformWindow.any;
import static dev.fencepost.export.UniformWindow.both;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.OrderTable.Rule;
import java.util.ArrayList;
import java.util.List;

/** What an instance of a window waits for, by the laws of program order and by forwarding. */
record WaitText(UniformWindow window, Ordering ordering) {

  /** Whether a compare-and-swap waits for the same whether or not it succeeds. */
  boolean waitsAlike(int pc) {
    return ordering.waitsAlike(window.code.get(pc));
  }

  /**
   * What the instance waits for: conditions of which none may be true.
   *
   * @param fails whether it is a compare-and-swap that fails
   * @param target the memory that a store reaches, or {@link UniformWindow#ALL}
   */
  List<String> waitsFor(int pc, boolean fails, int target) {
    InstanceClass later = fails ? ordering.ofFailed(window.code.get(pc)) : window.classOf(pc);
    List<String> waits = new ArrayList<>();
    for (int earlier = 0; earlier < pc; earlier++) {
      if (window.isAccess(earlier) && window.isBehind(earlier, pc)) {
        String why = any(List.of(keeps(earlier, pc, later), keeps(earlier, pc, later, target)));
        if (!why.equals("0")) {
          waits.add(
              why.equals("1") ? window.pending(earlier) : window.pending(earlier) + " && " + why);
        }
      }
    }
    return waits;
  }

  /**
   * The condition under which an earlier store that has not reached a memory delays the later
   * access there.
   */
  private String keeps(int earlier, int pc, InstanceClass later, int target) {
    Rule rule = ordering.targetRule(window.classOf(earlier), later);
    if (rule == Rule.NEVER) {
      return "0";
    }
    String which = rule == Rule.ALWAYS ? "1" : mayBeSame(earlier, pc);
    boolean byTarget = target != UniformWindow.ALL && window.isReflected(earlier);
    return both(byTarget ? "!(" + window.hasReached(earlier, target) + ")" : "1", which);
  }

  private String keeps(int earlier, int pc, InstanceClass later) {
    List<String> reasons = new ArrayList<>();
    Rule rule = ordering.rule(window.classOf(earlier), later);
    if (rule == Rule.ALWAYS) {
      return "1";
    }
    if (rule == Rule.SAME_CELL) {
      reasons.add(mayBeSame(earlier, pc));
    }
    for (int fence = earlier + 1; fence < pc; fence++) {
      if (isFenceBetween(earlier, fence, pc)) {
        Rule fenced = ordering.fenceRule(window.classOf(fence), window.classOf(earlier), later);
        if (fenced == Rule.ALWAYS) {
          reasons.add(window.pending(fence));
        } else if (fenced == Rule.SAME_CELL) {
          reasons.add("(" + window.pending(fence) + " && " + mayBeSame(earlier, pc) + ")");
        }
      }
    }
    if (later.kind() == InstanceKind.LOAD && window.isWrite(earlier)) {
      reasons.add(awaits(earlier, pc));
    }
    return any(reasons);
  }

  private boolean isFenceBetween(int earlier, int fence, int later) {
    return window.classOf(fence) != null
        && window.classOf(fence).kind() == InstanceKind.FENCE
        && window.isBehind(earlier, fence)
        && window.isBehind(fence, later);
  }

  /** Where the earlier address is not known yet, the later one waits. */
  private String mayBeSame(int earlier, int later) {
    return any(List.of(unknownAddress(earlier), window.same(earlier, later)));
  }

  /** A load waits for the address of an earlier store, and for the value if it is its cell. */
  private String awaits(int store, int load) {
    List<Expr> expressions = Registers.expressions(window.code.get(store));
    String value = window.known(store, expressions.get(expressions.size() - 1));
    String late =
        value.equals("1") ? "0" : "(" + window.same(store, load) + " && !(" + value + "))";
    return any(List.of(unknownAddress(store), late));
  }

  private String unknownAddress(int pc) {
    List<String> unknown = new ArrayList<>();
    for (Expr address : window.code.get(pc).addresses()) {
      String known = window.known(pc, address);
      unknown.add(known.equals("1") ? "0" : "!(" + known + ")");
    }
    return any(unknown);
  }

  /** Whether an earlier instance is left for which a fence keeps later ones waiting. */
  String fenceHolds(int fence) {
    List<String> held = new ArrayList<>();
    for (int earlier = 0; earlier < fence; earlier++) {
      if (window.isAccess(earlier)
          && window.isBehind(earlier, fence)
          && ordering.holds(window.classOf(fence), window.classOf(earlier))) {
        held.add(window.pending(earlier));
      }
    }
    return any(held);
  }

  /** Whether fetch stops: every later instance must wait for one that is pending. */
  String stopsFetch() {
    List<String> stops = new ArrayList<>();
    for (int pc = 0; pc < window.code.size(); pc++) {
      String all = window.isAccess(pc) ? holdsBackAll(pc) : "0";
      if (!all.equals("0")) {
        stops.add("(" + all(List.of(window.pending(pc), all)) + ")");
      }
    }
    return any(stops);
  }

  /** By the table for some classes of later instances, by fences behind it for the others. */
  private String holdsBackAll(int earlier) {
    List<String> perClass = new ArrayList<>();
    for (InstanceClass later : ordering.accesses()) {
      String held =
          ordering.rule(window.classOf(earlier), later) == Rule.ALWAYS
              ? "1"
              : fencesBetween(earlier, later);
      if (!perClass.contains(held)) {
        perClass.add(held);
      }
    }
    return all(perClass);
  }

  private String fencesBetween(int earlier, InstanceClass later) {
    List<String> fences = new ArrayList<>();
    for (int pc = earlier + 1; pc < window.code.size(); pc++) {
      if (window.mayEnter(pc)
          && window.code.get(pc) instanceof Instruction.Fence
          && window.isBehind(earlier, pc)
          && ordering.fenceRule(window.classOf(pc), window.classOf(earlier), later)
              == Rule.ALWAYS) {
        fences.add(window.pending(pc));
      }
    }
    return any(fences);
  }
}
