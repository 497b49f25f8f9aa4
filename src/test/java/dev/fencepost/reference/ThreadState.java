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
 * result of an instance of the window as {@link Instance} does. Never changes.
 */
final class ThreadState {
  static final int NO_LINK = -1;
  private static final int ENDED = -1;

  final int decl;
  final int at;
  final int link;
  final List<Expr> registers;
  final List<Instance> window;
  private final int hash;

  private ThreadState(int decl, int at, int link, List<Expr> registers, List<Instance> window) {
    this.decl = decl;
    this.at = at;
    this.link = link;
    this.registers = registers;
    this.window = window;
    this.hash =
        Arrays.hashCode(new int[] {decl, at, link, registers.hashCode(), window.hashCode()});
  }

  static ThreadState start(ThreadDecl code, int decl, long argument, int number) {
    int count = Math.max(code.registers().size(), ThreadDecl.SELF + 1);
    List<Expr> registers = new ArrayList<>(Collections.nCopies(count, Expr.constant(0)));
    registers.set(ThreadDecl.ARGUMENT, Expr.constant(argument));
    registers.set(ThreadDecl.SELF, Expr.constant(number));
    return new ThreadState(decl, 0, NO_LINK, registers, List.of());
  }

  /** Whether the thread has fetched its end. */
  boolean fetchedAll() {
    return at == ENDED;
  }

  boolean hasEnded() {
    return fetchedAll() && window.isEmpty();
  }

  ThreadState end() {
    return new ThreadState(decl, ENDED, link, registers, window);
  }

  ThreadState goTo(int position) {
    return new ThreadState(decl, position, link, registers, window);
  }

  ThreadState linkTo(int cell) {
    return new ThreadState(decl, at, cell, registers, window);
  }

  ThreadState set(int register, long value) {
    if (register == Instruction.NO_TARGET) {
      return this;
    }
    List<Expr> changed = new ArrayList<>(registers);
    changed.set(register, Expr.constant(value));
    return new ThreadState(decl, at, link, changed, window);
  }

  /** An expression of the next instruction, over what the registers hold. */
  Expr bind(Expr expr) {
    return Expressions.bind(expr, registers::get);
  }

  /** Fetches an instruction into the window; {@code guess} is the guessed side of a branch. */
  ThreadState fetch(Instruction instruction, boolean guess) {
    List<Expr> operands = Expressions.bind(Instance.operands(instruction), registers::get);
    List<Instance> longer = new ArrayList<>(window);
    longer.add(new Instance(instruction, operands, guess, false));
    List<Expr> renamed = new ArrayList<>(registers);
    for (int slot = 0; slot < Instance.RESULTS; slot++) {
      int target = Instance.target(instruction, slot);
      if (target != Instruction.NO_TARGET) {
        renamed.set(target, Expr.register(window.size() * Instance.RESULTS + slot));
      }
    }
    return new ThreadState(decl, at + 1, link, renamed, longer);
  }

  /** The instance at the index has finished with these results; it leaves unless it is kept. */
  ThreadState finish(int index, boolean keep, long... results) {
    int first = index * Instance.RESULTS;
    IntFunction<Expr> names =
        name -> {
          if (name < first) {
            return Expr.register(name);
          }
          if (name < first + Instance.RESULTS) {
            return Expr.constant(results[name - first]);
          }
          return Expr.register(keep ? name : name - Instance.RESULTS);
        };
    List<Instance> rest = new ArrayList<>();
    for (int i = 0; i < window.size(); i++) {
      Instance old = window.get(i);
      if (i != index || keep) {
        List<Expr> operands = Expressions.bind(old.operands(), names);
        rest.add(
            new Instance(old.instruction(), operands, old.guess(), old.finished() || i == index));
      }
    }
    List<Expr> renamed = Expressions.bind(registers, names);
    return new ThreadState(decl, at, link, renamed, rest);
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
    for (Instance instance : window) {
      if (instance.finished()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ThreadState that
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
