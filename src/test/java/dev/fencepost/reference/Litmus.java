// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.Origin;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Litmus tests in one line a thread. Statements stand between semicolons; names that begin with r
 * are registers, all others cells; what the registers hold at the end is part of the final state.
 *
 * <pre>
 *   x = 1          r1 = x          x = r1         stores and loads
 *   x = 1+r1       r2 = x+r1                      data and address dependency on r1 (r1 ^ r1)
 *   p = &amp;x         r2 = *r1        *r1 = 1        pointers
 *   x.rel = 1      r1 = x.acq                     C11 orders: plain, acq, rel, sc; others are attributes
 *   if r1          exit r1         until r1       branch to the next line; end, again if r1 is 0
 *   F  A  L        r1 = cas x 0 1  r1 = weak x 0 1   r1 = cas2 x y 0 0 1 1
 *   r1 = cas x 0 1 r2                             r2 is what it has seen
 *   r1 = add x 1   r1 = ll x       r1 = sc x 1    lock m    unlock m
 *   assert r1      assume r1       mark           atomic    strong    end
 *   r1 = start 2   join r1         r1 = choose 2  the third thread starts here, and not at the start
 * </pre>
 */
final class Litmus {
  private static final int LIMIT = 5_000_000;
  private static final int WINDOW = 64;
  private static final List<String> ORDERS = List.of("plain", "acq", "rel", "sc");

  private final List<MemoryLocation> cells = new ArrayList<>();
  private final List<ThreadDecl> threads = new ArrayList<>();

  /** The threads that others start. */
  private final Set<Integer> late = new TreeSet<>();

  private List<Instruction> code;
  private List<String> registers;

  private Litmus() {}

  /** The cells with their initial values, then the threads. */
  static Litmus of(String memory, String... threads) {
    Litmus litmus = new Litmus();
    for (String cell : memory.split(" ", -1)) {
      String[] parts = cell.split("=", -1);
      long initial = parts.length == 1 ? 0 : litmus.initial(parts[1]);
      litmus.cells.add(MemoryLocation.of(parts[0], initial));
    }
    for (String thread : threads) {
      litmus.thread(thread);
    }
    return litmus;
  }

  private long initial(String text) {
    return text.startsWith("&") ? Program.addressOf(cell(text.substring(1))) : Long.parseLong(text);
  }

