// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.fencepost.check.Fencepost;
import dev.fencepost.report.ExecutionGraph.Relation;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stories of runs, and the cycles of accesses that they go around. */
class StoryWriterTest {

  private static Trace run(String file, String model) throws InvalidInputException {
    return Fencepost.check(Path.of(file)).model(model).run().trace().orElseThrow();
  }

  private static Trace program(String threads, String model) throws InvalidInputException {
    String text =
        "#include <assert.h>\n#include <pthread.h>\n#include <fencepost.h>\nint x, y, z;\n"
            + threads;
    return Fencepost.checkText("m.c", text).model(model).run().trace().orElseThrow();
  }

  private static List<String> sentences(Trace trace, String file) {
    return StoryWriter.write(trace, file).sentences().stream().map(Story.Sentence::text).toList();
  }

  @Test
  void showsOfTheStoreThatWasOvertakenAndWhoSawIt() throws InvalidInputException {
    String file = "library/gc/stopless/stopless.c";
    Story story = StoryWriter.write(run(file, "pso-no"), file);
    assertThat(story.sentences().stream().map(Story.Sentence::text))
        .containsExactly(
            "collector's store root[0] := TO (line 80) took effect in step 8, before its earlier"
                + " store to_forward := TO (line 91), which is still on its way at the end.",
            "mutator saw that store: it read root[0] = TO (line 133, step 9).",
            "mutator read to_forward = FROM, the value from the start (line 155, step 10):"
                + " collector's store to_forward := TO (line 91) was still on its way.",
            "mutator: assertion failed: to_forward == TO at line 155 in write_barrier; to_forward"
                + " is FROM.");
    assertThat(story.criticalStep()).contains(8);
    assertThat(story.fences())
        .singleElement()
        .satisfies(fence -> assertThat(fence.text()).contains("fence_release() is enough"));
    assertThat(story.keySteps()).contains(4, 8, 9, 10).doesNotContain(1, 2, 3);
  }

  @Test
  void showsOfAStoreThatBecameVisibleLateAndOverwroteAnother() throws InvalidInputException {
    Trace trace =
        program(
            """
            static void *collector(void *u) { x = 1; y = 1; return 0; }
            int main(void) {
              pthread_t c;
              pthread_create(&c, 0, collector, 0);
              assume(y == 1);
              x = 2;
              fence();
              pthread_join(c, 0);
              assert(x == 2);
            }
            """,
            "pso-no");
    assertThat(sentences(trace, "m.c"))
        .anySatisfy(
            text ->
                assertThat(text)
                    .contains("collector's store x := 1 (line 5) became visible in step")
                    .contains("and overwrote what stood there: main's store x := 2"));
  }

  @Test
  void aStoreBufferNeedsAFullFenceInBothThreads() throws InvalidInputException {
    Trace trace =
        program(
            """
            static void *other(void *u) { y = 1; int r = x; z = r + 1; return 0; }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, other, 0);
              x = 1;
              int r = y;
              pthread_join(t, 0);
              assert(r == 1 || z != 1);
            }
            """,
            "tso");
    assertThat(StoryWriter.write(trace, "m.c").fences())
        .isNotEmpty()
        .allSatisfy(fence -> assertThat(fence.text()).contains(": fence() is enough"));
  }

  @Test
  void causesAreWhoWroteWhatWasReadAndWhichBranchLedThere() throws InvalidInputException {
    Trace trace =
        program(
            """
            static void *other(void *u) { x = 1; if (y == 2) z = x + 1; return 0; }
            int main(void) {
              y = 2;
              pthread_t t;
              pthread_create(&t, 0, other, 0);
              int seen = z;
              x = 5;
              assert(seen == 0);
            }
            """,
            "sc");
    assertThat(sentences(trace, "m.c"))
        .contains(
            "other read y = 2 (line 5, step 3), which main wrote in step 1.",
            "other read x = 1 (line 5, step 4), which it wrote itself in step 2, before main wrote"
                + " 5 there in step 7.",
            "other wrote z = 2 (line 5, step 5), computed from x = 1 (step 4), as at"
                + " \"if (y == 2)\" (line 5) it had read y = 2 (step 3).",
            "main read z = 2 (line 10, step 6), which other wrote in step 5.");
  }

  /** The load of x ran ahead of the branch: what it read, another thread has overwritten since. */
  @Test
  void anOlderValueIsNotThatOfTheLastWrite() throws InvalidInputException {
    Trace trace =
        program(
            """
            static void *other(void *u) { x = 1; y = 1; return 0; }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, other, 0);
              if (y == 1)
                assert(x == 1);
            }
            """,
            "riscv");
    assertThat(sentences(trace, "m.c"))
        .noneMatch(sentence -> sentence.matches(".*x = 0 from step [1-9].*"));
  }

