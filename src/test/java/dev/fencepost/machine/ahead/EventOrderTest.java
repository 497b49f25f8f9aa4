// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.StartedMachine;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.window.ReadLog;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of a log change places where no load and no view keeps their order. */
class EventOrderTest {
  private static final String WRITER = "STR W1,[X20] | STR W1,[X21] | STR W1,[X22] | STR W1,[X23]";

  /** A log with events of cells, by name, of a thread; their old values count from 0. */
  private static final class Events {
    private final StartedMachine started;
    private final Influence influence;
    private final ReadLog log;
    private final EventOrder order = new EventOrder();

    Events(String thread, String... names) throws InvalidInputException, LimitException {
      started = StartedMachine.ofThreads("armv8", thread, WRITER);
      CompiledMachine machine = started.machine();
      influence = new Influence(machine.program, machine.rules, machine.checked.footprints(), 0);
      log = started.state().threads[0].log;
      for (String name : names) {
        log.add(started.cell(name), log.events, false);
      }
      order.begin(log, influence, 0);
    }

    /** The first two are writes of one step. */
    Events joined() {
      log.joined[0] = true;
      order.begin(log, influence, 0);
      return this;
    }

    Events separated(int point, String... names) {
      order.separate(point, cells(names));
      return this;
    }

    /** The old values of the events in their new order: they say which event is where. */
    List<Long> sorted() {
      boolean moved = order.sort(log);
      assertThat(order.isSorted()).isEqualTo(moved);
      return Arrays.stream(log.old, 0, log.events).boxed().toList();
    }

    int moved(int point, String... names) {
      return order.moved(point, cells(names));
    }

    private BitSet cells(String... names) {
      BitSet cells = new BitSet();
      Arrays.stream(names).forEach(name -> cells.set(started.cell(name)));
      return cells;
    }
  }

  @Test
  void eventsThatNothingRelatesAreSortedByCell() throws Exception {
    assertThat(new Events("NOP", "z", "x", "y", "x").sorted())
        .as("events of a cell keep their order")
        .containsExactly(1L, 3L, 2L, 0L);
  }

  @Test
  void eventsInOrderStay() throws Exception {
    Events events = new Events("NOP", "x", "y");
    assertThat(events.sorted()).containsExactly(0L, 1L);
    assertThat(events.order.isSorted()).isFalse();
  }

  /** Whether an event of the cell with the lower number does not pass one of the other. */
  private static boolean keeps(String thread, String low, String high)
      throws InvalidInputException, LimitException {
    Events events = new Events(thread, high, low);
    assertThat(events.log.cell[1]).isLessThan(events.log.cell[0]);
    return events.sorted().equals(List.of(0L, 1L));
  }

  @Test
  void aLoadThatFindsItsCellByAnotherKeepsTheOrderOfBoth() throws Exception {
    String dependent = "LDR W5,[X21] | EOR W6,W5,W5 | LDR W7,[X22,W6,SXTW] | LDR W8,[X23]";
    assertThat(keeps(dependent, "x", "y")).isTrue();
    assertThat(keeps(dependent, "x", "z")).isFalse();
    assertThat(keeps(dependent, "y", "z")).isFalse();
    String other = "LDR W5,[X22] | EOR W6,W5,W5 | LDR W7,[X21,W6,SXTW]";
    assertThat(keeps(other, "x", "y")).isTrue();
  }

  @Test
  void aFenceOfLoadsKeepsTheOrderOfTheCellsOnBothSides() throws Exception {
    String fenced = "LDR W5,[X21] | DMB LD | LDR W6,[X22] | LDR W7,[X23]";
    assertThat(keeps(fenced, "x", "y")).isTrue();
    assertThat(keeps(fenced, "x", "z")).isTrue();
    assertThat(keeps(fenced, "y", "z")).isFalse();
    assertThat(keeps("LDR W5,[X21] | DMB ST | LDR W6,[X22]", "x", "y")).isFalse();
  }

  @Test
  void aViewBetweenTwoEventsKeepsTheirOrderIfItBoundsBoth() throws Exception {
    assertThat(new Events("NOP", "y", "x").separated(1, "x", "y").sorted()).containsExactly(0L, 1L);
    assertThat(new Events("NOP", "y", "x").separated(1, "x").sorted()).containsExactly(1L, 0L);
    assertThat(new Events("NOP", "y", "x").separated(1, "y").sorted()).containsExactly(1L, 0L);
    assertThat(new Events("NOP", "y", "x").separated(2, "x", "y").sorted())
        .as("a view behind both")
        .containsExactly(1L, 0L);
  }

  @Test
  void writesOfOneStepStayTogether() throws Exception {
    assertThat(new Events("NOP", "z", "y", "x").joined().sorted()).containsExactly(0L, 1L, 2L);
  }

  @Test
  void aViewMovesBehindTheLastEventThatItBounds() throws Exception {
    Events events = new Events("NOP", "y", "x");
    assertThat(events.sorted()).containsExactly(1L, 0L);
    assertThat(events.moved(0, "x", "y")).isZero();
    assertThat(events.moved(1, "y")).isEqualTo(2);
    assertThat(events.moved(1, "x")).isZero();
    assertThat(events.moved(2, "x")).isEqualTo(1);
  }
}
