// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.export.StaticThreads.StaticThread;
import dev.fencepost.ir.AtomicBlocks;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.OrderTable.Rule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The instances of a thread without loops: each instruction is fetched once at most, so that flags
 * by position are its window. Gives names to what stands in the state, and the conditions under
 * which an instance waits.
 */
final class UniformWindow {
  final int number;
  final List<Instruction> code;
  final ExprText registers;
  private final Program program;
  private final Ordering ordering;
  private final AtomicBlocks blocks;
  private final InstanceClass[] classes;

  /** For each instruction the registers it reads, and where they stand among all operands. */
  private final List<List<Integer>> operands = new ArrayList<>();

  private final int[] firstOperand;
  private final BitSet[] behind;

  UniformWindow(Program program, StaticThread thread, Ordering ordering) {
    this.program = program;
    this.ordering = ordering;
    number = thread.number();
    code = thread.code().code();
    blocks = new AtomicBlocks(code);
    registers = new ExprText(program, register -> "r" + number + "[" + register + "]");
    classes = new InstanceClass[code.size()];
    firstOperand = new int[code.size() + 1];
    behind = new BitSet[code.size()];
    for (int pc = 0; pc < code.size(); pc++) {
      classes[pc] = ordering.of(code.get(pc));
      List<Integer> reads = new ArrayList<>();
      if (mayEnter(pc)) {
        BitSet read = new BitSet();
        Registers.expressions(code.get(pc)).forEach(expr -> read.or(Registers.read(expr)));
        read.stream().forEach(reads::add);
      }
      operands.add(reads);
      firstOperand[pc + 1] = firstOperand[pc] + reads.size();
    }
    for (int pc = code.size() - 1; pc >= 0; pc--) {
      behind[pc] = new BitSet();
      for (int next : ControlFlow.successors(code.get(pc), pc)) {
        behind[pc].set(next);
        behind[pc].or(behind[next]);
      }
    }
  }

  boolean isInBlock(int pc) {
    return blocks.isInside(pc);
  }

  /** Whether instances of this instruction may have to wait in the window. */
  boolean mayEnter(int pc) {
    Instruction instruction = code.get(pc);
    return !blocks.isInside(pc)
        && (classes[pc] != null
            || instruction instanceof Instruction.Assign
            || instruction instanceof Instruction.Assert);
  }

  boolean isAccess(int pc) {
    return mayEnter(pc) && classes[pc] != null && classes[pc].kind() != InstanceKind.FENCE;
  }

  private boolean isWrite(int pc) {
    return isAccess(pc) && classes[pc].kind() == InstanceKind.STORE;
  }

  int operandCount() {
    return firstOperand[code.size()];
  }

  List<Integer> operands(int pc) {
    return operands.get(pc);
  }

  String operand(int pc, int index) {
    return "v" + number + "[" + (firstOperand[pc] + index) + "]";
  }

  String operandSource(int pc, int index) {
    return "w" + number + "[" + (firstOperand[pc] + index) + "]";
  }

  /** Whether the instance is in the window. */
  String pending(int pc) {
    return "s" + number + "[" + pc + "]";
  }

  /** Expressions over the operands that an instance has taken along. */
  ExprText taken(int pc) {
    return new ExprText(program, register -> operand(pc, operands.get(pc).indexOf(register)));
  }

  /** Whether the operands of an expression of a pending instance are known. */
  String known(int pc, Expr expr) {
    List<String> conditions = new ArrayList<>();
    Registers.read(expr).stream()
        .forEach(
            register ->
                conditions.add(operandSource(pc, operands.get(pc).indexOf(register)) + " == 0"));
    return all(conditions);
  }