  @Test
  void whoFreedWhatIsUsedAndWhereThePointerCameFromAreCauses() throws InvalidInputException {
    Trace trace =
        program(
            """
            #include <stdlib.h>
            static int *shared;
            static void *freer(void *u) { free(shared); return 0; }
            int main(void) {
              shared = malloc(sizeof(int));
              pthread_t t;
              pthread_create(&t, 0, freer, 0);
              x = *shared;
            }
            """,
            "sc");
    assertThat(sentences(trace, "m.c"))
        .anyMatch(sentence -> sentence.startsWith("freer wrote int#1 = freed (line 7, "))
        .anyMatch(sentence -> sentence.startsWith("main read shared = &int#1[0] (line 12, "));
    assertThat(trace.steps()).anyMatch(step -> step.effect().equals("reads int#1 = block of 1"));
  }

  @Test
  void causesNameWhatAStoreOverwroteAndWhatAReadMissed() throws InvalidInputException {
    Trace trace =
        program(
            """
            static void *add(void *u) { x = x + 1; return 0; }
            int main(void) {
              pthread_t a, b;
              pthread_create(&a, 0, add, 0);
              pthread_create(&b, 0, add, 0);
              pthread_join(a, 0);
              pthread_join(b, 0);
              assert(x == 2);
            }
            """,
            "sc");
    assertThat(sentences(trace, "m.c"))
        .anySatisfy(text -> assertThat(text).contains("the value from the start, before add"))
        .anySatisfy(text -> assertThat(text).contains("over 1, which add").contains("from x = 0"))
        .anySatisfy(text -> assertThat(text).contains("main read x = 1").contains("which add"));
  }

  private static List<String> forEver(String writer, boolean fair) throws InvalidInputException {
    String text =
        """
        #include <fencepost.h>
        #include <pthread.h>
        int ready, done;
        static void *writer(void *u) { %s return 0; }
        FENCEPOST_LTL(ends, "<> {done == 1}")
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, writer, 0);
          while (ready != 1)
            ;
          done = 1;
        }
        """
            .formatted(writer);
    Fencepost check = Fencepost.checkText("m.c", text).model("tso");
    Fencepost ltl = fair ? check.fairLtl("ends") : check.ltl("ends");
    return sentences(ltl.run().trace().orElseThrow(), "m.c");
  }

  @Test
  void aRunForEverNamesWhatNeverHappensAndTheOptionThatExcludesIt() throws InvalidInputException {
    assertThat(forEver("ready = 1;", false))
        .contains(
            "The formula is <> {done == 1}; in the loop \"done == 1\" is never true.",
            "writer can go on all along the loop and takes no step: --fair excludes such runs, and"
                + " so does --fair-to writer.");
  }

  @Test
  void memoryThatPutsOffAStoreIsNamed() throws InvalidInputException {
    String text =
        """
        #include <fencepost.h>
        int ready, done;
        FENCEPOST_LTL(ends, "<> ready")
        int main(void) {
          ready = 1;
          while (done == 0)
            ;
        }
        """;
    Trace trace =
        Fencepost.checkText("m.c", text).model("tso").ltl("ends").run().trace().orElseThrow();
    assertThat(sentences(trace, "m.c"))
        .contains(
            "Memory puts off main's store ready := 1 (line 5) for ever, which it could take: --fair"
                + " excludes such runs, and so does --fair-to main.");
  }

  private static List<String> promela(String text, boolean fair) throws InvalidInputException {
    Fencepost check = Fencepost.checkText("m.pml", text);
    Fencepost ltl = fair ? check.fairLtl("ends") : check.ltl("ends");
    return sentences(ltl.run().trace().orElseThrow(), "m.pml");
  }

  @Test
  void aRunOfPromelaForEverHasItsFormulaAndWhoIsLeftOut() throws InvalidInputException {
    assertThat(
            promela(
                """
                byte x; bool done;
                active proctype P() { do :: atomic { x = 1; x = 0 } od }
                active proctype Q() { done = true }
                ltl ends { <> (done && x == 0) }
                """,
                false))
        .contains("Q(1) can go on all along the loop and takes no step: --fair excludes such runs.")
        .anySatisfy(
            text ->
                assertThat(text)
                    .startsWith("The formula is <> ")
                    .contains("\"done\" is never true", "\"x == 0\" is always true"));
  }

  @Test
  void aFairRunOfPromelaForEverIsSaidToBeFair() throws InvalidInputException {
    String text =
        """
        byte x; bool done;
        active proctype P() { do :: x = 1 - x od }
        active proctype Q() { x == 1 -> done = true }
        ltl ends { <> done }
        """;
    assertThat(promela(text, true))
        .anySatisfy(sentence -> assertThat(sentence).startsWith("The run is fair:"))
        .noneSatisfy(sentence -> assertThat(sentence).contains("--fair-to"));
  }

