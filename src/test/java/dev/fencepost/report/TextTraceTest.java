// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Message passing that fails because the writer's stores are reordered. */
class TextTraceTest {
  private static final Origin DATA = origin(3, "data = 1;");
  private static final Origin FLAG = origin(4, "flag = 1;");
  private static final Origin READ_FLAG = origin(9, "if (flag)");
  private static final Origin READ_DATA = origin(10, "assert(data == 1);");

  @Test
  void showsOneColumnPerThreadAndWhatWasReordered() {
    String expected =
        """
         step writer                                reader
            0 3 data = 1;
                issued: data := 1
            1 4 flag = 1;
                visible: flag := 1
            2                                       9 if (flag)
                                                      reads flag = 1
            3                                       10 assert(data == 1);
                                                      reads data = 0
                                                      ** assertion failed **

        pending:   writer's store data := 1 (line 3, issued at 0)
        fails:     mp.c:10: data == 1, data = 0 (reader)
        reordered: writer's store flag := 1 (line 4) took effect before its earlier
                   store data := 1 (line 3, issued at 0)
        repair:    A fence between line 3 (data = 1;) and line 4 (flag = 1;) forbids
                   this run: fence_release() is enough to keep a store before a later
                   store.
        """;
    assertThat(TextTrace.of(violated(false), "mp.c", TextTrace.Layout.FILE)).isEqualTo(expected);
  }

