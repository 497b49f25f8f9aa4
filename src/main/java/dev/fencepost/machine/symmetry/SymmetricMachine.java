// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.symmetry;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.machine.independence.Futures;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.transition.SymmetricSystem;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The relaxed machine with the threads that behave alike: those of a family, while no other thread
 * distinguishes them any more. A thread that will only wait for others to end, and then end,
 * distinguishes nobody: it ends when all have, in whatever order. Objects that the program declares
 * to be interchangeable behave alike while no thread will name them any more.
 */
public final class SymmetricMachine implements SymmetricSystem {
  final CompiledMachine machine;
  final Futures futures;
  final List<ThreadFamily> families;
  final Optional<ObjectFamily> objects;

  /** The positions, in the whole program, from which on code only waits for threads to end. */
  private final BitSet waiting = new BitSet();

  /** Those from which on it neither waits for threads nor starts any. */
  private final BitSet aloof = new BitSet();

  public SymmetricMachine(
      CompiledMachine machine,
      Futures futures,
      List<ThreadFamily> families,
      Optional<ObjectFamily> objects) {
    this.machine = machine;
    this.futures = futures;
    this.families = families;
    this.objects = objects;
    for (Code[] code : machine.program.threads) {
      for (int pc = 0; pc < code.length; pc++) {
        look(code, pc);
      }
    }
  }

  private void look(Code[] code, int from) {
    BitSet seen = new BitSet();
    BitSet open = new BitSet();
    boolean waits = true;
    boolean alone = true;
    open.set(from);
    for (int pc = from; pc >= 0; pc = open.nextSetBit(0)) {
      open.clear(pc);
      seen.set(pc);
      Opcode opcode = code[pc].opcode;
      waits &= opcode == Opcode.JOIN || opcode == Opcode.JUMP || opcode == Opcode.END;
      alone &= opcode != Opcode.JOIN && opcode != Opcode.SPAWN;
      for (int next : ControlFlow.successors(code[pc].instruction, pc)) {
        open.set(next, !seen.get(next));
      }
    }
    waiting.set(code[from].global, waits);
    aloof.set(code[from].global, alone);
  }

  boolean isWaiting(Code code) {
    return waiting.get(code.global);
  }

  boolean isAloof(Code code) {
    return aloof.get(code.global);
  }

  @Override
  public Generator newGenerator() {
    return machine.newGenerator();
  }

  @Override
  public Canonical newCanonical() {
    return new CanonicalStates(this);
  }
}
