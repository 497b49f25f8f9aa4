// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.Successors;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every representation of a machine's states has its states, its steps and its shortest runs. */
class CollapsedStatesTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int MACHINES = Boolean.getBoolean("fencepost.full") ? 20_000 : 400;

  private static CollapsedStates collapsed(RandomProcesses machine) {
    Representation<ProcessSystem> whole = Representation.of(machine);
    return new CollapsedStates(new CollapsedSystem(machine), true, whole);
  }

  @Test
  void everyRepresentationHasTheSameSearches() {
    for (int i = 0; i < MACHINES; i++) {
      RandomProcesses machine = new RandomProcesses(SEED * 1_000_000 + i);
      Representation<ProcessSystem> words = collapsed(machine);
      Representation<ProcessSystem> fewer = words.afterOverflow().orElseThrow();
      Representation<ProcessSystem> lists = fewer.afterOverflow().orElseThrow();
      for (boolean exhaustive : new boolean[] {false, true}) {
        SearchOptions options = SearchOptions.usual().withExhaustive(exhaustive);
        SearchResult whole = Search.run(machine, options, SearchListener.NONE);
        compare(machine, whole, Search.run(words, options, SearchListener.NONE));
        compare(machine, whole, Search.run(fewer, options, SearchListener.NONE));
        compare(machine, whole, Search.run(lists, options, SearchListener.NONE));
      }
    }
  }

  private static void compare(RandomProcesses machine, SearchResult whole, SearchResult found) {
    assertThat(found.outcome()).isEqualTo(whole.outcome());
    assertThat(found.states()).isEqualTo(whole.states());
    assertThat(found.depth()).isEqualTo(whole.depth());
    if (!machine.features().leavesOutRepeated()) {
      assertThat(found.transitions()).isEqualTo(whole.transitions());
    }
  }

  /** Who takes part in steps, which fairness asks for, and the states themselves. */
  @Test
  void stepsHaveTheSameActorsAndTargets() throws Exception {
    for (int i = 0; i < MACHINES; i++) {
      RandomProcesses machine = new RandomProcesses(SEED * 1_000_000 + i);
      if (!machine.features().leavesOutRepeated()) {
        compareSteps(machine);
      }
    }
  }

  private static void compareSteps(RandomProcesses machine) throws Exception {
    CollapsedStates form = collapsed(machine);
    ProcessGenerator plain = machine.newGenerator();
    ProcessGenerator collapsed = form.system().newGenerator();
    Successors expected = new Successors();
    Successors found = new Successors();
    Deque<byte[]> open = new ArrayDeque<>();
    Set<ByteBuffer> known = new HashSet<>();
    collapsed.initial(found);
    open.add(Arrays.copyOf(found.bytes(), found.length(0)));
    while (!open.isEmpty() && known.size() < 500) {
      byte[] state = open.remove();
      byte[] whole = form.whole(state, 0, state.length);
      plain.successors(whole, 0, whole.length, expected);
      collapsed.successors(state, 0, state.length, found);
      assertThat(found.count()).isEqualTo(expected.count());
      assertThat(found.terminal()).isEqualTo(expected.terminal());
      assertThat(found.terminalCode()).isEqualTo(expected.terminalCode());
      assertThat(collapsed.movers()).isEqualTo(plain.movers());
      for (int i = 0; i < found.count(); i++) {
        int start = found.start(i);
        byte[] target = Arrays.copyOfRange(found.bytes(), start, start + found.length(i));
        int from = expected.start(i);
        assertThat(form.whole(target, 0, target.length))
            .isEqualTo(Arrays.copyOfRange(expected.bytes(), from, from + expected.length(i)));
        assertThat(found.code(i)).isEqualTo(expected.code(i));
        assertThat(collapsed.actors(i)).isEqualTo(plain.actors(i));
        if (known.add(ByteBuffer.wrap(target))) {
          open.add(target);
        }
      }
    }
  }

  @Test
  void theReaderSeesWholeStates() throws Exception {
    CollapsedStates form = collapsed(new RandomProcesses(SEED));
    ProcessGenerator generator = form.system().newGenerator();
    Successors out = new Successors();
    generator.initial(out);
    generator.read(
        out.bytes(),
        0,
        out.length(0),
        (bytes, offset, length) ->
            assertThat(Arrays.copyOfRange(bytes, offset, offset + length))
                .isEqualTo(form.whole(out.bytes(), 0, out.length(0))));
  }

  @Test
  void memoisedStepsAreNotTakenAgain() {
    long states = 0;
    long entered = 0;
    for (int i = 0; i < MACHINES; i++) {
      RandomProcesses machine = new RandomProcesses(SEED * 1_000_000 + i);
      SearchOptions all = SearchOptions.usual().withExhaustive(true);
      machine.entered = 0;
      states += Search.run(collapsed(machine), all, SearchListener.NONE).states();
      entered += machine.entered;
    }
    assertThat(entered).isLessThan(states);
  }
}