  @Test
  void aFairRunForEverIsSaidToBeFair() throws InvalidInputException {
    assertThat(forEver("ready = 2;", true))
        .anySatisfy(text -> assertThat(text).startsWith("The run is fair:"));
  }

  /** Two functions whose names differ in the first letter's case alone are two threads. */
  @Test
  void namesOfThreadsStayAsTheProgramHasThem() throws InvalidInputException {
    Trace trace =
        program(
            """
            static void *f(void *u) { x = 1; return 0; }
            static void *F(void *u) { if (x == 1) y = 1; return 0; }
            int main(void) {
              pthread_t s, t;
              pthread_create(&s, 0, f, 0);
              pthread_create(&t, 0, F, 0);
              assert(y == 0);
            }
            """,
            "sc");
    assertThat(sentences(trace, "m.c"))
        .anyMatch(sentence -> sentence.startsWith("f wrote x = 1 "))
        .anyMatch(sentence -> sentence.startsWith("F read x = 1 "))
        .anyMatch(sentence -> sentence.startsWith("main read y = 1 "));
  }

  @Test
  void runsOfSequentialConsistencyHaveNoCycle() throws InvalidInputException {
    Trace trace =
        program(
            """
            static void *other(void *u) { x = 1; return 0; }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, other, 0);
              assert(x == 0);
            }
            """,
            "sc");
    assertThat(CriticalCycle.of(trace)).isEmpty();
    assertThat(sentences(trace, "m.c"))
        .contains("No accesses were reordered: it fails under sc too, and no fence helps.");
  }

  @Test
  void aCycleGoesRoundAndBeginsWithWhatWasReordered() throws InvalidInputException {
    Trace trace = run("library/gc/stopless/stopless.c", "rmo-no");
    List<ExecutionGraph.Edge> cycle = CriticalCycle.of(trace).orElseThrow();
    ExecutionGraph graph = new ExecutionGraph(trace);
    assertThat(cycle.getFirst().relation()).isEqualTo(Relation.PO);
    assertThat(graph.isReordered(cycle.getFirst().from(), cycle.getFirst().to())).isTrue();
    for (int i = 0; i < cycle.size(); i++) {
      assertThat(cycle.get(i).to()).isEqualTo(cycle.get((i + 1) % cycle.size()).from());
    }
  }

  @Test
  void whatIsReadBackIsTheSameTrace() throws InvalidInputException {
    for (String file : List.of("stopless/stopless.c", "sapphire/sapphire-x86-pointers.c")) {
      Trace trace = run("library/gc/" + file, "rmo-no");
      JsonObject json = JsonReport.trace(trace);
      assertThat(JsonReport.trace(Json.read(json, Trace.class))).isEqualTo(json);
    }
  }

  private static List<String> promela(String text) throws InvalidInputException {
    return sentences(Fencepost.checkText("m.pml", text).run().trace().orElseThrow(), "m.pml");
  }

  @Test
  void showsTheWayOfAValueThroughVariablesGuardsAndMessages() throws InvalidInputException {
    assertThat(
            promela(
                """
                byte x, y;
                chan c = [2] of { byte };
                active proctype P() {
                  byte t;
                  t = x;
                  if :: t == 1 -> skip :: else -> y = t + 1 fi;
                  c!y
                }
                active proctype Q() { byte v; c?v; assert(v != 1) }
                """))
        .startsWith(
            "P(0) read x = 0 (line 5, step 1), the value from the start.",
            "P(0) wrote y = 1 (line 6, step 3), computed from x = 0 (step 1), as at \"else\""
                + " (line 6) it had read x = 0 (step 1).",
            "P(0) wrote c = [1] (line 7, step 4), computed from y = 1 (step 4), as at \"else\""
                + " (line 6) it had read x = 0 (step 1).",
            "Q(1) read a message in c = 1 (line 9, step 5), which P(0) wrote in step 4.");
  }

  @Test
  void showsWhereEachOfSeveralValuesComesFrom() throws InvalidInputException {
    assertThat(
            promela(
                """
                byte x, other;
                active proctype P() { other = 1; x = 1; other = 2; x = other }
                active proctype Q() { (x == 2) -> assert(x + other != 4) }
                """))
        .contains(
            "P(0) wrote x = 2 (line 2, step 4), computed from other = 2 (step 4).",
            "Q(1) read x = 2 from step 4 and read other = 2 from step 3 (line 3, step 6).");
  }

  @Test
  void showsWhoWroteLastWhatAFormulaReadsThatNeverComesTrue() throws InvalidInputException {
    String text = "byte x; active proctype P() { x = 1; x = 3 } ltl two { <> (x == 2) }";
    Trace trace = Fencepost.checkText("m.pml", text).ltl("two").run().trace().orElseThrow();
    assertThat(sentences(trace, "m.pml"))
        .startsWith(
            "P(0) wrote x = 3 (line 1, step 2).", "From step 4 on nothing happens any more.");
  }
}