  /** Whether all operands of a pending instance are known. */
  String ready(int pc) {
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < operands.get(pc).size(); i++) {
      conditions.add(operandSource(pc, i) + " == 0");
    }
    return all(conditions);
  }

  /** The addresses that an instruction accesses. */
  static List<Expr> addresses(Instruction instruction) {
    List<Expr> expressions = Registers.expressions(instruction);
    return instruction instanceof Instruction.DoubleCompareAndSwap
        ? expressions.subList(0, 2)
        : expressions.subList(0, 1);
  }

  /** Stores before this one that a load may have to take its value from, oldest first. */
  List<Integer> storesBefore(int pc) {
    List<Integer> stores = new ArrayList<>();
    for (int earlier = 0; earlier < pc; earlier++) {
      if (isWrite(earlier) && behind[earlier].get(pc)) {
        stores.add(earlier);
      }
    }
    return stores;
  }

  /** What the instance waits for: conditions of which none may be true. */
  List<String> waitsFor(int pc) {
    List<String> waits = new ArrayList<>();
    for (int earlier = 0; earlier < pc; earlier++) {
      if (isAccess(earlier) && behind[earlier].get(pc)) {
        String why = keeps(earlier, pc);
        if (!why.equals("0")) {
          waits.add(why.equals("1") ? pending(earlier) : pending(earlier) + " && " + why);
        }
      }
    }
    return waits;
  }

  private String keeps(int earlier, int later) {
    List<String> reasons = new ArrayList<>();
    Rule rule = ordering.rule(classes[earlier], classes[later]);
    if (rule == Rule.ALWAYS) {
      return "1";
    }
    if (rule == Rule.SAME_CELL) {
      reasons.add(mayBeSame(earlier, later));
    }
    for (int fence = earlier + 1; fence < later; fence++) {
      if (isFenceBetween(earlier, fence, later)) {
        Rule fenced = ordering.fenceRule(classes[fence], classes[earlier], classes[later]);
        if (fenced == Rule.ALWAYS) {
          reasons.add(pending(fence));
        } else if (fenced == Rule.SAME_CELL) {
          reasons.add("(" + pending(fence) + " && " + mayBeSame(earlier, later) + ")");
        }
      }
    }
    if (classes[later].kind() == InstanceKind.LOAD && isWrite(earlier)) {
      reasons.add(awaits(earlier, later));
    }
    return any(reasons);
  }

  private boolean isFenceBetween(int earlier, int fence, int later) {
    return classes[fence] != null
        && classes[fence].kind() == InstanceKind.FENCE
        && behind[earlier].get(fence)
        && behind[fence].get(later);
  }

  /** Where the earlier address is not known yet, the later one waits. */
  private String mayBeSame(int earlier, int later) {
    List<String> reasons = new ArrayList<>(List.of(unknownAddress(earlier)));
    reasons.add(same(earlier, later));
    return any(reasons);
  }

  /** A load waits for the address of an earlier store, and for the value if it is its cell. */
  private String awaits(int store, int load) {
    List<Expr> expressions = Registers.expressions(code.get(store));
    String value = known(store, expressions.get(expressions.size() - 1));
    String late = value.equals("1") ? "0" : "(" + same(store, load) + " && !(" + value + "))";
    return any(List.of(unknownAddress(store), late));
  }

  private String unknownAddress(int pc) {
    List<String> unknown = new ArrayList<>();
    for (Expr address : addresses(code.get(pc))) {
      String known = known(pc, address);
      unknown.add(known.equals("1") ? "0" : "!(" + known + ")");
    }
    return any(unknown);
  }

  /** Whether two instances access a common cell. */
  String same(int earlier, int later) {
    List<String> equal = new ArrayList<>();
    for (Expr first : addresses(code.get(earlier))) {
      for (Expr second : addresses(code.get(later))) {
        if (first instanceof Expr.Constant(long a) && second instanceof Expr.Constant(long b)) {
          equal.add(a == b ? "1" : "0");
        } else {
          equal.add(taken(earlier).of(first) + " == " + taken(later).of(second));
        }
      }
    }
    return any(equal);
  }

  /** Whether an earlier instance is left for which a fence keeps later ones waiting. */
  String fenceHolds(int fence) {
    List<String> held = new ArrayList<>();
    for (int earlier = 0; earlier < fence; earlier++) {
      if (isAccess(earlier)
          && behind[earlier].get(fence)
          && ordering.holds(classes[fence], classes[earlier])) {
        held.add(pending(earlier));
      }
    }
    return any(held);
  }

  /** Whether fetch stops: every later instance must wait for one that is pending. */
  String stopsFetch() {
    List<String> stops = new ArrayList<>();
    for (int pc = 0; pc < code.size(); pc++) {
      if (isAccess(pc) && ordering.holdsBackAll(classes[pc])) {
        stops.add(pending(pc));
      } else if (mayEnter(pc) && code.get(pc) instanceof Instruction.Fence) {
        String all = fenceHoldsBackAll(pc);
        if (!all.equals("0")) {
          stops.add("(" + pending(pc) + " && " + all + ")");
        }
      }
    }
    return any(stops);
  }

  private String fenceHoldsBackAll(int fence) {
    List<String> perClass = new ArrayList<>();
    for (InstanceClass later : ordering.accesses()) {
      List<String> held = new ArrayList<>();
      for (int earlier = 0; earlier < fence; earlier++) {
        if (isAccess(earlier)
            && behind[earlier].get(fence)
            && ordering.fenceRule(classes[fence], classes[earlier], later) == Rule.ALWAYS) {
          held.add(pending(earlier));
        }
      }
      String any = any(held);
      if (!perClass.contains(any)) {
        perClass.add(any);
      }
    }
    return all(perClass);
  }

  static String any(List<String> conditions) {
    List<String> kept = conditions.stream().filter(c -> !c.equals("0")).toList();
    if (kept.contains("1")) {
      return "1";
    }
    return kept.isEmpty()
        ? "0"
        : kept.size() == 1 ? kept.get(0) : "(" + String.join(" || ", kept) + ")";
  }

  static String all(List<String> conditions) {
    List<String> kept = conditions.stream().filter(c -> !c.equals("1")).toList();
    if (kept.contains("0")) {
      return "0";
    }
    return kept.isEmpty() ? "1" : String.join(" && ", kept);
  }
}
