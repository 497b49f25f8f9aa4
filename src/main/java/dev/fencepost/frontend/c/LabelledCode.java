// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.CallSite;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Places;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The code of one thread while it is made; jumps go to labels. */
final class LabelledCode {
  static final int MOST_INSTRUCTIONS = 50_000;

  private final List<Instruction> code = new ArrayList<>();
  private final List<Integer> labels = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Map<Integer, String> pointers = new HashMap<>();
  private final Ranges ranges = new Ranges();
  private final boolean places;
  private Origin origin = Origin.of("");

  /** {@code places}: whether each access has the place of its order before it. */
  LabelledCode(boolean places) {
    this.places = places;
  }

  /** More code than any model needs: functions that call functions have multiplied. */
  static final class TooMuchCode extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMuchCode() {
      super(null, null, false, false);
    }
  }

  int label() {
    labels.add(-1);
    return labels.size() - 1;
  }

  void place(int label) {
    labels.set(label, code.size());
  }

  /** A register that holds values of a type; temporaries have no name. */
  int register(String name, Type type) {
    names.add(name);
    ranges.add(type);
    if (type.unqualified() instanceof Type.PointerType(Type target)) {
      pointers.put(names.size() - 1, target.unqualified().toString());
    }
    return names.size() - 1;
  }

  /** The types that registers point at. */
  Map<Integer, String> pointers() {
    return pointers;
  }

  Ranges ranges() {
    return ranges;
  }

  /** What the following instructions come from. */
  void setOrigin(Origin statement) {
    this.origin = statement;
  }

  Origin origin() {
    return origin;
  }

  int position() {
    return code.size();
  }

  /** Gives the accesses and fences from {@code start} on an attribute of the memory model. */
  void attribute(int start, String attribute) {
    for (int i = start; i < code.size(); i++) {
      code.set(i, code.get(i).with(List.of(attribute)));
    }
  }

  /** With places, marks the accesses and fences from {@code start} on as those of a call. */
  void called(int start, CallSite call) {
    if (places) {
      attribute(start, call.mark());
    }
  }

  void emit(Instruction instruction) {
    Budget.ask();
    if (code.size() >= MOST_INSTRUCTIONS) {
      throw new TooMuchCode();
    }
    code.add(instruction);
  }

  /** Emits an access that an expression stands for. */
  void access(Instruction access, SourceSpan expression) {
    if (places) {
      Origin place = new Origin(expression, origin.text(), origin.function());
      emit(new Instruction.Fence(0, List.of(Places.ORDER), place));
    }
    emit(access);
  }

  void assign(int register, Expr value) {
    if (!value.equals(Expr.register(register))) {
      emit(new Instruction.Assign(register, value, origin));
    }
  }

  /** A value in a register of its own. */
  Expr inRegister(Expr value, Type type) {
    int register = register("", type);
    assign(register, value);
    return Expr.register(register);
  }

  /** A plain read. */
  void load(int target, Expr address, boolean strong) {
    emit(new Instruction.Load(target, address, MemoryOrder.PLAIN, false, strong, origin));
  }

  /** A plain write. */
  void store(Expr address, Expr value, boolean strong) {
    emit(new Instruction.Store(address, value, MemoryOrder.PLAIN, strong, origin));
  }

  void jump(int label) {
    emit(new Instruction.Jump(label, origin));
  }

  /** A branch on what is known is none. */
  void branch(Expr condition, Destination.Test test) {
    if (condition instanceof Expr.Constant constant) {
      jump(constant.value() != 0 ? test.whenTrue() : test.whenFalse());
    } else {
      emit(
          new Instruction.Branch(
              condition, test.whenTrue(), test.whenFalse(), false, test.negated(), origin));
    }
  }

  List<String> registers() {
    return names;
  }

  /**
   * The code with positions in the place of labels, without what cannot be reached.
   *
   * @param dropped instructions to leave out, which are no jumps
   */
  List<Instruction> finish(Set<Instruction> dropped) {
    return new CodeCompaction(code, labels, dropped).run();
  }
}
