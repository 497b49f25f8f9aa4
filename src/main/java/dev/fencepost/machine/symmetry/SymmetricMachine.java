// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.symmetry;

import dev.fencepost.machine.independence.Futures;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.transition.SymmetricSystem;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The relaxed machine with the threads that behave alike: those of a family, while no other thread
 * distinguishes them any more. A thread that will only wait for others to end, and then end,
 * distinguishes nobody: it ends when all have, in whatever order. Objects that the program declares
 * to be interchangeable behave alike while no thread will name them any more.
 */
public final class SymmetricMachine implements SymmetricSystem {
  private static final Set<Opcode> WAITING = EnumSet.of(Opcode.JOIN, Opcode.JUMP, Opcode.END);

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
    for (Code code : machine.program.all) {
      List<Opcode> ahead = machine.program.ahead(code).stream().map(each -> each.opcode).toList();
      waiting.set(code.global, WAITING.containsAll(ahead));
      aloof.set(code.global, !ahead.contains(Opcode.JOIN) && !ahead.contains(Opcode.SPAWN));
    }
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
