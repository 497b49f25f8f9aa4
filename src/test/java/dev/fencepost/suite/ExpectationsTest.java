// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectationsTest {
  private static final String TEXT =
      """
      # comment
      tso  WR  holds  states=297
      pso-no  WR  violated  steps=12
      tso  LOOP,MUTATORS=2  holds<=6  states=1000

      reaches WR "copy committed"
      never reaches WR "copy given up" under sc,tso because nobody writes
      """;

  @Test
  void readsItsOwnText() throws InvalidInputException {
    Expectations read = Expectations.parse("a.expect", TEXT);
    assertThat(read.lines()).hasSize(3);
    assertThat(read.lines().get(1))
        .isEqualTo(new Expectations.Line("pso-no", "WR", "violated", "steps=12"));
    assertThat(read.marks())
        .containsExactly(
            new MarkExpectation(true, "WR", "copy committed", List.of(), ""),
            new MarkExpectation(
                false, "WR", "copy given up", List.of("sc", "tso"), "nobody writes"));
    assertThat(Expectations.parse("a.expect", read.format())).isEqualTo(read);
  }

  @Test
  void namesItsScenariosInOrder() throws InvalidInputException {
    assertThat(Expectations.parse("a.expect", TEXT).scenarios())
        .containsExactly(new Scenario("WR"), new Scenario("LOOP,MUTATORS=2"));
  }

  @Test
  void keepsTheReasonsThatAPersonGave() throws InvalidInputException {
    Expectations old = Expectations.parse("a.expect", TEXT);
    Expectations found = Expectations.parse("a.expect", TEXT.replace(" because nobody writes", ""));
    assertThat(found.marks().get(1).reason()).isEmpty();
    assertThat(found.explainedBy(old)).isEqualTo(old);
    Expectations other = Expectations.parse("a.expect", "never reaches RW \"copy given up\"");
    assertThat(other.explainedBy(old)).isEqualTo(other);
  }

  @Test
  void refusesOtherLines() {
    assertThatThrownBy(() -> Expectations.parse("a.expect", "nonsense"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a.expect:1:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fair@x", "fair@:x", "WR,ltl:", "fairr:ends"})
  void refusesScenariosThatNameNoTemporalProperty(String word) {
    assertThatThrownBy(() -> Expectations.parse("a.expect", "tso " + word + " holds"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a.expect:1:5")
        .hasMessageContaining("names no temporal property");
  }

  @Test
  void scenarioWordsAreDefinitions() {
    assertThat(new Scenario("WR").defines()).isEqualTo(Map.of("SCENARIO", "WR"));
    assertThat(new Scenario("LOOPS=2").defines()).isEqualTo(Map.of("LOOPS", "2"));
    assertThat(new Scenario("LOOP,MUTATORS=3").defines())
        .isEqualTo(Map.of("SCENARIO", "LOOP", "MUTATORS", "3"));
    assertThat(new Scenario("-,fair:ends").defines()).isEmpty();
    assertThat(new Scenario("-,fair:ends").ltl()).contains(new Ltl("ends", true));
    assertThat(new Scenario("WR,ltl:ends").ltl()).contains(new Ltl("ends", false));
    assertThat(new Scenario("WR").ltl()).isEmpty();
    assertThat(new Scenario("-").defines()).isEmpty();
  }
}
