// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.transition.AcceptingSystem.AcceptingGenerator;
import dev.fencepost.transition.Successors.Terminal;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs as schedules: replayed from their states, and surveyed with what their loops meet. */
class RunsTest {
  private static final int BAD = 4;
  private static final int LAST = 3;

  /**
   * States count from 0, or from 1. Each goes to the next one by a violating step and by a fine
   * one, and back to 0; the last one ends. Atom 0 is true of odd states, atom 1 of the state 2. A
   * step to a state meets the condition of its number; to stay meets condition 65.
   */
  private static final class Counting implements TemporalSystem {
    @Override
    public int conditions() {
      return 66;
    }

    @Override
    public int required() {
      return 0;
    }

    @Override
    public TemporalGenerator newGenerator() {
      return new CountingGenerator();
    }
  }

  private static final class CountingGenerator implements TemporalSystem.TemporalGenerator {
    private int expanded;

    @Override
    public void initial(Successors out) {
      out.clear();
      add(0, Successors.FINE, out);
      add(1, Successors.FINE, out);
    }

    @Override
    public void successors(byte[] bytes, int offset, int length, Successors out) {
      out.clear();
      expanded = bytes[offset];
      if (expanded == LAST) {
        out.terminal(Terminal.END, Successors.FINE);
      } else {
        add(expanded + 1, BAD, out);
        add(expanded + 1, Successors.FINE, out);
        add(0, Successors.FINE, out);
      }
    }

    private static void add(int state, int code, Successors out) {
      out.add(new byte[] {(byte) state}, 0, 1, code);
    }

    @Override
    public void met(int index, long[] words) {
      int condition = index == 3 ? 65 : index == 2 ? 0 : expanded + 1;
      words[condition / Long.SIZE] |= 1L << condition;
    }

    @Override
    public long atoms(byte[] bytes, int offset, int length) {
      return bytes[offset] % 2 | (bytes[offset] == 2 ? 2 : 0);
    }

    @Override
    public int stutters() {
      return 1;
    }

    @Override
    public long[] marks() {
      return new long[1];
    }

    @Override
    public boolean boundHit() {
      return false;
    }
  }

  private static byte[] state(int number) {
    return new byte[] {(byte) number};
  }

  @Test
  void theFirstStepThatLeadsToAStateIsTaken() throws LimitException {
    RunReplay replay = new RunReplay(new Counting());
    replay.go(state(1));
    replay.go(state(2));
    replay.go(state(0));
    assertThat(replay.schedule()).containsExactly(1, 0, 2);
    assertThat(replay.state()).containsExactly(0);
  }

  @Test
  void aStepIsFoundByItsCodeToo() throws LimitException {
    RunReplay replay = new RunReplay(new Counting());
    replay.go(state(0));
    replay.go(state(1), Successors.FINE);
    replay.go(state(2), BAD);
    replay.stay();
    assertThat(replay.schedule()).containsExactly(0, 1, 0, Lasso.STUTTER);
    assertThat(replay.state()).containsExactly(2);
  }

  @Test
  void aStateThatNoStepLeadsToIsRefused() throws LimitException {
    RunReplay replay = new RunReplay(new Counting());
    replay.go(state(0));
    assertThatThrownBy(() -> replay.go(state(2))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> replay.go(state(0), BAD)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> replay.go(new byte[] {1, 0}))
        .as("a longer state is another one")
        .isInstanceOf(IllegalStateException.class);
    assertThat(replay.schedule()).containsExactly(0);
  }

  @Test
  void choicesLeadFromTheFirstInitialState() throws LimitException {
    assertThat(RunReplay.end(new Counting(), List.of())).containsExactly(0);
    assertThat(RunReplay.end(new Counting(), List.of(1, 0))).containsExactly(2);
    assertThat(RunReplay.end(new Counting(), List.of(1, 0, 2))).containsExactly(0);
  }

  @Test
  void aLassoBeginsSomewhereAndGoesOn() {
    assertThatThrownBy(() -> new Lasso(List.of(), List.of(0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Lasso(List.of(0), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new Lasso(List.of(0, 1), List.of(2)).steps()).containsExactly(0, 1, 2);
  }

  /** 0, 1, then 2, 0, 1 again and again. */
  @Test
  void aSurveyHasTheAtomsOfAllStatesAndTheConditionsOfTheLoop() throws LimitException {
    Lasso run = new Lasso(List.of(0, 1), List.of(1, 2, 1));
    LassoSurvey survey = LassoSurvey.of(new Counting(), run);
    assertThat(survey.letters()).containsExactly(0L, 1L, 2L, 0L, 1L);
    assertThat(survey.whenTrue(0)).containsExactly(1, 4);
    assertThat(survey.whenTrue(1)).containsExactly(2);
    assertThat(survey.met().stream()).containsExactly(0, 1, 2);
    assertThat(survey.unmet(0, 4)).containsExactly(3);
    assertThat(survey.unmet(2, 3)).as("counted from the first asked for").containsExactly(1, 2);
  }

  @Test
  void theStemMeetsNothing() throws LimitException {
    Lasso run = new Lasso(List.of(1, 2), List.of(Lasso.STUTTER));
    LassoSurvey survey = LassoSurvey.of(new Counting(), run);
    assertThat(survey.letters()).containsExactly(1L, 0L, 0L);
    assertThat(survey.met().stream()).as("what runs on unseen").containsExactly(65);
  }

  @Test
  void aRunThatEndsMeetsAll() throws LimitException {
    Lasso run = new Lasso(List.of(1, 1, 1), List.of(Lasso.STUTTER));
    LassoSurvey survey = LassoSurvey.of(new Counting(), run);
    assertThat(survey.letters()).containsExactly(1L, 2L, 1L, 1L);
    assertThat(survey.unmet(0, 66)).isEmpty();
    assertThat(survey.met().length()).isEqualTo(66);
  }

  /** The same steps, of a system without atoms. */
  private static final class Accepting implements AcceptingSystem {
    @Override
    public int conditions() {
      return 66;
    }

    @Override
    public AcceptingGenerator newGenerator() {
      return new CountingGenerator();
    }
  }

  @Test
  void aSystemWithoutAtomsHasConditionsAllTheSame() throws LimitException {
    LassoSurvey survey = LassoSurvey.of(new Accepting(), new Lasso(List.of(1), List.of(1, 2, 1)));
    assertThat(survey.letters()).containsOnly(0L).hasSize(4);
    assertThat(survey.met().stream()).containsExactly(0, 1, 2);
  }

  @Test
  void processesBehindThe64thAreInNoSet() {
    assertThat(ProcessSets.contains(ProcessSets.of(63), 63)).isTrue();
    assertThat(ProcessSets.contains(ProcessSets.of(63), 62)).isFalse();
    assertThat(ProcessSets.of(64)).isEqualTo(ProcessSets.NONE);
    assertThat(ProcessSets.contains(ProcessSets.ALL, 64)).isFalse();
    assertThat(ProcessSets.first(ProcessSets.of(5) | ProcessSets.of(9))).isEqualTo(5);
  }

  @Test
  void aStepIsFairToWhoTakesItAndToWhoCannotStep() {
    long fair = ProcessSets.fairTo(ProcessSets.of(0), ProcessSets.of(0) | ProcessSets.of(1));
    assertThat(ProcessSets.contains(fair, 0)).isTrue();
    assertThat(ProcessSets.contains(fair, 1)).isFalse();
    assertThat(ProcessSets.contains(fair, 2)).isTrue();
  }
}
