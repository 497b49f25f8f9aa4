// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.TemporalSystem.TemporalGenerator;
import dev.fencepost.transition.TransitionSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Collapsed states have the successors that whole states have, in that order. */
class PromelaCollapseTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 20_000 : 500;
  private static final int MOST_STATES = 3_000;
  private static final int MOST_REDUCED = 100_000;

  private static final String[] FORMULAS = {
    "[] <> (g0 == 0)", "<> (g1 == 1)", "[] (len(q) == 0)", "[] <> (P1:v == 0)"
  };

  static List<Path> models() throws IOException {
    return PromelaCorpus.models();
  }

  private static PromelaModel model(String text) throws Exception {
    return PromelaFrontEnd.translate(SourceUnit.of("model.pml", text));
  }

  /** Goes through two systems side by side. */
  private static class Pairing {
    private final Map<ByteBuffer, ByteBuffer> pairs = new HashMap<>();
    private final Map<ByteBuffer, ByteBuffer> back = new HashMap<>();
    private final Deque<ByteBuffer> open = new ArrayDeque<>();
    private final String text;

    Pairing(String text) {
      this.text = text;
    }

    private static ByteBuffer state(Successors found, int index) {
      byte[] copy = new byte[found.length(index)];
      System.arraycopy(found.bytes(), found.start(index), copy, 0, copy.length);
      return ByteBuffer.wrap(copy);
    }

    void compare(Successors whole, Successors parts) {
      assertThat(parts.count()).as(text).isEqualTo(whole.count());
      assertThat(parts.terminal()).as(text).isEqualTo(whole.terminal());
      assertThat(parts.terminalCode()).as(text).isEqualTo(whole.terminalCode());
      for (int i = 0; i < whole.count(); i++) {
        assertThat(parts.code(i)).as(text).isEqualTo(whole.code(i));
        ByteBuffer one = state(whole, i);
        ByteBuffer other = state(parts, i);
        ByteBuffer known = pairs.putIfAbsent(one, other);
        ByteBuffer knownBack = back.putIfAbsent(other, one);
        assertThat(known == null || known.equals(other)).as(text).isTrue();
        assertThat(knownBack == null || knownBack.equals(one)).as(text).isTrue();
        if (known == null) {
          open.add(one);
        }
      }
    }
  }

  private static int compare(String text, TransitionSystem whole, TransitionSystem parts)
      throws Exception {
    Pairing pairing = new Pairing(text);
    TransitionSystem.Generator one = whole.newGenerator();
    TransitionSystem.Generator other = parts.newGenerator();
    Successors ones = new Successors();
    Successors others = new Successors();
    one.initial(ones);
    other.initial(others);
    pairing.compare(ones, others);
    while (!pairing.open.isEmpty() && pairing.pairs.size() < MOST_STATES) {
      ByteBuffer state = pairing.open.remove();
      ByteBuffer pair = pairing.pairs.get(state);
      one.successors(state.array(), state.arrayOffset(), state.capacity(), ones);
      other.successors(pair.array(), pair.arrayOffset(), pair.capacity(), others);
      pairing.compare(ones, others);
    }
    return pairing.pairs.size();
  }

  private static void compareTemporal(String text, TemporalSystem whole, TemporalSystem parts)
      throws Exception {
    Pairing pairing = new Pairing(text);
    TemporalGenerator one = whole.newGenerator();
    TemporalGenerator other = parts.newGenerator();
    Successors ones = new Successors();
    Successors others = new Successors();
    one.initial(ones);
    other.initial(others);
    pairing.compare(ones, others);
    while (!pairing.open.isEmpty() && pairing.pairs.size() < MOST_STATES) {
      byte[] state = pairing.open.remove().array();
      byte[] pair = pairing.pairs.get(ByteBuffer.wrap(state)).array();
      assertThat(other.atoms(pair, 0, pair.length))
          .as(text)
          .isEqualTo(one.atoms(state, 0, state.length));
      one.successors(state, 0, state.length, ones);
      other.successors(pair, 0, pair.length, others);
      pairing.compare(ones, others);
      for (int i = 0; i < ones.count(); i++) {
        long[] met = new long[1];
        long[] otherMet = new long[1];
        one.met(i, met);
        other.met(i, otherMet);
        assertThat(otherMet).as(text).isEqualTo(met);
      }
    }
  }

  private static int compare(String text) throws Exception {
    PromelaModel model = model(text);
    PromelaMachine all = new PromelaMachine(model);
    compareReduced(text, new PromelaMachine(model, true));
    return compare(text, all, all.representation(true, true).system());
  }

  /** Where steps that lead nowhere new are left out: as many states, and violated or not. */
  private static void compareReduced(String text, PromelaMachine machine) throws Exception {
    StateCounter.Count whole = StateCounter.count(machine, MOST_REDUCED);
    StateCounter.Count parts =
        StateCounter.count(machine.representation(true, true).system(), MOST_REDUCED);
    if (whole.states() < MOST_REDUCED) {
      assertThat(parts).as(text).isEqualTo(whole);
    }
    SearchOptions options = SearchOptions.usual().withStates(MOST_STATES);
    SearchResult one =
        Search.run(machine.representation(false, true), options, new SearchListener() {});
    SearchResult other =
        Search.run(machine.representation(true, true), options, new SearchListener() {});
    assertThat(other.outcome()).as(text).isEqualTo(one.outcome());
  }

  /** Indices that are known before a step, that change in it, of more than one, and too great. */
  private static final String ARRAYS =
      """
      typedef Row { byte cell[2]; short wide[2] };
      byte a[3]; Row rows[2]; byte index;
      proctype p(byte me) {
        bool own[2];
        do
        :: a[me] < 2 -> a[me]++
        :: rows[me].wide[me] < 260 && a[me] == 1 -> rows[me].wide[me] = 259 + me
        :: atomic { a[me] == 2 -> a[me] = 0; rows[me].cell[1 - me] = 1 }
        :: d_step { rows[me].cell[1 - me] == 1 -> rows[me].cell[1 - me] = 0; rows[me].wide[me] = 0 }
        :: own[a[me] % 2] == 0 -> own[a[me] % 2] = 1
        :: rows[me].cell[1 - me] == 1 && own[1] -> break
        od;
        a[me + 2] = 1
      }
      proctype q() {
        byte i, n;
        do
        :: atomic { i < 2 -> i++; if :: a[i] > 0 -> a[i] = 0 :: else -> rows[1].cell[i % 2] = index fi }
        :: atomic { i == 2 -> i = 0; do :: n < 2 -> rows[n].wide[n] = n; n++ :: else -> n = 0; break od }
        :: d_step { index < 2 -> index++; i = index; a[i] = 1; i = 0 }
        :: index == 2 -> index = 0
        od
      }
      init { atomic { run p(0); run p(1); run q() } }
      """;

  @Test
  void stepsInArraysAreTheSame() throws Exception {
    assertThat(compare(ARRAYS)).isGreaterThan(1000);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void theCorpusHasTheSameSteps(Path model) throws Exception {
    assertThat(compare(Files.readString(model))).isPositive();
  }

  @Test
  void randomProgramsHaveTheSameSteps() throws Exception {
    for (long seed : LongStream.range(0, PROGRAMS).map(i -> SEED * 1_000_000 + i).toArray()) {
      assertThat(compare(new RandomPromela(seed).program())).isPositive();
    }
  }

  @Test
  void randomProgramsHaveTheSameAtomsAndFairness() throws Exception {
    for (long seed : LongStream.range(0, PROGRAMS / 4).map(i -> SEED * 1_000_000 + i).toArray()) {
      String text =
          new RandomPromela(seed).program()
              + "ltl p { "
              + FORMULAS[(int) (seed % FORMULAS.length)]
              + " }\n";
      PromelaModel model = model(text);
      LtlProperty property = model.properties().getFirst();
      PromelaMachine all = new PromelaMachine(model);
      compareTemporal(text, all.temporal(property), all.temporal(property, true).system());
      PromelaMachine some = PromelaMachine.withoutUnseen(model);
      compareTemporal(text, some.temporal(property), some.temporal(property, true).system());
    }
  }
}
