// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.Writer;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an expander stages and says of a state, and what representations do by themselves. */
class StateExpanderTest {
  private static final int BAD = 4;
  private static final int WORSE = 5;

  /** A state that forks has four steps: two violate something, the last leads to a large state. */
  private record Growing(int size) implements TransitionSystem {
    static final byte FORK = 1;
    static final byte STUCK = 2;

    @Override
    public Generator newGenerator() {
      return new Generator() {
        @Override
        public void initial(Successors out) {
          out.clear();
          add(new byte[] {FORK}, Successors.FINE, out);
        }

        @Override
        public void successors(byte[] bytes, int offset, int length, Successors out) {
          out.clear();
          if (bytes[offset] == STUCK) {
            out.terminal(Terminal.DEADLOCK, BAD, 3);
            return;
          }
          add(new byte[] {STUCK}, Successors.FINE, out);
          add(new byte[] {STUCK, 1}, WORSE, out);
          add(new byte[] {STUCK, 2}, BAD, out);
          byte[] large = new byte[size];
          large[0] = FORK;
          add(large, Successors.FINE, out);
        }

        @Override
        public void someSuccessors(byte[] bytes, int offset, int length, Successors out) {
          successors(bytes, offset, length, out);
          out.cutTo(Math.min(1, out.count()));
        }

        @Override
        public long[] marks() {
          return new long[1];
        }

        @Override
        public boolean boundHit() {
          return false;
        }
      };
    }

    private static void add(byte[] state, int code, Successors out) {
      out.add(state, 0, state.length, code);
    }
  }

  private static Expansion[] states(byte[]... bytes) {
    Expansion[] states = new Expansion[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      states[i] = new Expansion();
      states[i].state().pointTo(bytes[i], 0, bytes[i].length);
    }
    return states;
  }

  private static StateExpander expander(int size, RecordSet store) {
    return new StateExpander(new Growing(size).newGenerator(), store.newWriter());
  }

  @Test
  void violatingStepsCountButAreNotStaged() throws LimitException {
    RecordSet store = new ByteRecords(Long.MAX_VALUE);
    StateExpander expander = expander(3, store);
    Expansion[] states = states(new byte[] {Growing.FORK}, new byte[] {Growing.FORK, 9});
    expander.expect(states, 2);
    expander.expand(0);
    expander.expand(1);
    assertThat(states[0].steps()).isEqualTo(4);
    assertThat(states[0].stagedEnd()).isEqualTo(2);
    assertThat(states[1].stagedEnd()).as("those of both states").isEqualTo(4);
    Writer writer = expander.writer();
    writer.open();
    Cursor cursor = new Cursor();
    store.read(writer.addStaged(1, 0), cursor);
    writer.close();
    int start = cursor.offset();
    assertThat(Arrays.copyOfRange(cursor.bytes(), start, start + cursor.length()))
        .containsExactly(Growing.FORK, 0, 0);
  }

  @Test
  void theFirstViolatingStepIsTheViolation() throws LimitException {
    StateExpander expander = expander(3, new ByteRecords(Long.MAX_VALUE));
    Expansion[] states = states(new byte[] {Growing.FORK});
    expander.expect(states, 1);
    expander.expand(0);
    assertThat(states[0].violation()).isEqualTo(1);
    states[0].found(4, 4);
    assertThat(states[0].violation()).isEqualTo(Expansion.NONE);
  }

  @Test
  void aStateWithoutStepsSaysWhatItIs() throws LimitException {
    StateExpander expander = expander(3, new ByteRecords(Long.MAX_VALUE));
    Expansion[] states = states(new byte[] {Growing.STUCK}, new byte[] {Growing.FORK});
    expander.expect(states, 2);
    for (int i = 0; i < 2; i++) {
      expander.lookForEnd(i);
    }
    assertThat(states[0].steps()).isZero();
    assertThat(states[0].terminal()).isEqualTo(Terminal.DEADLOCK);
    assertThat(states[0].terminalCode()).isEqualTo(BAD);
    assertThat(states[0].waiting()).isEqualTo(3);
    assertThat(states[1].steps()).as("one step is enough").isEqualTo(1);
    assertThat(states[1].terminal()).isEqualTo(Terminal.NONE);
    assertThat(expander.writer().stagedCount()).isZero();
  }