  CheckedProgram program() {
    List<Program.ThreadStart> starts = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      if (!late.contains(i)) {
        starts.add(new Program.ThreadStart(i, 0));
      }
    }
    Program program = new Program("litmus", cells, threads, starts, Pool.NONE, List.of("mark"));
    return new CheckedProgram(program, List.of(new Property.DeadlockFree()));
  }

  /** Whether threads choose, or start others. */
  boolean hasChoices() {
    return threads.stream()
        .flatMap(thread -> thread.code().stream())
        .anyMatch(i -> i instanceof Instruction.Choose || i instanceof Instruction.Spawn);
  }

  ReferenceResult run(MemoryModel model) {
    ReferenceMachine machine = new ReferenceMachine(program(), model, ReferenceMachine.NO_BOUND);
    return machine.explore(LIMIT);
  }

  /** The final states, each as "name=value" of all cells and registers in the order of names. */
  Set<String> finals(MemoryModel model) {
    return finals(run(model).finals(), "");
  }

  /** Whether a final state has all these values: {@code "r1=0 r2=0"}. */
  boolean allows(MemoryModel model, String values) {
    return !finals(run(model).finals(), values).isEmpty();
  }

  /** Final states of the real machine; what each thread sees at the end is a final state. */
  boolean isAllowed(MemoryModel model, String values) throws LimitException {
    ReferenceResult result = new RealMachine(program(), model, WINDOW).explore(LIMIT);
    return !finals(result.finals(), values).isEmpty();
  }

  /** What the real machine finds to be violated. */
  Set<String> violations(MemoryModel model) throws LimitException {
    return new RealMachine(program(), model, WINDOW).explore(LIMIT).violations();
  }

  private Set<String> finals(Set<List<Long>> memories, String wanted) {
    Set<String> found = new TreeSet<>();
    for (List<Long> memory : memories) {
      Map<String, Long> values = new TreeMap<>();
      for (int i = 0; i < memory.size(); i++) {
        values.put(cells.get(i).name(), memory.get(i));
      }
      boolean matches = true;
      for (String equation : wanted.isEmpty() ? new String[0] : wanted.split(" ", -1)) {
        String[] sides = equation.split("=", -1);
        matches &= values.get(sides[0]) == Long.parseLong(sides[1]);
      }
      if (matches) {
        found.add(values.toString());
      }
    }
    return found;
  }

  private void thread(String text) {
    code = new ArrayList<>();
    registers = new ArrayList<>(List.of("argument", "self"));
    String[] statements = text.split(";", -1);
    for (String statement : statements) {
      statement(statement.trim());
    }
    for (int i = ThreadDecl.SELF + 1; i < registers.size(); i++) {
      cells.add(new MemoryLocation(registers.get(i), 0, true, false));
      Expr out = Expr.constant(Program.addressOf(cells.size() - 1));
      Expr value = Expr.register(i);
      code.add(new Instruction.Store(out, value, MemoryOrder.RELAXED, true, Origin.of("out")));
    }
    code.add(new Instruction.End(Origin.of("end")));
    int end = code.size() - 1 - (registers.size() - ThreadDecl.SELF - 1);
    code.replaceAll(i -> i instanceof Instruction.Branch b && b.whenFalse() < 0 ? exit(b, end) : i);
    threads.add(new ThreadDecl("P" + threads.size(), code, registers));
  }

  private static Instruction exit(Instruction.Branch branch, int end) {
    return new Instruction.Branch(branch.condition(), branch.whenTrue(), end, branch.origin());
  }

  private void statement(String text) {
    Origin origin = Origin.of(text);
    String[] word = text.split(" ", -1);
    int next = code.size() + 1;
    Instruction instruction =
        switch (word[0]) {
          case "F" -> new Instruction.Fence(FencePairs.FULL, origin);
          case "A" -> new Instruction.Fence(FencePairs.ACQUIRE, origin);
          case "L" -> new Instruction.Fence(FencePairs.RELEASE, origin);
          case "if" -> new Instruction.Branch(value(word[1]), next, next, origin);
          case "exit" -> new Instruction.Branch(value(word[1]), next, -1, origin);
          case "until" -> new Instruction.Branch(value(word[1]), next, 0, origin);
          case "lock" -> new Instruction.Lock(address(word[1]), origin);
          case "unlock" -> new Instruction.Unlock(address(word[1]), origin);
          case "assert" -> new Instruction.Assert(value(word[1]), text, origin);
          case "join" -> new Instruction.Join(value(word[1]), origin);
          case "assume" -> new Instruction.Assume(value(word[1]), origin);
          case "mark" -> new Instruction.Mark(0, origin);
          case "atomic" -> new Instruction.AtomicBegin(origin);
          case "strong" -> new Instruction.AtomicBegin(Instruction.BlockKind.STRONG, origin);
          case "end" -> new Instruction.AtomicEnd(origin);
          default -> assignment(word, origin);
        };
    code.add(instruction.with(attributes(word)));
  }

  private static List<String> attributes(String[] words) {
    return Stream.of(words)
        .filter(word -> word.contains("."))
        .map(word -> word.substring(word.indexOf('.') + 1))
        .filter(name -> !ORDERS.contains(name))
        .toList();
  }

  private Instruction assignment(String[] word, Origin origin) {
    if (!isRegister(word[0])) {
      return new Instruction.Store(address(word[0]), value(word[2]), order(word[0]), false, origin);
    }
    return switch (word[2]) {
      case "cas", "weak" -> compareAndSwap(word, origin);
      case "cas2", "add" -> modification(word, origin);
      case "start" -> start(word, origin);
      case "choose" -> new Instruction.Choose(register(word[0]), Integer.parseInt(word[3]), origin);
      case "ll" -> load(word[0], word[3], true, origin);
      case "sc" ->
          new Instruction.StoreConditional(
              register(word[0]), address(word[3]), value(word[4]), origin);
      default ->
          isValue(word[2])
              ? new Instruction.Assign(register(word[0]), value(word[2]), origin)
              : load(word[0], word[2], false, origin);
    };
  }

  private Instruction start(String[] word, Origin origin) {
    int thread = Integer.parseInt(word[3]);
    late.add(thread);
    return new Instruction.Spawn(register(word[0]), thread, Expr.constant(0), origin);
  }

  private Instruction compareAndSwap(String[] word, Origin origin) {
    MemoryOrder order = order(word[3]);
    return new Instruction.CompareAndSwap(
        register(word[0]),
        word.length > 6 ? register(word[6]) : Instruction.NO_TARGET,
        address(word[3]),
        value(word[4]),
        value(word[5]),
        order,
        order == MemoryOrder.RELEASE ? MemoryOrder.RELAXED : order,
        "weak".equals(word[2]),
        List.of(),
        origin);
  }

  private Instruction modification(String[] word, Origin origin) {
    return switch (word[2]) {
      case "cas2" ->
          new Instruction.DoubleCompareAndSwap(
              register(word[0]),
              address(word[3]),
              address(word[4]),
              value(word[5]),
              value(word[6]),
              value(word[7]),
              value(word[8]),
              List.of(),
              origin);
      case "add" ->
          new Instruction.FetchAndModify(
              register(word[0]),
              Instruction.Modification.ADD,
              address(word[3]),
              value(word[4]),
              32,
              true,
              order(word[3]),
              List.of(),
              origin);
      default -> throw new IllegalArgumentException(word[2]);
    };
  }

  private Instruction load(String target, String cell, boolean linked, Origin origin) {
    Expr address = address(cell);
    return new Instruction.Load(register(target), address, order(cell), linked, false, origin);
  }

  private static MemoryOrder order(String text) {
    return switch (text.substring(text.indexOf('.') + 1)) {
      case "plain" -> MemoryOrder.PLAIN;
      case "acq" -> MemoryOrder.ACQUIRE;
      case "rel" -> MemoryOrder.RELEASE;
      case "sc" -> MemoryOrder.SEQ_CST;
      default -> MemoryOrder.RELAXED;
    };
  }

  private static boolean isRegister(String text) {
    return text.startsWith("r");
  }

  private static boolean isValue(String text) {
    return isRegister(text) || text.startsWith("&") || Character.isDigit(text.charAt(0));
  }

  private Expr address(String text) {
    String plain = text.contains(".") ? text.substring(0, text.indexOf('.')) : text;
    return plain.startsWith("*") ? value(plain.substring(1)) : value("&" + plain);
  }

  /** {@code 1}, {@code r1}, {@code &x}, and each of them with {@code +r2} for r2 ^ r2. */
  private Expr value(String text) {
    int plus = text.indexOf('+');
    if (plus > 0) {
      Expr register = value(text.substring(plus + 1));
      Expr zero = new Expr.Binary(BinaryOperator.XOR, register, register);
      return new Expr.Binary(BinaryOperator.ADD, value(text.substring(0, plus)), zero);
    }
    if (isRegister(text)) {
      return Expr.register(register(text));
    }
    return Expr.constant(initial(text));
  }

  private int register(String name) {
    if (!registers.contains(name)) {
      registers.add(name);
    }
    return registers.indexOf(name);
  }

  private int cell(String name) {
    for (int i = 0; i < cells.size(); i++) {
      if (cells.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no cell " + name);
  }
}
