// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.HeapView;
import dev.fencepost.trace.HeapView.HeapObject;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceStep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a trace shows beside its steps: sources of values, what was passed and why, the heap. */
class TracePartsTest {

  private static Trace stopless(String model) throws InvalidInputException {
    return Fencepost.check(Path.of("library/gc/stopless/stopless.c"))
        .model(model)
        .run()
        .trace()
        .orElseThrow();
  }

  private static TraceAccess access(Trace trace, String kind, String location, int index) {
    return trace.accesses().stream()
        .filter(a -> a.kind().equals(kind) && a.location().equals(location))
        .toList()
        .get(index);
  }

  @Test
  void showsWhereAValueComesFrom() throws InvalidInputException {
    Trace trace = stopless("pso-no");
    TraceAccess store = access(trace, "W", "root[0]", 0);
    assertThat(access(trace, "R", "root[0]", 0).readsFrom())
        .contains(new TraceAccess.Source(trace.accesses().indexOf(store), store.performedAt()));
    assertThat(access(trace, "R", "to_forward", 0).readsFrom())
        .contains(TraceAccess.Source.INITIAL);
  }

  @Test
  void showsThatAValueWasForwarded() throws InvalidInputException {
    Trace trace = stopless("pso-no");
    int store = trace.accesses().indexOf(access(trace, "W", "from_forward", 0));
    assertThat(access(trace, "R", "from_forward", 0).readsFrom())
        .contains(new TraceAccess.Source(store, 0));
  }

  /** A cas that is guessed to write nothing waits behind a later store, and has no cell. */
  @Test
  void aSwapThatWritesNothingIsNoPendingStore() throws InvalidInputException {
    String text =
        """
        #include <fencepost.h>
        #include <pthread.h>
        #include <stddef.h>
        FENCEPOST_GHOST static int r[3];
        static int x, y;
        FENCEPOST_FINAL(never, !(r[1] == 0 && r[0] == 2))
        static void *reader(void *unused)
        {
            int a = x;
            fence();
            int b = y;
            y = 1;
            r[0] = a;
            r[1] = b;
            return unused;
        }
        static void *writer(void *unused)
        {
            int a = cas(&y, 0, 1);
            fence_named("WW");
            x = 2;
            x = 2;
            r[2] = a;
            return unused;
        }
        int main(void)
        {
            pthread_t s, t;
            pthread_create(&s, NULL, reader, NULL);
            pthread_create(&t, NULL, writer, NULL);
            return 0;
        }
        """;
    Trace trace = Fencepost.checkText("swap.c", text).model("armv8").run().trace().orElseThrow();
    assertThat(access(trace, "W", "x", 0).performedAt()).isPositive();
    assertThat(trace.accesses()).noneMatch(TraceAccess::pending);
  }

  @Test
  void showsWhatAStepPassedAndWhyItMight() throws InvalidInputException {
    Trace trace = stopless("pso-no");
    TraceStep flip = trace.steps().get(access(trace, "W", "root[0]", 0).performedAt());
    int forward = trace.accesses().indexOf(access(trace, "W", "to_forward", 0));
    assertThat(flip.passed())
        .contains(
            new TraceStep.Passed(
                forward,
                "they are to different cells; “a write waits for earlier accesses to its cell”"
                    + " keeps a write before a later write only on one cell"));
  }

  private static List<String> memory(String declarations, String statements)
      throws InvalidInputException {
    String text =
        "#include <assert.h>\n#include <stdatomic.h>\n#include <stdbool.h>\n"
            + declarations
            + "int main(void) { "
            + statements
            + " assert(0); }\n";
    Trace trace = Fencepost.checkText("names.c", text).model("sc").run().trace().orElseThrow();
    return trace.steps().getLast().memory().stream().map(v -> v.name() + "=" + v.value()).toList();
  }

