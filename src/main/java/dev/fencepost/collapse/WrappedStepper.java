// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collapse.ProcessMachine.Stepper;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.ProcessSystem.StateReader;
import dev.fencepost.transition.WrappedGenerator;

/** Forwards what a generator can do to it. */
public abstract class WrappedStepper<G extends ProcessGenerator> extends WrappedGenerator<G>
    implements Stepper {

  protected WrappedStepper(G generator) {
    super(generator);
  }

  @Override
  public long actors(int index) {
    return generator.actors(index);
  }

  @Override
  public long movers() {
    return generator.movers();
  }

  @Override
  public void read(byte[] bytes, int offset, int length, StateReader reader) {
    generator.read(bytes, offset, length, reader);
  }
}
