// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Instruction.Modification;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SortedSet;

/**
 * Builds the code of one thread. Registers are made when they are first named; jumps may go to
 * labels that are still to come. The register {@link #NONE} takes values that nobody wants.
 */
final class ThreadAssembler {

  /** A target for results that are dropped. */
  static final String NONE = "";

  /** What the last comparison leaves, as its dialect keeps it; 0 where both were equal. */
  static final String FLAGS = "flags";

  private final CellTable cells;
  private final int number;
  private final List<String> registers = new ArrayList<>(List.of("argument", "self"));
  private final List<Instruction> code = new ArrayList<>();
  private final Map<String, Integer> labels = new HashMap<>();

  /** Per position of a jump or branch, the label it goes to and the line that says so. */
  private final SequencedMap<Integer, String> jumps = new LinkedHashMap<>();

  private final Map<Integer, AssemblyLine> jumpLines = new HashMap<>();

  @SuppressWarnings("NullAway.Init") // begin sets it first
  private AssemblyLine line;

  private Origin origin = Origin.of("");
  private int inner;
  private int bits = 64;
  private boolean signed = true;

  ThreadAssembler(int number, CellTable cells) {
    this.number = number;
    this.cells = cells;
  }

  /** What is added from here on belongs to this line. */
  void begin(AssemblyLine newLine) {
    line = newLine;
    origin = newLine.origin();
  }

  long addressOf(String variable) {
    return cells.address(variable);
  }

  /** How many bytes of an offset lead from an element of an array to the next. */
  SortedSet<Integer> elementBytes() {
    return cells.elementBytes();
  }

  boolean hasArrays() {
    return cells.hasArrays();
  }

  /** An address, which must be in the variable or array that another one is in. */
  Expr within(Expr address, Expr base) {
    return new Expr.Within(address, base, cells.objects());
  }

  Expr read(String register) {
    return Expr.register(index(register));
  }

  /** What the last comparison left. */
  Expr flags() throws InvalidInputException {
    if (!registers.contains(FLAGS)) {
      throw line.error("no comparison comes before it, so its condition has no value");
    }
    return read(FLAGS);
  }

  private int index(String register) {
    if (register.equals(NONE)) {
      return Instruction.NO_TARGET;
    }
    int index = registers.indexOf(register);
    if (index < 0) {
      registers.add(register);
      index = registers.size() - 1;
    }
    return index;
  }

  /** A register that no other line reads. */
  String scratch() {
    return "t" + inner++ + "'";
  }

  void assign(String target, Expr value) {
    if (!target.equals(NONE)) {
      code.add(new Instruction.Assign(index(target), value, origin));
    }
  }

  void load(String target, Expr address, MemoryOrder order) {
    code.add(new Instruction.Load(index(target), address, order, false, false, origin));
    cut(target);
  }

  void loadLinked(String target, Expr address, MemoryOrder order) {
    code.add(new Instruction.Load(index(target), address, order, true, false, origin));
    cut(target);
  }

  void store(Expr address, Expr value, MemoryOrder order) {
    Expr stored = written(value);
    code.add(new Instruction.Store(address, stored, order, false, origin));
  }

  void modify(
      String target, Modification modification, Expr address, Expr operand, MemoryOrder order) {
    int old = index(target);
    written(operand);
    code.add(
        new Instruction.FetchAndModify(
            old, modification, address, operand, bits, keepsSign(), order, List.of(), origin));
    cut(target);
  }

  /** The width of the accesses that are added from here on, and whether halves have a sign. */
  void width(int newBits, boolean newSigned) {
    bits = newBits;
    signed = newSigned;
  }

  /** What a store of this width leaves in a cell. */
  private Expr written(Expr value) {
    if (bits == 64) {
      cells.writeWhole();
    } else {
      cells.writeHalf();
    }
    boolean narrow =
        value instanceof Expr.Convert(int width, boolean sign, Expr operand)
            && width == bits
            && sign == keepsSign();
    return narrow ? value : Expressions.narrowed(bits, keepsSign(), value);
  }

