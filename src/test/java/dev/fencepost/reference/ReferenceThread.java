// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A thread: program counter, registers, window, link. A register holds a constant, or names the
 * result of an instance of the window as {@link ReferenceInstance} does. Never changes.
 */
final class ReferenceThread {
  static final int NO_LINK = -1;
  private static final int ENDED = -1;

  final int decl;
  final int at;
  final int link;
  final List<Expr> registers;
  final List<ReferenceInstance> window;
  private final int hash;

  private ReferenceThread(
      int decl, int at, int link, List<Expr> registers, List<ReferenceInstance> window) {
    this.decl = decl;
    this.at = at;
    this.link = link;
    this.registers = registers;
    this.window = window;
    this.hash =
        Arrays.hashCode(new int[] {decl, at, link, registers.hashCode(), window.hashCode()});
  }

  static ReferenceThread start(ThreadDecl code, int decl, long argument, int number) {
    int count = Math.max(code.registers().size(), ThreadDecl.SELF + 1);
    List<Expr> registers = new ArrayList<>(Collections.nCopies(count, Expr.constant(0)));
    registers.set(ThreadDecl.ARGUMENT, Expr.constant(argument));
    registers.set(ThreadDecl.SELF, Expr.constant(number));
    return new ReferenceThread(decl, 0, NO_LINK, registers, List.of());
  }

  /** Whether the thread has fetched its end. */
  boolean fetchedAll() {
    return at == ENDED;
  }

  boolean hasEnded() {
    return fetchedAll() && window.isEmpty();
  }

  ReferenceThread end() {
    return new ReferenceThread(decl, ENDED, link, registers, window);
  }

  ReferenceThread goTo(int position) {
    return new ReferenceThread(decl, position, link, registers, window);
  }

  ReferenceThread linkTo(int cell) {
    return new ReferenceThread(decl, at, cell, registers, window);
  }

  ReferenceThread set(int register, long value) {
    if (register == Instruction.NO_TARGET) {
      return this;
    }
    List<Expr> changed = new ArrayList<>(registers);
    changed.set(register, Expr.constant(value));
    return new ReferenceThread(decl, at, link, changed, window);
  }

  /** An expression of the next instruction, over what the registers hold. */
  Expr bind(Expr expr) {
    return ReferenceExpressions.bind(expr, registers::get);
  }

  /** Fetches an instruction into the window; {@code guess} is the guessed side of a branch. */
  ReferenceThread fetch(Instruction instruction, boolean guess) {
    List<Expr> operands =
        ReferenceExpressions.bind(ReferenceInstance.operands(instruction), registers::get);
    List<ReferenceInstance> longer = new ArrayList<>(window);
    longer.add(new ReferenceInstance(instruction, operands, guess, false));
    List<Expr> renamed = new ArrayList<>(registers);
    for (int slot = 0; slot < ReferenceInstance.RESULTS; slot++) {
      int target = ReferenceInstance.target(instruction, slot);
      if (target != Instruction.NO_TARGET) {
        renamed.set(target, Expr.register(window.size() * ReferenceInstance.RESULTS + slot));
      }
    }
    return new ReferenceThread(decl, at + 1, link, renamed, longer);
  }

  /** The instance at the index has finished with these results; it leaves unless it is kept. */
  ReferenceThread finish(int index, boolean keep, long... results) {
    int first = index * ReferenceInstance.RESULTS;
    IntFunction<Expr> names =
        name -> {
          if (name < first) {
            return Expr.register(name);
          }
          if (name < first + ReferenceInstance.RESULTS) {
            return Expr.constant(results[name - first]);
          }
          return Expr.register(keep ? name : name - ReferenceInstance.RESULTS);
        };
    List<ReferenceInstance> rest = new ArrayList<>();
    for (int i = 0; i < window.size(); i++) {
      ReferenceInstance old = window.get(i);
      if (i != index || keep) {
        List<Expr> operands = ReferenceExpressions.bind(old.operands(), names);
        rest.add(
            new ReferenceInstance(
                old.instruction(), operands, old.guess(), old.finished() || i == index));
      }
    }
    List<Expr> renamed = ReferenceExpressions.bind(registers, names);
    return new ReferenceThread(decl, at, link, renamed, rest);
  }

  /** Whether an unconfirmed branch guess stands before the index. */
  boolean behindBranchGuess(int index) {
    for (int i = 0; i < index; i++) {
      if (window.get(i).openBranchGuess()) {
        return true;
      }
    }
    return false;
  }

  /** Whether the next instruction would stand behind an unconfirmed branch guess. */
  boolean branchGuessOpen() {
    return behindBranchGuess(window.size());
  }

  /** Finished instances stay only while they stand behind a guessed address. */
  boolean addressGuessOpen() {
    for (ReferenceInstance instance : window) {
      if (instance.finished()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReferenceThread that
        && hash == that.hash
        && decl == that.decl
        && at == that.at
        && link == that.link
        && registers.equals(that.registers)
        && window.equals(that.window);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
