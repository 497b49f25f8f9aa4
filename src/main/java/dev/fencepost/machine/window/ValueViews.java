// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

/**
 * What a processor's machine notes of each value of a thread: a view, which says what the value
 * comes after. Registers, operands, slots and results of instances have one each; a computed value
 * has the join of its operands' views. Where the model needs none, nothing is noted.
 */
public sealed class ValueViews permits ReadLog, ThreadViews {
  ValueViews() {}

  /** Forgets everything. */
  void clear() {}

  /** A register gets a value that comes after nothing. */
  void forget(int register) {}

  /** A register gets a value that is computed from others. */
  public void compute(int register, int[] from) {}

  /** A branch is resolved whose condition is computed from registers. */
  public void branch(int[] registers) {}

  /** An instance is added at the end of the window, of which nothing is noted. */
  void restore(int index) {}

  /** An instance was fetched. */
  void fetched(int index, Code code) {}

  /** An operand takes the value of a register. */
  void take(int operand, int register) {}

  /** A slot is evaluated from operands, given as bits from the first one on. */
  void evaluate(int index, int slot, int first, int needs) {}

  /** The result of an instance is its first slot. */
  public void assign(int index) {}

  /** A register, or an operand, takes the result of an instance. */
  void produceRegister(int register, int index) {}

  void produceOperand(int operand, int index) {}

  /** An instance of a window of so many has executed. */
  void executed(int index, Code code, int count) {}

  /** A linked load has executed: the thread has its link. */
  void link(int load) {}

  /** A store is paired with a linked load of the window, or with the thread's link. */
  void pair(int store, int load) {}

  public void pairWithLink(int store) {}

  public void unlink() {}

  /** An instance leaves the window, with so many behind it. */
  void remove(int index, int tail) {}

  void reserve(int size) {}
}