  /** Whether the sign of what is written stands above it in its cell. */
  private boolean keepsSign() {
    return signed && !cells.dropsSigns();
  }

  /** Leaves the lower half of what was read, where cells may hold more. */
  private void cut(String target) {
    if (bits == 64) {
      cells.readWhole();
      return;
    }
    cells.readHalf();
    if (cells.cutsReads(signed)) {
      assign(target, Expressions.narrowed(bits, signed, read(target)));
    }
  }

  /** What a compare-and-swap works on. */
  record Swap(Expr address, Expr expected, Expr desired) {}

  /** Cells are compared whole, so none may hold more than is compared. */
  void compareAndSwap(String success, String observed, Swap swap, MemoryOrder order)
      throws InvalidInputException {
    MemoryOrder failure = order.acquires() ? MemoryOrder.ACQUIRE : MemoryOrder.RELAXED;
    code.add(
        new Instruction.CompareAndSwap(
            index(success),
            index(observed),
            swap.address(),
            swap.expected(),
            written(swap.desired()),
            order,
            failure,
            false,
            List.of(),
            origin));
    cut(observed);
    if (bits < 64 && cells.cutsReads(signed)) {
      throw line.error(
          "a compare-and-swap of 32 bits where variables may hold 64 is not supported");
    }
  }

  /** As architectures have it, it may also fail for no reason. */
  void storeConditional(String success, Expr address, Expr value, MemoryOrder order) {
    code.add(
        new Instruction.StoreConditional(
            index(success), address, written(value), order, true, List.of(), origin));
  }

  void fence(int pairs) {
    code.add(new Instruction.Fence(pairs, origin));
  }

  /** A fence of fetch: {@link Instruction.Fence#FETCH_KINDS}. */
  void fetchFence(String kind) {
    code.add(new Instruction.Fence(0, List.of(kind), origin));
  }

  /** A conditional select: one of two values goes to a register. */
  void select(String target, Expr condition, Expr whenTrue, Expr whenFalse)
      throws InvalidInputException {
    if (target.equals(NONE)) {
      return;
    }
    String done = "done " + inner++;
    int here = code.size();
    code.add(new Instruction.Branch(condition, here + 1, here + 3, true, false, origin));
    assign(target, whenTrue);
    jump(done);
    assign(target, whenFalse);
    label(done);
  }

  void label(String name) throws InvalidInputException {
    if (labels.put(name, code.size()) != null) {
      throw line.error("the label '" + name + "' stands twice in P" + number);
    }
  }

  void branch(Expr condition, String label) {
    jumpsTo(label);
    code.add(new Instruction.Branch(condition, 0, code.size() + 1, origin));
  }

  void jump(String label) {
    jumpsTo(label);
    code.add(new Instruction.Jump(0, origin));
  }

  private void jumpsTo(String label) {
    jumps.put(code.size(), label);
    jumpLines.put(code.size(), line);
  }

  /** The finished code, which ends by storing these registers to their strong cells. */
  ThreadDecl finish(SequencedMap<String, Integer> observed, List<Integer> before)
      throws InvalidInputException {
    for (Map.Entry<Integer, String> jump : jumps.sequencedEntrySet()) {
      Integer target = labels.get(jump.getValue());
      if (target == null) {
        throw Objects.requireNonNull(jumpLines.get(jump.getKey()))
            .error("there is no label '" + jump.getValue() + "' in P" + number);
      }
      code.set(jump.getKey(), withTarget(code.get(jump.getKey()), target));
    }
    origin = Origin.of("end of P" + number);
    code.addAll(FinalStores.of(observed, before, this::read, origin));
    code.add(new Instruction.End(origin));
    return new ThreadDecl("P" + number, code, registers);
  }

  private static Instruction withTarget(Instruction instruction, int target) {
    return instruction instanceof Instruction.Branch branch
        ? branch.to(target, branch.whenFalse())
        : new Instruction.Jump(target, instruction.origin());
  }
}
