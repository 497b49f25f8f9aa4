// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.Origin;
import dev.fencepost.trace.LoopFacts.Atom;
import dev.fencepost.trace.TraceStep.Kind;
import dev.fencepost.trace.TraceStep.LocalEvent;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run says of itself: its length, its cycle, and what its steps saw. */
class TraceTest {
  private static final Origin HERE = Origin.of("r = x");
  private static final Trace.Failure FAILURE =
      new Trace.Failure("assertion", "it failed", 0, HERE, List.of());

  private static TraceStep step(Kind kind, String effect, LocalEvent... local) {
    return new TraceStep(
        0,
        kind,
        HERE,
        -1,
        effect,
        List.of(local),
        List.of(new NamedValue("x", "1"), new NamedValue("y", "2")),
        List.of(),
        List.of());
  }

  private static Trace trace(TraceStep... steps) {
    List<Integer> schedule = Collections.nCopies(steps.length, 0);
    return new Trace(List.of("a"), List.of(steps), List.of(), FAILURE, schedule);
  }

  @Test
  void theLocalWorkAtTheStartIsNoStep() {
    assertThat(trace(step(Kind.START, "")).length()).isZero();
    assertThat(trace(step(Kind.START, ""), step(Kind.LOAD, "reads 0")).length()).isEqualTo(1);
  }

  @Test
  void aRunOfUnknownStepsHasALengthAndAReason() {
    Trace unknown = Trace.unknown(7, "a limit was met");
    assertThat(unknown.length()).isEqualTo(7);
    assertThat(unknown.isKnown()).isFalse();
    assertThat(unknown.failure().message()).isEqualTo("a limit was met");
    assertThat(trace(step(Kind.START, "")).isKnown()).isTrue();
  }

  @Test
  void aCycleIsStillIfAllItsStepsStutter() {
    TraceStep load = step(Kind.LOAD, "reads 0");
    TraceStep stutter = step(Kind.STUTTER, "");
    assertThat(trace(load, stutter).endsStill()).as("a run without a cycle").isFalse();
    assertThat(trace(load, stutter).withLoop(1).endsStill()).isTrue();
    assertThat(trace(load, stutter).withLoop(0).endsStill()).isFalse();
    assertThat(trace(load, stutter, load).withLoop(1).endsStill()).isFalse();
  }

  @Test
  void aLoadIsEarlyInAStepOrInLocalWork() {
    assertThat(trace(step(Kind.LOAD, "reads 0")).readsEarly()).isFalse();
    for (String words : List.of(TraceStep.EARLY, TraceStep.OLDER)) {
      String effect = "reads 0 (" + words + ")";
      assertThat(trace(step(Kind.LOAD, effect)).readsEarly()).isTrue();
      TraceStep behind = step(Kind.REFLECT, "x := 1", new LocalEvent(0, HERE, effect));
      assertThat(trace(step(Kind.START, ""), behind).readsEarly()).isTrue();
      assertThat(trace(behind).missesWrites()).isFalse();
    }
  }

  @Test
  void aStepMissesAWriteAsALoadOrAsAStore() {
    for (String words : List.of(TraceStep.OLDER_WRITE, TraceStep.OVERWRITTEN)) {
      Trace misses = trace(step(Kind.START, ""), step(Kind.LOAD, "reads 0 (" + words + ")"));
      assertThat(misses.missesWrites()).isTrue();
      assertThat(misses.readsEarly()).isFalse();
      assertThat(misses.hasOwnMemories()).isFalse();
    }
    Trace own = trace(step(Kind.REFLECT, "x := 1, " + TraceStep.SEEN_BY + "1"));
    assertThat(own.hasOwnMemories()).isTrue();
    assertThat(own.missesWrites()).isFalse();
  }

  @Test
  void aCellHasTheValueBehindTheStep() {
    assertThat(step(Kind.LOAD, "reads 0").value("y")).contains("2");
    assertThat(step(Kind.LOAD, "reads 0").value("z")).isEmpty();
  }

  @Test
  void whatIsAddedToARunLeavesTheRestOfIt() {
    LoopFacts facts = LoopFacts.of("[] x", List.of(), List.of(), List.of(), List.of());
    HeapView heap = new HeapView(List.of(), List.of("root"), List.of());
    Causes causes = new Causes(1, 0, List.of(), List.of(), Optional.empty());
    Trace plain = trace(step(Kind.START, ""), step(Kind.LOAD, "reads 0"));
    Trace full =
        plain.withLoop(1).withHeap(Optional.of(heap)).withFacts(facts).withCauses(List.of(causes));
    assertThat(full.loop()).hasValue(1);
    assertThat(full.heap()).contains(heap);
    assertThat(full.facts()).contains(facts);
    assertThat(full.causes()).containsExactly(causes);
    assertThat(full.steps()).isEqualTo(plain.steps());
    assertThat(full.schedule()).isEqualTo(plain.schedule());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "[] p0          ! [] x",
        "p1 U p0        ! {y == 1} U x",
        "<> (p1)        ! <> (y == 1)",
        "(p0) -> p10    ! (x) -> a10",
        "[] (p0 && p1)  ! [] (x && {y == 1})",
        "up0 || p1_     ! up0 || p1_",
        "p2             ! {$1 \\ 2}",
      })
  void aFormulaIsWrittenWithTheTextsOfItsAtoms(String formula, String text) {
    List<Atom> atoms =
        Stream.of("x", "y == 1", "$1 \\ 2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10")
            .map(each -> new Atom(each, List.of()))
            .toList();
    assertThat(LoopFacts.written(formula, atoms)).isEqualTo(text);
  }

  @Test
  void optionsExcludeARunOnlyIfItIsUnfair() {
    List<String> options = List.of("--fair");
    List<Integer> some = List.of(1);
    List<Integer> none = List.of();
    assertThat(LoopFacts.of("", List.of(), none, none, options).excludedBy()).isEmpty();
    assertThat(LoopFacts.of("", List.of(), some, none, options).excludedBy()).isEqualTo(options);
    assertThat(LoopFacts.of("", List.of(), none, some, options).excludedBy()).isEqualTo(options);
  }

  @Test
  void aMessageIsOfOneChannelAndACellIsNoMessage() {
    Causes.Read message = Causes.Read.ofMessage("c", "1,2", Optional.empty());
    assertThat(message.isOfMessageIn("c")).isTrue();
    assertThat(message.isOfMessageIn("cc")).isFalse();
    assertThat(new Causes.Read("c", "1", Optional.empty()).isOfMessageIn("c")).isFalse();
  }
}
