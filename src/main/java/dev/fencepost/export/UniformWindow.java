// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.budget.Budget;
import dev.fencepost.export.StaticThreads.StaticThread;
import dev.fencepost.ir.AtomicRegions;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The instances of a thread without loops: each instruction is fetched once at most, so that flags
 * by position are its window. Gives names to what stands in the state.
 */
final class UniformWindow {
  /** No memory in particular. */
  static final int ALL = -1;

  final int number;
  final List<Instruction> code;
  final ExprText registers;
  final MemoryText memory;
  final WaitText waits;
  private final Program program;
  private final AtomicRegions blocks;
  private final InstanceClass[] classes;

  /** For each instruction the registers it reads, and where they stand among all operands. */
  private final List<List<Integer>> operands = new ArrayList<>();

  private final int[] firstOperand;
  private final BitSet[] behind;
  private final BitSet[] live;
  private boolean inParts;

  UniformWindow(Program program, StaticThread thread, Ordering ordering, MemoryText memory) {
    this.program = program;
    this.memory = memory;
    number = thread.number();
    code = thread.code().code();
    blocks = new AtomicRegions(code);
    registers = new ExprText(program, register -> "r" + number + "[" + register + "]");
    classes = new InstanceClass[code.size()];
    firstOperand = new int[code.size() + 1];
    behind = new BitSet[code.size()];
    live = Registers.live(code);
    for (int pc = 0; pc < code.size(); pc++) {
      classes[pc] = ordering.of(code.get(pc));
      ordering.requireWaitedForAlike(code.get(pc));
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
        // Only blocks have loops, and nothing inside of them is an instance.
        if (next > pc) {
          behind[pc].set(next);
          behind[pc].or(behind[next]);
        }
      }
    }
    waits = new WaitText(this, ordering);
  }

  /** The fetch of the thread is written in several parts. */
  void fetchInParts() {
    inParts = true;
  }

  /** Ends the loop of fetch; where it is written in parts, the following parts too. */
  String halt() {
    return inParts ? "halt = 1; break" : "break";
  }

  /** What the clauses of fetch wait for: nothing where their group does for all of them. */
  String whereFetchGoesOn() {
    return inParts ? "" : " && !(STOP" + number + ")";
  }

  /** What groups of clauses wait for: blocks and threads that end are not stopped anyway. */
  String whereGroupGoesOn() {
    return inParts ? " && !(STOP" + number + ")" : "";
  }

  boolean isInBlock(int pc) {
    return blocks.isInside(pc);
  }

  boolean isInStrongBlock(int pc) {
    return blocks.isInsideStrong(pc);
  }

  /** Whether the registers that the block at this position reads are known. */
  String knownToBlock(int pc) {
    return all(
        Registers.readInBlock(code, pc).stream()
            .mapToObj(register -> UniformThread.known(number, Expr.register(register)))
            .toList());
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

  boolean isWrite(int pc) {
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
    return known(pc, Registers.read(expr).stream().map(operands.get(pc)::indexOf));
  }

  /** Whether all operands of a pending instance are known. */
  String ready(int pc) {
    return known(pc, IntStream.range(0, operands.get(pc).size()));
  }

  private String known(int pc, IntStream some) {
    return all(some.mapToObj(i -> operandSource(pc, i) + " == 0").toList());
  }

  /** The number under which a result of an instance is waited for. */
  static int source(int pc, int result) {
    return 2 * pc + 1 + result;
  }

  /** Gives a result of an instance to the instances that wait for it. */
  String give(int pc, int result, String value) {
    return "give%d(%d, %s);".formatted(number, source(pc, result), value);
  }

  String comment(int pc) {
    return " " + Lines.comment(code.get(pc).origin().text());
  }

  /** Conditions under which a pending instance has known operands for which it has no value. */
  List<String> stuck(int pc) {
    List<Expr> expressions = Registers.expressions(code.get(pc));
    int addresses = code.get(pc).addresses().size();
    List<String> stuck = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      ExprText text = taken(pc);
      Expr expr = expressions.get(i);
      List<String> valid = i < addresses ? text.definedAddress(expr) : text.defined(expr);
      if (!valid.isEmpty()) {
        stuck.add(both(known(pc, expr), "!(" + String.join(" && ", valid) + ")"));
      }
    }
    return stuck;
  }

  Program program() {
    return program;
  }

  /** How others see an instance, or null. */
  InstanceClass classOf(int pc) {
    return classes[pc];
  }

  /** Whether two instructions are on one path, in this order; the question of loops over pairs. */
  boolean isBehind(int earlier, int later) {
    Budget.ask();
    return behind[earlier].get(later);
  }

  /** Whether it is a store that reaches each memory in a step of its own. */
  boolean isReflected(int pc) {
    return !memory.isShared() && isAccess(pc) && code.get(pc) instanceof Instruction.Store;
  }

  /** The stores that reach each memory in a step of its own. */
  List<Integer> reflected() {
    return IntStream.range(0, code.size()).filter(this::isReflected).boxed().toList();
  }

  /** The memories that a pending store has reached, as bits. */
  String reached(int pc) {
    return "f" + number + "[" + reflected().indexOf(pc) + "]";
  }

  /** Whether a pending store has reached a memory. */
  String hasReached(int pc, int target) {
    return isReflected(pc) ? "(" + reached(pc) + " & " + (1 << target) + ") != 0" : "0";
  }

  /** Goes on at a place, and forgets the registers that are not read from there on. */
  String go(int pc, int next) {
    return Registers.dying(code, live, pc, next).stream()
        .mapToObj(r -> "; r%1$d[%2$d] = 0; q%1$d[%2$d] = 0".formatted(number, r))
        .collect(Collectors.joining("", "pc%d = %d".formatted(number, next), ""));
  }

  /** Stores before this one that a load may have to take its value from, oldest first. */
  List<Integer> storesBefore(int pc) {
    return IntStream.range(0, pc)
        .filter(earlier -> isWrite(earlier) && behind[earlier].get(pc))
        .boxed()
        .toList();
  }

  /** Whether two instances access a common cell. */
  String same(int earlier, int later) {
    List<String> equal = new ArrayList<>();
    for (Expr first : code.get(earlier).addresses()) {
      for (Expr second : code.get(later).addresses()) {
        if (first instanceof Expr.Constant(long a) && second instanceof Expr.Constant(long b)) {
          equal.add(a == b ? "1" : "0");
        } else {
          equal.add(taken(earlier).of(first) + " == " + taken(later).of(second));
        }
      }
    }
    return any(equal);
  }

  static String negated(String condition) {
    return switch (condition) {
      case "0" -> "1";
      case "1" -> "0";
      default -> "!(" + condition + ")";
    };
  }

  static String both(String first, String second) {
    return all(List.of(first, second));
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
    return kept.isEmpty() ? "1" : String.join(" && ", kept.stream().distinct().toList());
  }
}
