// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.State;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.WrappedGenerator;
import java.util.List;
import java.util.Set;

/**
 * What a temporal property sees of the machine. Atoms are conditions over memory. Conditions: where
 * instances can go on guesses, for each thread that none is open or that its oldest instance takes
 * a step: each instance gets to be the oldest, so each guess is confirmed some day. Then fairness
 * to each thread, then to each thread's oldest instance (see {@link StepLog}). Where fairness is
 * for some threads alone, the others may stop for ever in any state: then it repeats, which is fair
 * if none of those can step.
 *
 * @param fairTo the threads to which a run must be fair, by their names in traces; all of them
 *     without names
 */
public record TemporalMachine(CompiledMachine machine, List<Expr> atoms, Set<String> fairTo)
    implements TemporalSystem {
  private static final int THREADS = Program.MAX_THREADS;
  private static final long ALL_THREADS = (1L << THREADS) - 1;

  @Override
  public int conditions() {
    return required() + 2 * THREADS;
  }

  @Override
  public int required() {
    return machine.guesses ? THREADS : 0;
  }

  @Override
  public TemporalGenerator newGenerator() {
    return new Steps();
  }

  private final class Steps extends WrappedGenerator<MachineGenerator>
      implements TemporalGenerator {
    private final StateCodec codec =
        new StateCodec(machine.program, machine.newLaws(), machine.guesses);
    private final State seen = new State(machine.program);
    private final StepLog log = new StepLog();
    private boolean repeats;
    private long others;
    private long confirmed;

    Steps() {
      super(new MachineGenerator(machine, Observer.NONE));
      generator.log = log;
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      log.clear();
      generator.successors(bytes, offset, length, out);
      repeats = generator.diverges() || !fairTo.isEmpty() && log.someoneCanStep();
      others = fairTo.isEmpty() ? 0 : others(generator.current());
      confirmed = machine.guesses ? withoutGuess(generator.current()) : 0;
    }

    private static long withoutGuess(State state) {
      long threads = ALL_THREADS;
      for (int number = 0; number < state.threadCount; number++) {
        threads &= state.hangsOnGuess(number) ? ~(1L << number) : ALL_THREADS;
      }
      return threads;
    }

    /** The threads of a state that fairness does not ask for, as bits; those that are none too. */
    private long others(State state) {
      long named = 0;
      for (int number = 0; number < state.threadCount; number++) {
        named |= fairTo.contains(state.nameOf(number)) ? 1L << number : 0;
      }
      return ~named & ALL_THREADS;
    }

    @Override
    public long atoms(byte[] bytes, int offset, int length) {
      codec.unpack(bytes, offset, seen, new PackedState());
      long letter = 0;
      for (int i = 0; i < atoms.size(); i++) {
        letter |= machine.violations.conditions.isMet(atoms.get(i), seen) ? 1L << i : 0;
      }
      return letter;
    }

    @Override
    public int stutters() {
      return repeats ? 1 : 0;
    }

    @Override
    public void met(int index, long[] words) {
      long threads = log.fairToThreads(index) & ALL_THREADS | others;
      long oldest = log.fairToOldest(index) & ALL_THREADS | others;
      long fair = threads | oldest << THREADS;
      words[0] |= machine.guesses ? fair << THREADS | confirmed | log.oldestOf(index) : fair;
    }
  }
}
