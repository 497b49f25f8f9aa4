// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.collapse.LocalState;
import dev.fencepost.collapse.PartBounds;
import dev.fencepost.collapse.PartSet;
import dev.fencepost.collapse.ProcessMachine;
import dev.fencepost.collapse.WrappedStepper;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;

/**
 * The relaxed machine as threads over memory. What steps of a thread depend on beside both (a join,
 * an end that a join waits for, a thread that is started) is found out when they are taken.
 */
public record ThreadMachine(CompiledMachine machine) implements ProcessMachine {

  /** Marks are noted. */
  @Override
  public Features features() {
    return new Features(Program.MAX_THREADS, false, List.of(), true, false, false);
  }

  @Override
  public Stepper newStepper() {
    return new Steps(new MachineGenerator(machine, Observer.NONE));
  }

  private static final class Steps extends WrappedStepper<MachineGenerator> {
    private final PackedState successor = new PackedState();
    private PackedState origin = new PackedState();
    private Successors found = new Successors();
    private int first;
    private int thread;

    Steps(MachineGenerator generator) {
      super(generator);
    }

    @Override
    public void locate(byte[] state, int offset, PartBounds out) {
      generator.codec.locate(state, offset, successor);
      out.begin(offset, successor.memoryEnd);
      for (int number = 0; number < successor.threadCount; number++) {
        out.add(successor.threadEnd[number]);
      }
    }

    @Override
    public void enter(byte[] state, int length, Successors out) {
      origin = generator.read(state, 0);
      generator.emitter.writeTo(out);
      found = out;
    }

    @Override
    public boolean steps(int process) throws LimitException {
      thread = process;
      first = found.count();
      generator.local.threads.looksAtOthers = false;
      return generator.steps(process) > 0;
    }

    @Override
    public boolean concernsOthers() {
      boolean others = generator.local.threads.looksAtOthers;
      for (int i = first; i < found.count() && !others; i++) {
        generator.codec.locate(found.bytes(), found.start(i), successor);
        others = !origin.sharesOthers(thread, successor);
      }
      return others;
    }

    @Override
    public LocalState classify(int process) {
      return new LocalState(true, false, false, PartSet.ONE);
    }
  }
}