  @Test
  void indicesAndValuesHaveTheNamesOfMacros() throws InvalidInputException {
    String macros = "#define C (2)\n#define WHITE 0\n#define BLACK 1\n#define SECOND BLACK\n";
    assertThat(memory(macros + "int colour[3];", "colour[C] = BLACK;"))
        .containsExactly("colour[0]=0", "colour[1]=0", "colour[C]=BLACK");
    assertThat(memory(macros + "int x = WHITE;", "if (x != BLACK) x = BLACK;"))
        .containsExactly("x=BLACK");
    assertThat(memory(macros + "_Atomic int x;", "atomic_store(&x, SECOND);"))
        .containsExactly("x=SECOND");
    assertThat(
            memory(
                macros + "struct object { int colour; int data; } o, *p = &o;",
                "p->colour = BLACK; o.data = C;"))
        .contains("o.colour=BLACK", "o.data=C");
    assertThat(memory(macros + "int x, y;", "y = C; x = y == C ? BLACK : WHITE;"))
        .containsExactly("x=BLACK", "y=C");
    assertThat(memory("enum { IDLE, BUSY };\nint state[2];", "state[1] = BUSY;"))
        .containsExactly("state[0]=0", "state[1]=BUSY");
  }

  /** Two names, a name and a number, what is computed, standard macros, a part of a macro. */
  @Test
  void valuesWithoutOneNameAreNumbers() throws InvalidInputException {
    String macros =
        "#define ONE 1\n#define UNO 1\n#define MARK y = 1\n#define SET(v) y = v + ONE\n";
    assertThat(memory(macros + "int x;", "x = ONE; x = UNO;")).containsExactly("x=1");
    assertThat(memory(macros + "int x;", "x = 1; x = ONE;")).containsExactly("x=1");
    assertThat(memory(macros + "int x;", "x = ONE; x += ONE; x = ONE;")).containsExactly("x=1");
    assertThat(memory(macros + "int x;", "x = ONE; x = x + 1; x = ONE;")).containsExactly("x=1");
    assertThat(memory("_Bool x;", "x = true;")).containsExactly("x=1");
    assertThat(memory(macros + "int y;", "MARK;")).containsExactly("y=1");
    assertThat(memory(macros + "int y;", "SET(0);")).containsExactly("y=1");
  }

  @Test
  void registersAreShownAsTheCellsThatTheyWereLoadedFrom() throws InvalidInputException {
    Trace trace =
        Fencepost.checkText(
                "registers.c",
                """
                #include <assert.h>
                enum colour { WHITE, BLACK };
                static int original;
                static int *to = &original;
                static enum colour colour = BLACK;
                int main(void) {
                  int *seen = to;
                  enum colour mine = colour;
                  original = 1;
                  assert(*seen == 0 || mine == WHITE);
                }
                """)
            .model("sc")
            .run()
            .trace()
            .orElseThrow();
    assertThat(trace.steps().getLast().views().getFirst().registers())
        .contains(new NamedValue("mine", "BLACK"));
    assertThat(trace.steps().stream().flatMap(step -> step.views().getFirst().registers().stream()))
        .contains(new NamedValue("seen", "&original"));
  }

  @Test
  void showsTheValuesOfAnAssertionThatWaitedBehindAGuess() throws InvalidInputException {
    Trace trace =
        Fencepost.checkText(
                "speculate.c",
                """
                #include <assert.h>
                #include <fencepost.h>
                #include <pthread.h>
                int data, flag;
                static void *reader(void *unused) {
                  if (flag == 1) {
                    int value = data;
                    assert(value == 7);
                  }
                  return 0;
                }
                int main(void) {
                  pthread_t t;
                  data = 3;
                  fence();
                  pthread_create(&t, 0, reader, 0);
                  data = 7;
                  fence();
                  flag = 1;
                  return 0;
                }
                """)
            .model("rmo-v9")
            .run()
            .trace()
            .orElseThrow();
    assertThat(trace.failure().values()).containsExactly(new NamedValue("value", "3"));
  }

