// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.WordRecords;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.NumberedParts;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.StateExpander;
import dev.fencepost.transition.TransitionSystem;
import java.util.Optional;

/**
 * Collapsed states: as words, as long as a word has room for the identifiers of each; then with one
 * shared part in place of several; then as lists; and as whole states where identifiers do not pay.
 *
 * @param words whether the store holds words
 * @param plain the whole states
 */
public record CollapsedStates(
    CollapsedSystem collapsed, boolean words, Representation<ProcessSystem> plain)
    implements Representation<ProcessSystem> {

  @Override
  public ProcessSystem system() {
    return collapsed;
  }

  @Override
  public RecordSet newStore(long maxBytes) {
    return words ? new WordRecords(maxBytes) : new ByteRecords(maxBytes);
  }

  @Override
  public RecordSet newStaging() {
    return words ? WordRecords.staging(collapsed.parts::counts) : new ByteRecords(Long.MAX_VALUE);
  }

  @Override
  public NumberedParts parts() {
    return collapsed.parts;
  }

  @Override
  public Expander newExpander(RecordSet store) {
    CollapsedGenerator generator = collapsed.newGenerator();
    return store instanceof WordRecords records
        ? new WordExpander(generator, records.newWriter())
        : new StateExpander(generator, store.newWriter());
  }

  @Override
  public long bytes() {
    return collapsed.parts.bytes();
  }

  @Override
  public boolean pays(long states) {
    return collapsed.pays(states);
  }

  @Override
  public Optional<Representation<ProcessSystem>> afterWaste() {
    return Optional.of(plain);
  }

  @Override
  public Optional<Representation<ProcessSystem>> afterOverflow() {
    boolean cut = collapsed.shared() > 1;
    return Optional.of(new CollapsedStates(cut ? collapsed.withOnePart() : collapsed, cut, plain));
  }

  @Override
  public TransitionSystem whole() {
    return plain.system();
  }

  @Override
  public byte[] whole(byte[] bytes, int offset, int length) {
    return collapsed.parts.expanded(bytes, offset, length);
  }
}
