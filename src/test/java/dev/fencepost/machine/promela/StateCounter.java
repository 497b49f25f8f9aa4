// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.IntList;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.Writer;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** Visits all states of a system, past every violation, as SPIN does when it counts them. */
public final class StateCounter {
  private static final long BYTES = 3L << 30;

  private StateCounter() {}

  /** How many states there are, and whether anything was violated. */
  public record Count(long states, long violations) {}

  public static Count count(TransitionSystem system, long most) throws LimitException {
    TransitionSystem.Generator generator = system.newGenerator();
    RecordSet known = new ByteRecords(BYTES);
    Writer writer = known.newWriter();
    Successors out = new Successors();
    IntList open = new IntList();
    Cursor cursor = new Cursor();
    long violations = 0;
    long states = 0;
    writer.open();
    generator.initial(out);
    while (true) {
      if (out.count() == 0 && out.terminalCode() != Successors.FINE) {
        violations++;
      }
      for (int i = 0; i < out.count(); i++) {
        violations += out.code(i) == Successors.FINE ? 0 : 1;
        int added = writer.add(out.bytes(), out.start(i), out.length(i), 0);
        if (added != RecordSet.PRESENT) {
          open.add(added);
          states++;
        }
      }
      if (open.isEmpty() || states > most) {
        writer.close();
        return new Count(states, violations);
      }
      known.read(open.pop(), cursor);
      generator.successors(cursor.bytes(), cursor.offset(), cursor.length(), out);
    }
  }
}
