// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mutators on one field: per-cell coherence of what each of them observed. */
class RacingMutatorsTest {
  private static final String TWIN = "library/gc/replication/replication-broken-log.c";

  /** A heap without a collector, in which accesses are as given. */
  private static String heap(String read, String write) {
    return """
    #include <gc/framework/heap.h>
    #include <gc/framework/no_handshake.h>
    static int field[MUTATORS + 1];
    static void *collector(void *unused) { (void)unused; return NULL; }
    static inline int read_barrier(int self) { %s }
    static inline void write_barrier(int self, int value) { %s }
    #include <gc/framework/mutators.h>
    """
        .formatted(read, write);
  }

  private static final String PLAIN = heap("return field[0];", "field[0] = value;");

  private static CheckTask task(String file, String model, String... definitions) {
    LinkedHashMap<String, String> defines = new LinkedHashMap<>();
    for (String definition : definitions) {
      int equals = definition.indexOf('=');
      defines.put(definition.substring(0, equals), definition.substring(equals + 1));
    }
    return CheckTask.of(file, model).withDefines(defines);
  }

  private static CheckTask of(String text, CheckTask task) {
    return task.withText(text);
  }

  private static CheckResult run(CheckTask task) throws InvalidInputException {
    return Checker.check(task, CheckListener.NONE);
  }

  private static CheckResult race(String text, String model, String scenario, int mutators)
      throws InvalidInputException {
    CheckTask task =
        task("heap.c", model, "RACING=1", "SCENARIO=" + scenario, "MUTATORS=" + mutators);
    return run(of(text, task));
  }

  private static String failure(CheckResult result) {
    return result.verdict() instanceof Verdict.Violated violated
        ? violated.trace().failure().message()
        : result.verdict().toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "pso-full", "pso-no", "rmo-full", "rmo-no"})
  void oneCellIsCoherentUnderEveryModel(String model) throws Exception {
    for (String scenario : List.of("WR", "RW", "EITHER", "LOOP")) {
      CheckResult result = race(PLAIN, model, scenario, 2);
      assertThat(result.holds()).as(scenario).isTrue();
      assertThat(result.statistics().reached()).contains("value of another mutator read");
    }
    assertThat(race(PLAIN, model, "EITHER", 3).holds()).isTrue();
  }

  @Test
  void replicasWrittenInOppositeOrdersAreNot() throws Exception {
    String opposite = "field[self] = value; fence(); field[1 - self] = value;";
    CheckResult result = race(heap("return field[self];", opposite), "sc", "WR", 2);
    assertThat(failure(result)).contains("coherent");
  }

  @Test
  void cycleOfThreeIsFoundThoughNoTwoMutatorsContradictEachOther() throws Exception {
    String next = heap("return field[(self + 1) % MUTATORS];", "field[self] = value;");
    assertThat(failure(race(next, "sc", "WR", 3))).contains("coherent");
  }

  @Test
  void initialValueIsOlderThanAnyOther() throws Exception {
    String none = heap("return field[0];", "(void)value;");
    assertThat(failure(race(none, "sc", "WR", 2))).contains("coherent");
    assertThat(race(none, "sc", "RW", 2).holds()).isTrue();
  }

  @Test
  void valueMustHaveBeenWritten() throws Exception {
    String nowhere = heap("return UNINITIALISED;", "field[0] = value;");
    assertThat(failure(race(nowhere, "sc", "RW", 2))).contains("value <= VALUES");
    String early = heap("return 1 + self;", "field[0] = value;");
    assertThat(failure(race(early, "sc", "RW", 2))).contains("OWN_VALUE");
  }

  @Test
  void oldValueAfterNewOneOfTheSameWriterIsFound() throws Exception {
    String late = "field[1] = field[0]; fence(); field[0] = value;";
    String either = "return choose(2) ? field[0] : field[1];";
    CheckTask task = task("heap.c", "sc", "RACING=1", "SCENARIO=LOOP", "MUTATORS=2", "WRITES=2");
    assertThat(failure(run(of(heap(either, late), task)))).contains("coherent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "rmo-no"})
  void brokenTwinIsRightWithAFieldEachAndIncoherentWhenItsMutatorsRace(String model)
      throws Exception {
    for (String scenario : List.of("WR", "RW")) {
      assertThat(run(task(TWIN, model, "SCENARIO=" + scenario, "MUTATORS=2")).holds()).isTrue();
    }
    assertThat(run(task(TWIN, model, "SCENARIO=LOOP")).holds()).isTrue();
    CheckResult racing = run(task(TWIN, model, "SCENARIO=LOOP", "MUTATORS=2", "RACING=1"));
    assertThat(failure(racing)).contains("coherent");
  }

  /** Each has values of its own, so they are not interchangeable. */
  @ParameterizedTest
  @ValueSource(strings = {"baker/baker", "sapphire/sapphire", "pauseless/pauseless"})
  void symmetryKeepsTheVerdict(String name) throws Exception {
    CheckTask task =
        task("library/gc/" + name + ".c", "tso", "SCENARIO=LOOP", "MUTATORS=2", "RACING=1");
    List<Optimisation> both = List.of(Optimisation.PARTIAL_ORDER, Optimisation.SYMMETRY);
    CheckResult plain = run(task.withStrategy(Strategy.usual().without(both)));
    CheckResult reduced = run(task.withStrategy(Strategy.usual().with(both)));
    assertThat(reduced.holds()).isEqualTo(plain.holds());
    assertThat(reduced.violated()).isEqualTo(plain.violated());
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> race(PLAIN, "sc", "PROGRESS", 2))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("with RACING, SCENARIO must be");
    assertThatThrownBy(() -> run(task("library/gc/setta16/chicken.c", "sc", "RACING=1")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("RACING is for the models");
    assertThatThrownBy(() -> run(task("library/gc/baker/baker.c", "sc", "COLLECTORS=2")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("works alone");
  }
}
