// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.OpenPairs;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What steps of other threads see of a thread, where loads run ahead; sets of cells.
 *
 * @param writes what it may still write
 * @param writesNumber their number: equal sets have equal numbers
 * @param awaited what its loads that may go would read; none where loads never read at once
 * @param must what it must be the next to write
 * @param next its accesses that may go, where data races are looked for
 */
record Outlook(BitSet writes, int writesNumber, BitSet awaited, BitSet must, Next next) {

  /** Accesses that may go. */
  record Next(BitSet plainReads, BitSet plainWrites, BitSet reads, BitSet writes) {
    static final Next NONE = new Next(new BitSet(), new BitSet(), new BitSet(), new BitSet());
  }

  /** Whether a plain access of this thread and one of another race. */
  boolean races(Outlook other) {
    return next.plainReads.intersects(other.next.writes)
        || next.plainWrites.intersects(other.next.writes)
        || next.plainWrites.intersects(other.next.reads);
  }

  /** Finds the outlooks of threads. */
  static final class Finder {
    private final ProgramCode program;
    private final StateCodec codec;
    private final OlderReads older;

    /** Empty where data races are not looked for. */
    private final Optional<Races> races;

    private final State alone;
    private final Map<BitSet, Integer> writes = new HashMap<>();

    Finder(CompiledMachine machine, StateCodec codec, OlderReads older) {
      program = machine.program;
      this.codec = codec;
      this.older = older;
      races = machine.watchesRaces ? Optional.of(new Races(machine.rules)) : Optional.empty();
      alone = new State(program);
    }

    Outlook find(PackedState state, int number) {
      ThreadState thread = alone.fresh(number);
      codec.unpack(state.bytes, state.threadStart(number), thread);
      BitSet written = new BitSet();
      for (int cell : program.stored) {
        written.set(cell, !thread.ended && older.ahead().mayWrite(thread, number, cell));
      }
      int writesNumber = writes.computeIfAbsent(written, set -> writes.size());
      Next next = races.map(found -> found.next(alone, number)).orElse(Next.NONE);
      return new Outlook(
          written, writesNumber, older.awaited(thread), OpenPairs.mustWrite(thread), next);
    }
  }
}
