// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.NumberRecords;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.transition.Representation;
import java.util.Optional;

/**
 * States as lists of the identifiers of their parts, and as words where a word has room for such a
 * list.
 *
 * @param words whether the store holds words
 * @param whole what takes its place where identifiers do not pay
 */
public record CollapsedStates(CollapsedSystem system, boolean words, Representation whole)
    implements Representation {

  @Override
  public RecordSet newStore(long maxBytes) {
    return words ? new NumberRecords(maxBytes) : new ByteRecords(maxBytes);
  }

  @Override
  public long bytes() {
    return system.parts().bytes();
  }

  @Override
  public boolean pays(long states) {
    return !system.isWaste(states);
  }

  @Override
  public Optional<Representation> afterWaste() {
    return Optional.of(whole);
  }

  @Override
  public Optional<Representation> afterOverflow() {
    Optional<CollapsedSystem> fewer = system.withFewerParts();
    return Optional.of(new CollapsedStates(fewer.orElse(system), fewer.isPresent(), whole));
  }

  @Override
  public byte[] whole(byte[] bytes, int offset, int length) {
    return system.parts().expanded(bytes, offset, length);
  }
}
