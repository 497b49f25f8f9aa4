// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.RecordSet;
import java.util.Arrays;
import java.util.Optional;

/**
 * A system in one representation of its states, and the store that takes them. The representations
 * of one system have the same states and the same schedules.
 */
public interface Representation {

  TransitionSystem system();

  /**
   * An empty store for the system's states.
   *
   * @param maxBytes the memory that it may take
   */
  RecordSet newStore(long maxBytes);

  /** The memory that states take beside the store. */
  default long bytes() {
    return 0;
  }

  /** Whether a search that has met so many states is to go on with this representation. */
  default boolean pays(long states) {
    return true;
  }

  /** With what a search begins anew where this one does not pay. */
  default Optional<Representation> afterWaste() {
    return Optional.empty();
  }

  /** With what a search begins anew where a state does not fit into a record of the store. */
  default Optional<Representation> afterOverflow() {
    return Optional.empty();
  }

  /** A state as the system has it whose representation this is. */
  default byte[] whole(byte[] bytes, int offset, int length) {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  /** The states as they are. */
  static Representation of(TransitionSystem system) {
    return new Plain(system, false);
  }

  /** The states as they are, in a store that cuts them into parts where they are long. */
  static Representation packed(TransitionSystem system) {
    return new Plain(system, LongStates.in(system));
  }

  /** The states as they are. */
  record Plain(TransitionSystem system, boolean parts) implements Representation {
    @Override
    public RecordSet newStore(long maxBytes) {
      return parts ? ByteRecords.withParts(maxBytes) : new ByteRecords(maxBytes);
    }
  }
}