  @Test
  void showsWhoWaitsForWhomAndByWhichLaw() throws InvalidInputException {
    Trace trace =
        Fencepost.checkText(
                "publish.c",
                """
                #include <assert.h>
                #include <pthread.h>
                int data, flag, other;
                static void *writer(void *u) { data = 1; flag = 1; return 0; }
                int main(void) {
                  pthread_t w;
                  pthread_create(&w, 0, writer, 0);
                  assert(other == 1);
                }
                """)
            .model("tso")
            .run()
            .trace()
            .orElseThrow();
    List<TraceStep.Pending> window = trace.steps().getFirst().views().get(1).window();
    assertThat(window).hasSize(2);
    assertThat(window.get(0).waits()).isEmpty();
    assertThat(window.get(1).waits())
        .singleElement()
        .satisfies(
            wait -> {
              assertThat(wait.on()).isZero();
              assertThat(wait.why()).startsWith("law “");
            });
  }

  @Test
  void namesTheValuesOfAnEnum() throws InvalidInputException {
    assertThat(stopless("pso-no").failure().values())
        .containsExactly(new NamedValue("to_forward", "FROM"));
  }

  @Test
  void findsTheHeapOfTheFramework() throws InvalidInputException {
    HeapView heap = stopless("pso-no").heap().orElseThrow();
    assertThat(heap.objects()).extracting(HeapObject::name).containsExactly("from", "wide", "to");
    assertThat(heap.objects()).extracting(HeapObject::space).containsExactly("from", "", "to");
    assertThat(heap.roots()).containsExactly("root[0]");
    assertThat(heap.targets())
        .containsExactly(
            new HeapView.Target("FROM", 0),
            new HeapView.Target("WIDE", 1),
            new HeapView.Target("TO", 2));
  }

  @Test
  void findsAHeapOfStructs() throws InvalidInputException {
    Trace trace =
        Fencepost.check(Path.of("library/gc/stopless/stopless-pointers.c"))
            .model("pso-no")
            .run()
            .trace()
            .orElseThrow();
    HeapView heap = trace.heap().orElseThrow();
    assertThat(heap.objects().getFirst().space()).isEqualTo("from");
    assertThat(heap.objects().getLast().space()).isEqualTo("to");
    assertThat(heap.objects().getFirst().fields())
        .anySatisfy(field -> assertThat(field.role()).isEqualTo(HeapView.Role.FORWARD));
  }

  @Test
  void programsWithoutReferencesHaveNoHeap() throws InvalidInputException {
    Trace trace =
        Fencepost.checkText("a.c", "#include <assert.h>\nint x;\nint main(void) { assert(x); }\n")
            .model("sc")
            .run()
            .trace()
            .orElseThrow();
    assertThat(trace.heap()).isEmpty();
  }

  @Test
  void elementsAreCalledAsTheProgramCallsTheirIndices(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("names.c");
    Files.writeString(
        file,
        """
        #include <assert.h>
        enum object { A, B, C };
        typedef enum { EMPTY, FULL } page;
        enum { FIRST, OTHER_FIRST = 0 };
        struct header { int marked[3]; } heap[2];
        int colour[3], filled[2], twice[2], plain[2], *where;
        static const int LAST = 1;
        int main(void)
        {
            page p = FULL;
            colour[C] = 1;
            heap[LAST].marked[B] = 1;
            filled[p] = 1;
            twice[FIRST] = twice[OTHER_FIRST] + 1;
            plain[1] = 1;
            where = &colour[1];
            assert(!where);
        }
        """);
    Trace trace = Fencepost.check(file).model("sc").run().trace().orElseThrow();
    assertThat(trace.steps().getLast().memory().stream().map(NamedValue::name))
        .contains("colour[A]", "colour[B]", "colour[C]", "filled[FULL]", "twice[0]", "plain[1]")
        .contains("heap[0].marked[C]", "heap[LAST].marked[B]");
    assertThat(trace.steps().getLast().memory()).contains(new NamedValue("where", "&colour[B]"));
  }
}
