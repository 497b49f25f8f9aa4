// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A search begins anew where a representation does not pay, and only there. */
class RepresentationTest {
  private static final int PART = 1_000;

  /** Pays up to some states. */
  private record Paying(TransitionSystem system, TransitionSystem other, long most)
      implements Representation<TransitionSystem> {
    @Override
    public RecordSet newStore(long maxBytes) {
      return new ByteRecords(maxBytes);
    }

    @Override
    public boolean pays(long states) {
      return states <= most;
    }

    @Override
    public Optional<Representation<TransitionSystem>> afterWaste() {
      return Optional.of(Representation.of(other));
    }
  }

  private static SearchResult search(Representation<?> form) {
    return Search.run(form, SearchOptions.usual(), SearchListener.NONE);
  }

  @Test
  void aRepresentationThatPaysIsSearchedToTheEnd() {
    TransitionSystem system = new TorusSystem(4, 10, -1);
    SearchResult found = search(new Paying(system, new GraphSystem().start(1), 10_000));
    assertThat(found.outcome()).isEqualTo(new Complete());
    assertThat(found.states()).isEqualTo(10_000);
  }

  @Test
  void anotherOneIsSearchedFromTheBeginning() {
    TransitionSystem system = new TorusSystem(4, 10, -1);
    SearchResult found = search(new Paying(system, new TorusSystem(3, 10, -1), PART));
    assertThat(found.outcome()).isEqualTo(new Complete());
    assertThat(found.states()).isEqualTo(1_000);
  }

  @Test
  void aSystemThatGivesUpWhereItDoesNotPayIsLeft() {
    TransitionSystem gaveUp = new GraphSystem().start(1).path(1, 2).givesUpAt(2);
    assertThat(search(new Paying(gaveUp, new GraphSystem().start(1), 1)).outcome())
        .isEqualTo(new Complete());
    assertThat(search(new Paying(gaveUp, new GraphSystem().start(1), 2)).outcome())
        .isEqualTo(new Stopped(Limit.SYSTEM, "too much local work"));
  }

  @Test
  void aViolationThatWasFoundIsTheAnswer() {
    TransitionSystem system = new GraphSystem().start(1).path(1, 2).badStep(1, 3);
    SearchResult found = search(new Paying(system, new GraphSystem().start(1), 0));
    assertThat(found.outcome()).isInstanceOf(SearchResult.Violation.class);
  }
}
