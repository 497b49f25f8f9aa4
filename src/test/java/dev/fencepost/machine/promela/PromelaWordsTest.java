// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.LongList;
import dev.fencepost.collect.WordRecords;
import dev.fencepost.collect.WordWriter;
import dev.fencepost.collect.Writer;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.ProcessSystem;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Words have the successors that the generator finds in lists of identifiers. */
class PromelaWordsTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 5_000 : 150;
  private static final int MOST_STATES = 2_000;

  private static final String COUNTERS =
      """
      byte shared;
      byte turns[3];
      active [3] proctype counter()
      {
        byte own;
        do
        :: atomic { own < LARGEST -> own++; shared = (shared + own) % 5 }
        :: atomic { own > 0 -> own = own / 2; turns[_pid] = (turns[_pid] + shared) % 3 }
        od
      }
      """;

  static List<Path> models() throws IOException {
    return PromelaCorpus.models();
  }

  private static PromelaMachine machine(String text, boolean reduced) throws Exception {
    return new PromelaMachine(PromelaFrontEnd.translate(SourceUnit.of("model.pml", text)), reduced);
  }

  private static Representation<ProcessSystem> collapsed(PromelaMachine machine) {
    return machine.representation(true, true);
  }

  /** Goes through a system, and compares what is staged with what the generator finds. */
  private static void compare(String text, PromelaMachine machine) throws Exception {
    Representation<ProcessSystem> form = collapsed(machine);
    if (!(form.newStore(1 << 20) instanceof WordRecords)) {
      return;
    }
    WordRecords set = (WordRecords) form.newStore(1L << 30);
    Expander expander = form.newExpander(set);
    WordWriter writer = (WordWriter) expander.writer();
    TransitionSystem.Generator generator = form.system().newGenerator();
    Successors found = new Successors();
    Deque<Integer> open = new ArrayDeque<>();
    Expansion[] states = {new Expansion()};
    writer.open();
    generator.initial(found);
    add(found, writer, open);
    while (!open.isEmpty() && set.size() < MOST_STATES && !set.isTooWide()) {
      Cursor cursor = states[0].state();
      set.read(open.remove(), cursor);
      generator.successors(cursor.bytes(), cursor.offset(), cursor.length(), found);
      writer.clearStaged();
      expander.expect(states, 1);
      expander.expand(0);
      List<Long> staged = list(writer.staged());
      assertThat(states[0].steps()).as(text).isEqualTo(found.count());
      assertThat(states[0].stagedEnd()).as(text).isEqualTo(staged.size());
      writer.clearStaged();
      for (int i = 0; i < found.count(); i++) {
        if (found.code(i) == Successors.FINE) {
          writer.stage(found.bytes(), found.start(i), found.length(i));
        } else {
          assertThat(states[0].violation()).as(text).isBetween(0, i);
        }
      }
      assertThat(staged).as(text).isEqualTo(list(writer.staged()));
      add(found, writer, open);
    }
    writer.close();
  }

  private static List<Long> list(LongList words) {
    return LongStream.range(0, words.size()).mapToObj(i -> words.get((int) i)).toList();
  }

  private static void add(Successors found, Writer writer, Deque<Integer> open) {
    for (int i = 0; i < found.count(); i++) {
      int added = writer.add(found.bytes(), found.start(i), found.length(i), 0);
      if (found.code(i) == Successors.FINE && added >= 0) {
        open.add(added);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void theCorpusHasTheSameSteps(Path model) throws Exception {
    String text = Files.readString(model);
    compare(text, machine(text, false));
    compare(text, machine(text, true));
  }

  @Test
  void randomProgramsHaveTheSameSteps() throws Exception {
    for (long seed : LongStream.range(0, PROGRAMS).map(i -> SEED * 1_000_000 + i).toArray()) {
      String text = new RandomPromela(seed).program();
      compare(text, machine(text, false));
      compare(text, machine(text, true));
    }
  }

  @Test
  void searchesOfWordsFindTheSameStatesOnOneAndOnTwoThreads() throws Exception {
    PromelaMachine machine = machine("#define LARGEST 12\n" + COUNTERS, false);
    SearchOptions plain = SearchOptions.usual();
    SearchResult whole = Search.run(machine, plain, new SearchListener() {});
    for (int threads : new int[] {1, 2, 3}) {
      SearchResult words =
          Search.run(collapsed(machine), plain.withThreads(threads), new SearchListener() {});
      assertThat(words.outcome()).isEqualTo(whole.outcome());
      assertThat(words.states()).isEqualTo(whole.states()).isGreaterThan(20_000);
      assertThat(words.transitions()).isEqualTo(whole.transitions());
      assertThat(words.depth()).isEqualTo(whole.depth());
    }
  }

  @Test
  void aStateThatAViolatingStepLeadsToIsSearchedWhereAnotherStepDoesToo() throws Exception {
    PromelaMachine machine =
        machine(
            """
            byte x;
            active proctype judge()
            {
              if
              :: goto wrong
              :: goto right
              fi;
              wrong: assert(x == 100); goto both;
              right: assert(x < 100); goto both;
              both: skip
            }
            active proctype counter()
            {
              do
              :: x < 60 -> x++
              :: else -> break
              od
            }
            """,
            false);
    SearchOptions all = SearchOptions.usual().withExhaustive(true);
    SearchResult whole = Search.run(machine, all, new SearchListener() {});
    SearchResult words = Search.run(collapsed(machine), all, new SearchListener() {});
    assertThat(words.states()).isEqualTo(whole.states());
    assertThat(words.transitions()).isEqualTo(whole.transitions());
  }

  /** Eight counters of which all but one are always 0: together they take eleven bits. */
  @Test
  void globalsAreNotCutWhereTheirPartsAreTooWideTogether() throws Exception {
    PromelaMachine machine =
        machine(
            """
            byte count[8];
            byte turn;
            active [8] proctype counter()
            {
              do
              :: turn == _pid -> count[_pid]++
              :: turn == _pid && count[_pid] == 0 -> turn = (turn + 1) % 8
              od
            }
            """,
            false);
    Representation<ProcessSystem> uncut = collapsed(machine).afterOverflow().orElseThrow();
    assertThat(uncut.newStore(1 << 20)).isInstanceOf(WordRecords.class);
    Representation<ProcessSystem> lists = uncut.afterOverflow().orElseThrow();
    assertThat(lists.newStore(1 << 20)).isInstanceOf(ByteRecords.class);
    SearchOptions options = SearchOptions.usual();
    SearchResult whole = Search.run(machine, options, new SearchListener() {});
    SearchResult words = Search.run(collapsed(machine), options, new SearchListener() {});
    assertThat(words.states()).isEqualTo(whole.states());
    assertThat(words.transitions()).isEqualTo(whole.transitions());
    assertThat(words.outcome()).isEqualTo(whole.outcome());
  }
}
