// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.collect.WordLayout;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.parts.PartNumbers;
import dev.fencepost.machine.parts.RememberedSteps;
import dev.fencepost.machine.parts.RememberedWords;
import dev.fencepost.machine.parts.StateNumbers;
import dev.fencepost.machine.parts.StepTable;
import dev.fencepost.machine.parts.StepTables;
import dev.fencepost.machine.parts.StepTargets;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WordSteps;

/**
 * Takes steps in states that are the numbers of their parts: memory, and each thread. The steps of
 * a thread depend on its own part and on memory, and change nothing else: with several threads the
 * same pair is met in very many states, and they are taken once and remembered. What does look at
 * other threads (a join, an end that a join waits for, a thread that is started) is found out when
 * it is taken, and is taken each time. The successors and their order are those of {@link
 * MachineGenerator}.
 */
final class RememberingGenerator implements Generator, RememberedWords.Learner {
  private final PartNumbers parts;
  private final MachineGenerator plain;

  /** For this generator alone: who takes a step also notes the marks that it passes. */
  private final RememberedSteps remembered = new RememberedSteps(1, Program.MAX_THREADS, true);

  private final StepTargets targets = new StepTargets();

  /** What steps in a state that is put together lead to, and where its parts lie. */
  private final Successors whole = new Successors();

  private PackedState origin = new PackedState();
  private final PackedState successor = new PackedState();

  /** The state that is expanded, and as it is put together, if it is. */
  private final StateNumbers state = new StateNumbers(1);

  private byte[] expanded = new byte[256];
  private boolean standing;

  RememberingGenerator(RelaxedMachine machine, PartNumbers parts) {
    this.parts = parts;
    plain = new MachineGenerator(machine, null);
  }

  @Override
  public void initial(Successors out) throws LimitException {
    out.clear();
    plain.initial(whole);
    takeOver(0, out);
  }

  @Override
  public void successors(byte[] bytes, int at, int size, Successors out) throws LimitException {
    out.clear();
    state.pointTo(bytes, at, size);
    standing = false;
    boolean moves = false;
    StepTables tables = remembered.tables();
    for (int number = 0; number < state.processes(); number++) {
      long found = tables.of(number).find(key(number));
      if (found == StepTable.UNKNOWN) {
        found = learn(number, tables);
      }
      if (found == StepTable.OPEN) {
        moves |= steps(number, out);
      } else {
        tables.write(found, number, state, out);
        moves |= StepTable.moves(found);
      }
    }
    if (!moves) {
      end(out);
    } else if (out.count() == 0) {
      out.terminal(Successors.Terminal.CUT, Successors.FINE);
    }
  }

  @Override
  public WordSteps words() {
    return new RememberedWords(this, remembered, false);
  }

  @Override
  public void stand(long word, WordLayout layout) {
    state.unpack(word, layout);
    standing = false;
  }

  @Override
  public byte[] kinds(int process) {
    return null;
  }

  @Override
  public int[] seen(int process) {
    return null;
  }

  /** What the steps of a thread are found by. */
  private long key(int number) {
    return StepTable.key(state.shared(PartNumbers.SHARED), state.process(number));
  }

  @Override
  public long learn(int number, StepTables tables) throws LimitException {
    stand();
    whole.clear();
    plain.local.threads.looksAtOthers = false;
    boolean moves = plain.steps(number) > 0;
    boolean open = plain.local.threads.looksAtOthers;
    targets.clear();
    for (int i = 0; i < whole.count() && !open; i++) {
      plain.codec.locate(whole.bytes(), whole.start(i), successor);
      open = !origin.sharesOthers(number, successor);
      if (!open) {
        int start = successor.threadStart(number);
        int size = successor.threadEnd[number] - start;
        int newThread = parts.number(number + 1, successor.bytes, start, size);
        targets.add(memoryOf(successor), newThread, whole.code(i));
      }
    }
    long key = key(number);
    StepTable table = tables.of(number);
    long value = open ? table.addOpen(key) : table.add(key, targets, moves);
    remembered.checkRoom();
    return value;
  }

  /** The number of a state's memory, and of how many threads it has. */
  private int memoryOf(PackedState packed) throws LimitException {
    return parts.number(
        PartNumbers.SHARED, packed.bytes, packed.start, packed.memoryEnd - packed.start);
  }

  /** Takes the steps of a thread that cannot be remembered; whether there is one. */
  private boolean steps(int number, Successors out) throws LimitException {
    stand();
    whole.clear();
    boolean moves = plain.steps(number) > 0;
    takeOver(0, out);
    return moves;
  }

  /** No thread can step: the run ends. */
  private void end(Successors out) throws LimitException {
    stand();
    plain.successors(expanded, 0, expanded.length, whole);
    out.terminal(whole.terminal(), whole.terminalCode());
  }

  /** Puts the state together, for the plain generator. */
  private void stand() {
    if (standing) {
      return;
    }
    standing = true;
    int count = state.processes() + 1;
    int needed = parts.length(state.bytes(), state.offset(), count);
    if (expanded.length < needed) {
      expanded = new byte[2 * needed];
    }
    parts.expand(state.bytes(), state.offset(), count, expanded);
    origin = plain.read(expanded, 0);
    plain.emitter.writeTo(whole);
  }

  /** Adds what steps in the state that was put together have led to, from some index on. */
  private void takeOver(int first, Successors out) throws LimitException {
    for (int i = first; i < whole.count(); i++) {
      plain.codec.locate(whole.bytes(), whole.start(i), successor);
      int threads = successor.threadCount;
      byte[] target = out.reserve((threads + 1) * Integer.BYTES);
      int at = out.end();
      PartNumbers.put(target, at, PartNumbers.SHARED, memoryOf(successor));
      for (int number = 0; number < threads; number++) {
        int start = successor.threadStart(number);
        int size = successor.threadEnd[number] - start;
        PartNumbers.put(
            target, at, number + 1, parts.number(number + 1, successor.bytes, start, size));
      }
      out.add(at + (threads + 1) * Integer.BYTES, whole.code(i));
    }
  }

  @Override
  public long[] marks() {
    return plain.marks();
  }

  @Override
  public boolean boundHit() {
    return plain.boundHit();
  }
}
