// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.transition.Successors.Terminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A buffer keeps states, codes and the kind of the state apart, and is used again. */
class SuccessorsTest {
  private static final int CODE = 7;

  private final Successors buffer = new Successors();

  private static byte[] state(int number) {
    byte[] bytes = new byte[number % 97];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (number + i);
    }
    return bytes;
  }

  private void add(int number, int code) {
    byte[] state = state(number);
    buffer.add(state, 0, state.length, code);
  }

  @Test
  void statesOfAnyLengthStayApartWhenTheBufferGrows() {
    for (int i = 0; i < 300; i++) {
      add(i, i % 3);
    }
    assertThat(buffer.count()).isEqualTo(300);
    for (int i = 0; i < 300; i++) {
      assertThat(buffer.state(i)).isEqualTo(state(i));
      assertThat(buffer.length(i)).isEqualTo(i % 97);
      assertThat(buffer.code(i)).isEqualTo(i % 3);
    }
  }

  @Test
  void aStateIsCopiedFromItsOffset() {
    byte[] bytes = {1, 2, 3, 4, 5};
    buffer.add(bytes, 1, 3, Successors.FINE);
    bytes[2] = 9;
    assertThat(buffer.state(0)).containsExactly(2, 3, 4);
  }

  @Test
  void aStateThatIsWrittenInPlaceTakesNoMoreThanItNeeds() {
    add(5, Successors.FINE);
    byte[] room = buffer.reserve(5_000);
    room[buffer.end()] = 42;
    buffer.add(buffer.end() + 1, CODE);
    add(6, Successors.FINE);
    assertThat(buffer.state(0)).isEqualTo(state(5));
    assertThat(buffer.state(1)).containsExactly(42);
    assertThat(buffer.code(1)).isEqualTo(CODE);
    assertThat(buffer.state(2)).isEqualTo(state(6));
  }

  @Test
  void aStateBehindACutTakesThePlaceOfWhatWasCut() {
    for (int i = 0; i < 4; i++) {
      add(10 + i, CODE);
    }
    buffer.cutTo(2);
    add(50, Successors.FINE);
    assertThat(buffer.count()).isEqualTo(3);
    assertThat(buffer.state(1)).isEqualTo(state(11));
    assertThat(buffer.state(2)).isEqualTo(state(50));
    assertThat(buffer.code(2)).isEqualTo(Successors.FINE);
  }

  @Test
  void aCopyHasTheSameStatesAndCodesAndNothingElse() {
    add(3, Successors.FINE);
    add(4, CODE);
    Successors copy = new Successors();
    copy.add(state(9), 0, 9, CODE);
    copy.terminal(Terminal.DEADLOCK, CODE, 2);
    copy.copyFrom(buffer);
    assertThat(copy.count()).isEqualTo(2);
    assertThat(copy.state(0)).isEqualTo(state(3));
    assertThat(copy.state(1)).isEqualTo(state(4));
    assertThat(copy.code(0)).isEqualTo(Successors.FINE);
    assertThat(copy.code(1)).isEqualTo(CODE);
    assertThat(copy.terminal()).isEqualTo(Terminal.NONE);
  }

  @Test
  void aClearedBufferForgetsWhatTheStateWas() {
    add(3, CODE);
    buffer.terminal(Terminal.DEADLOCK, CODE, 2);
    buffer.clear();
    assertThat(buffer.count()).isZero();
    assertThat(buffer.end()).isZero();
    assertThat(buffer.terminal()).isEqualTo(Terminal.NONE);
    assertThat(buffer.terminalCode()).isEqualTo(Successors.FINE);
    assertThat(buffer.waiting()).isEqualTo(Successors.NOBODY);
  }

  @Test
  void whatAStateIsPassesFromBufferToBuffer() {
    buffer.terminal(Terminal.DEADLOCK, CODE, 2);
    Successors other = new Successors();
    other.terminalOf(buffer);
    assertThat(other.terminal()).isEqualTo(Terminal.DEADLOCK);
    assertThat(other.terminalCode()).isEqualTo(CODE);
    assertThat(other.waiting()).isEqualTo(2);
    buffer.terminal(Terminal.END, Successors.FINE);
    assertThat(buffer.waiting()).as("who waits is said anew").isEqualTo(Successors.NOBODY);
  }

  @Test
  void anAllowedEndStaysAnEndWithoutAViolation() {
    buffer.terminal(Terminal.DEADLOCK, CODE, 2);
    buffer.allowEnd();
    assertThat(buffer.terminal()).isEqualTo(Terminal.DEADLOCK);
    assertThat(buffer.terminalCode()).isEqualTo(Successors.FINE);
    assertThat(buffer.waiting()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"NONE, false", "END, true", "DEADLOCK, true", "CUT, false"})
  void aRunThatIsCutDoesNotEnd(Terminal kind, boolean end) {
    assertThat(kind.isEnd()).isEqualTo(end);
  }
}