  @Test
  void aStateThatNoRecordHoldsIsALimit() throws LimitException {
    for (int size : new int[] {RecordSet.MAX_LENGTH, RecordSet.MAX_LENGTH + 1}) {
      StateExpander expander = expander(size, new ByteRecords(Long.MAX_VALUE));
      Expansion[] states = states(new byte[] {Growing.FORK});
      expander.expect(states, 1);
      if (size == RecordSet.MAX_LENGTH) {
        expander.expand(0);
        assertThat(states[0].stagedEnd()).isEqualTo(2);
      } else {
        assertThatThrownBy(() -> expander.expand(0))
            .isInstanceOf(LimitException.class)
            .hasMessage("a state takes " + size + " bytes");
      }
    }
  }

  @Test
  void expandersOfOneThreadShareAGeneratorAndNoWriter() {
    RecordSet store = new ByteRecords(Long.MAX_VALUE);
    List<Expander> expanders = Representation.of(new Growing(3)).newExpanders(store, 3);
    assertThat(expanders).hasSize(3);
    assertThat(expanders.stream().map(Expander::generator).distinct()).hasSize(1);
    assertThat(expanders.stream().map(Expander::writer).distinct()).hasSize(3);
  }

  /** A state of 32 bytes is long, wherever it comes in a run. */
  @Test
  void onlyLongStatesAreCutIntoParts() {
    assertThat(Representation.packed(new Chain(31, 100)))
        .isEqualTo(new Representation.WholeStates<>(new Chain(31, 100), false));
    assertThat(Representation.packed(new Chain(32, 50)))
        .isEqualTo(new Representation.WholeStates<>(new Chain(32, 50), true));
    assertThat(Representation.packed(new Chain(40, 0)))
        .as("a run that meets a limit tells nothing")
        .isEqualTo(new Representation.WholeStates<>(new Chain(40, 0), false));
  }

  /** States of one byte, up to a step that leads to one of many; without steps, a limit. */
  private record Chain(int size, int steps) implements TransitionSystem {
    @Override
    public Generator newGenerator() {
      return new Generator() {
        @Override
        public void initial(Successors out) throws LimitException {
          if (steps == 0) {
            throw new LimitException("no state");
          }
          out.clear();
          out.add(new byte[] {0}, 0, 1, Successors.FINE);
        }

        @Override
        public void successors(byte[] bytes, int offset, int length, Successors out) {
          int next = bytes[offset] + 1;
          out.clear();
          byte[] state = new byte[next == steps - 1 ? size : 1];
          state[0] = (byte) next;
          if (next < steps) {
            out.add(state, 0, state.length, Successors.FINE);
          }
        }

        @Override
        public long[] marks() {
          return new long[1];
        }

        @Override
        public boolean boundHit() {
          return false;
        }
      };
    }
  }

  /** Pays up to 10 states, and has another one for a restart. */
  private record Wasteful(Growing system) implements Representation<Growing> {
    @Override
    public RecordSet newStore(long maxBytes) {
      return new ByteRecords(maxBytes);
    }

    @Override
    public long bytes() {
      return 17;
    }

    @Override
    public boolean pays(long states) {
      return states <= 10;
    }

    @Override
    public Optional<Representation<Growing>> afterWaste() {
      return Optional.of(Representation.of(new Growing(8)));
    }
  }

  @Test
  void aSystemMadeOfAnotherIsMadeAgainAfterARestart() {
    Representation<Chain> mapped =
        new Wasteful(new Growing(6)).map(inner -> new Chain(inner.size(), 2));
    assertThat(mapped.system()).isEqualTo(new Chain(6, 2));
    assertThat(mapped.bytes()).isEqualTo(17);
    assertThat(mapped.pays(10)).isTrue();
    assertThat(mapped.pays(11)).isFalse();
    Representation<Chain> next = mapped.afterWaste().orElseThrow();
    assertThat(next.system()).isEqualTo(new Chain(8, 2));
    assertThat(next.afterWaste()).isEmpty();
  }

  @Test
  void aStateOfPartsOfAnArrayIsCopiedWhole() {
    byte[] bytes = {9, 1, 2, 3, 9};
    assertThat(Representation.of(new Growing(3)).whole(bytes, 1, 3)).containsExactly(1, 2, 3);
  }
}