  @Test
  void saysWhenNothingWasReordered() {
    assertThat(TextTrace.of(violated(true), "mp.c", TextTrace.Layout.FILE))
        .endsWith("reordered: no accesses were reordered: it fails under sc too\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 80, 100, 132})
  void manyStepsOfManyThreadsAreAListWithinTheWidth(int width) {
    List<String> lines =
        TextTrace.of(long60(), "mp.c", new TextTrace.Layout(width, true)).lines().toList();
    assertThat(lines).allMatch(line -> line.length() <= width);
    assertThat(lines.stream().filter(line -> line.matches(" +[0-9]+ mutator .*"))).hasSize(60);
    assertThat(lines).anyMatch(line -> line.startsWith("    2 mutator 2  reads x = 2"));
  }

  @Test
  void wideTerminalsHaveALineForEachStep() {
    String text = TextTrace.of(long60(), "mp.c", new TextTrace.Layout(120, true));
    assertThat(text.lines().takeWhile(line -> !line.isEmpty())).hasSize(61);
  }

  @Test
  void foldsWhatDoesNotMatterUnlessAllIsWanted() {
    String text = TextTrace.of(long60(), "mp.c", new TextTrace.Layout(80, false));
    assertThat(text)
        .contains("... steps 1 to 59: mutator 0, mutator 1, mutator 2, mutator 3, mutator 4")
        .contains("folded:    59 of 60 steps");
    assertThat(TextTrace.of(long60(), "mp.c", new TextTrace.Layout(80, true)))
        .doesNotContain("...")
        .doesNotContain("folded");
  }

  @Test
  void fortyThousandStepsOnOneCellAreNoMatter() {
    int length = 40_000;
    List<TraceStep> steps = new ArrayList<>();
    List<TraceAccess> accesses = new ArrayList<>();
    steps.add(step(0, TraceStep.Kind.START, Origin.of(""), -1, ""));
    for (int i = 1; i <= length; i++) {
      steps.add(step(i % 2, TraceStep.Kind.REFLECT, DATA, i - 1, "writes data = " + i));
      accesses.add(
          new TraceAccess(i % 2, i, "W", DATA, "data", "" + i, i - 1, i, Optional.empty()));
    }
    Trace.Failure failure = new Trace.Failure("assertion failed", "x", 0, READ_DATA, List.of());
    Trace trace =
        new Trace(List.of("a", "b"), steps, accesses, failure, Collections.nCopies(length + 1, 0));
    String text =
        TextTrace.of(new Verdict.Violated(trace), "mp.c", new TextTrace.Layout(80, false));
    assertThat(text).contains("folded:    39999 of 40000 steps");
  }

  /** Sixty steps of five threads. */
  private static Verdict.Violated long60() {
    List<TraceStep> steps = new ArrayList<>();
    steps.add(step(0, TraceStep.Kind.START, Origin.of(""), -1, ""));
    for (int i = 1; i <= 60; i++) {
      Origin origin = origin(i, "atomic_compare_exchange(&x, &seen, old_value, new_value);");
      steps.add(step(i % 5, TraceStep.Kind.LOAD, origin, -1, "reads x = " + i));
    }
    List<String> threads = IntStream.range(0, 5).mapToObj(i -> "mutator " + i).toList();
    Trace.Failure failure =
        new Trace.Failure("assertion failed", "x == 0", 0, READ_DATA, List.of());
    return new Verdict.Violated(
        new Trace(threads, steps, List.of(), failure, Collections.nCopies(61, 0)));
  }

  @Test
  void namesTheFileOfLinesThatAreNotInTheMainFile() {
    assertThat(TextTrace.of(violated(false), "other.c", TextTrace.Layout.FILE))
        .contains("mp.c:9 if (flag)");
  }

  @Test
  void jsonHasStepsAccessesAndSchedule() {
    JsonObject json = JsonReport.verdict(violated(false), true).getAsJsonObject("trace");
    assertThat(json.getAsJsonArray("steps")).hasSize(4);
    assertThat(json.getAsJsonArray("accesses")).hasSize(4);
    assertThat(json.getAsJsonArray("schedule")).hasSize(4);
    assertThat(json.getAsJsonArray("reorderings").toString())
        .isEqualTo("[{\"earlier\":0,\"later\":1}]");
  }

  private static Verdict.Violated violated(boolean inOrder) {
    return new Verdict.Violated(messagePassing(inOrder));
  }

  private static Trace messagePassing(boolean inOrder) {
    List<TraceAccess> accesses =
        List.of(
            new TraceAccess(1, 0, "W", DATA, "data", "1", 0, inOrder ? 1 : 0, Optional.empty()),
            new TraceAccess(1, 1, "W", FLAG, "flag", "1", 0, inOrder ? 2 : 1, Optional.empty()),
            new TraceAccess(2, 0, "R", READ_FLAG, "flag", "1", 0, inOrder ? 3 : 2, Optional.empty())
                .from(new TraceAccess.Source(1, inOrder ? 2 : 1)),
            new TraceAccess(2, 1, "R", READ_DATA, "data", "0", 2, inOrder ? 4 : 3, Optional.empty())
                .from(TraceAccess.Source.INITIAL));
    TraceStep start = step(0, TraceStep.Kind.START, Origin.of(""), -1, "");
    TraceStep flag = step(1, TraceStep.Kind.REFLECT, FLAG, 1, "writes flag = 1");
    TraceStep readFlag = step(2, TraceStep.Kind.LOAD, READ_FLAG, 2, "reads flag = 1");
    TraceStep readData = step(2, TraceStep.Kind.LOAD, READ_DATA, 3, "reads data = 0");
    return new Trace(
        List.of("main", "writer", "reader"),
        List.of(start, flag, readFlag, readData),
        accesses,
        new Trace.Failure(
            "assertion failed", "data == 1", 2, READ_DATA, List.of(new NamedValue("data", "0"))),
        List.of(0, 1, 0, 0));
  }

  private static TraceStep step(
      int thread, TraceStep.Kind kind, Origin origin, int access, String effect) {
    List<TraceStep.LocalEvent> local = List.of();
    return new TraceStep(
        thread, kind, origin, access, effect, local, List.of(), List.of(), List.of());
  }

  private static Origin origin(int line, String text) {
    return new Origin(SourceSpan.at("mp.c", line, 1, text.length()), text, "");
  }
}
