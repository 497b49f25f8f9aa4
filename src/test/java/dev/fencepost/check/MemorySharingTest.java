// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which threads share a memory, and that verdicts stay the same where they do. */
class MemorySharingTest {
  private static final String HEAD =
      "#include <pthread.h>\n#include <assert.h>\n#include <fencepost.h>\n";

  private static final List<List<Optimisation>> SWITCHED_OFF =
      List.of(
          List.of(Optimisation.SHARING),
          List.of(Optimisation.DROPPING),
          List.of(Optimisation.DROPPING, Optimisation.SHARING));

  private static final List<String> COLLECTORS =
      List.of(
          "baker/baker",
          "baker/baker-broken",
          "chicken/chicken",
          "chicken/chicken-broken",
          "clover/clover",
          "compressor/compressor",
          "pauseless/pauseless-broken",
          "replication/replication",
          "sapphire/sapphire",
          "sapphire/sapphire-broken",
          "sapphire/sapphire-llsc",
          "sapphire/sapphire-pointers",
          "sapphire/sapphire-x86",
          "schism/schism-broken-fence",
          "staccato/staccato",
          "staccato/staccato-fence",
          "stopless/stopless-broken");

  private static String explain(String text, String model) throws InvalidInputException {
    CheckTask task = Fencepost.checkText("test.c", HEAD + text).model(model).task();
    return SharingReport.text(task, new Inputs());
  }

  private static String explainFile(String file, SequencedMap<String, String> defines)
      throws InvalidInputException {
    CheckTask task = CheckTask.of(file, "rmo-nmca-full").withDefines(defines);
    return SharingReport.text(task, new Inputs());
  }

  @Test
  void writersOfIndependentWritesShareOneMemory() throws InvalidInputException {
    assertThat(explainFile("library/iriw/iriw.c", new LinkedHashMap<>(Map.of("WRITERS", "3"))))
        .contains("6 threads, 3 memories")
        .contains("memory 2: read_downwards\n")
        .contains("memory 3: write_cell(0), write_cell(1), write_cell(2)\n")
        .contains("read_upwards and read_downwards cannot share: cell[0], written by write_cell(0)")
        .contains("read_upwards reads at library/iriw/iriw.c:41");
  }

  @Test
  void mutatorsWithTheirOwnFieldsShareOneMemory() throws InvalidInputException {
    assertThat(
            explainFile(
                "library/gc/sapphire/sapphire.c", new LinkedHashMap<>(Map.of("MUTATORS", "3"))))
        .contains("memory 1: main, mutator(0), mutator(1), mutator(2)\n");
  }

  /** The second reader sees what its creator sees, which need not be what the first one saw. */
  @ParameterizedTest
  @ValueSource(strings = {"tso-nmca", "rmo-nmca-full"})
  void whoStartsAReaderDoesNotShareWithAnotherReader(String model) throws InvalidInputException {
    String text =
        """
        int x;
        FENCEPOST_GHOST int first, second;
        FENCEPOST_FINAL(seen, first == 0 || second == 1)
        void *writer(void *n) { x = 1; return 0; }
        void *reader(void *n) { first = x; return 0; }
        void *later(void *n) { second = x; return 0; }
        int main(void) {
          pthread_t w, r, l;
          pthread_create(&w, 0, writer, 0);
          pthread_create(&r, 0, reader, 0);
          pthread_join(r, 0);
          pthread_create(&l, 0, later, 0);
        }
        """;
    CheckTask task = Fencepost.checkText("test.c", HEAD + text).model(model).task();
    assertThat(Checker.check(task, CheckListener.NONE).verdict())
        .isInstanceOf(Verdict.Violated.class);
    assertThat(explain(text, model)).contains("main and reader cannot share: x");
  }

  @Test
  void readersOfOneCellDoNotShare() throws InvalidInputException {
    String text =
        """
        int x;
        void *reader(void *n) { int a = x; return 0; }
        void *writer(void *n) { x = 1; return 0; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, reader, (void *)1);
          pthread_create(&t, 0, reader, (void *)2);
          pthread_create(&t, 0, writer, 0);
        }
        """;
    assertThat(explain(text, "rmo-nmca-no"))
        .contains("reader(1) and reader(2) cannot share: x, written by writer")
        .contains("reader(1) and writer cannot share: x\n  reader(1) reads at test.c:5");
  }

  @Test
  void whatOnlyReadModifyWritesChangeIsTheSameInAllMemories() throws InvalidInputException {
    String text =
        """
        int x;
        void *adder(void *n) { cas(&x, 0, 1); int a = x; return 0; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, adder, (void *)1);
          pthread_create(&t, 0, adder, (void *)2);
        }
        """;
    assertThat(explain(text, "rmo-nmca-no")).contains("3 threads, 1 memory");
  }

  @Test
  void joinedThreadsAreNotInTheWay() throws InvalidInputException {
    String text =
        """
        int x, y;
        void *first(void *n) { x = 1; return 0; }
        void *second(void *n) { int a = x; y = a; return 0; }
        int main(void) {
          pthread_t t[2];
          pthread_create(&t[0], 0, first, 0);
          pthread_join(t[0], 0);
          pthread_create(&t[1], 0, second, 0);
          pthread_join(t[1], 0);
          assert(y == 1);
        }
        """;
    assertThat(explain(text, "rmo-nmca-no")).contains("3 threads, 1 memory");
    assertSame(CheckTask.of("test.c", "rmo-nmca-no"), HEAD + text);
  }

  @Test
  void memoriesThatMayDisagreeForEverAreKeptApart() throws InvalidInputException {
    String text =
        """
        int x;
        void *first(void *n) { x = 1; return 0; }
        void *second(void *n) { x = 2; return 0; }
        void *reader(void *n) { int a = x; assert(a != 2); return 0; }
        int main(void) {
          pthread_t s, t, r;
          pthread_create(&s, 0, first, 0);
          pthread_create(&t, 0, second, 0);
          pthread_create(&r, 0, reader, 0);
          pthread_join(s, 0);
          pthread_join(t, 0);
          assert(x != 1);
        }
        """;
    assertThat(explain(text, "rmo-nmca-no")).contains("main and reader cannot share: x");
    assertSame(CheckTask.of("test.c", "rmo-nmca-no"), HEAD + text);
  }

  @Test
  void oneReaderASegmentWhereStoresReachAMemoryInOrder() throws InvalidInputException {
    String text =
        """
        int x, y;
        void *reader_of_x(void *n) { int a = x; return 0; }
        void *reader_of_y(void *n) { int a = y; return 0; }
        void *writer(void *n) { x = 1; y = 1; return 0; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, reader_of_x, 0);
          pthread_create(&t, 0, reader_of_y, 0);
          pthread_create(&t, 0, writer, 0);
        }
        """;
    assertThat(explain(text, "rmo-nmca-no")).contains("memory 1: main, reader_of_x, reader_of_y");
    assertThat(explain(text, "tso-nmca"))
        .contains("reader_of_x and reader_of_y cannot share: x and y");
  }

  @Test
  void aStoreMayReachItsOwnMemoryBehindALaterOneOfAnother() throws InvalidInputException {
    String text =
        """
        int x, flag;
        void *other(void *n) { x = 2; fence(); flag = 1; return 0; }
        void *self(void *n) {
          x = 1;
          assume(flag);
          fence_acquire();
          assert(x != 1);
          return 0;
        }
        int main(void) {
          pthread_t s, t;
          pthread_create(&s, 0, other, 0);
          pthread_create(&t, 0, self, 0);
        }
        """;
    CheckTask task = CheckTask.of("test.c", "rmo-nmca-no");
    assertSame(task, HEAD + text);
    CheckTask loaded = Fencepost.checkText("test.c", HEAD + text).model(task.model()).task();
    assertThat(Checker.check(loaded, CheckListener.NONE).violated()).isTrue();
  }

  @Test
  void saysWhyNothingIsShared() throws InvalidInputException {
    String text = "int main(void) { }";
    assertThat(explain(text, "tso")).contains("tso is multi-copy atomic");
    assertThat(explain(text, "rmo-coherent-no")).contains("not of program order");
    String loop =
        """
        int x;
        void *child(void *n) { x = 1; return 0; }
        int main(void) {
          pthread_t t;
          while (choose(2))
            pthread_create(&t, 0, child, 0);
        }
        """;
    assertThat(explain(loop, "rmo-nmca-no")).contains("it is not known which threads run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rmo-nmca-full", "tso-nmca"})
  void collectorsKeepTheirVerdicts(String model) throws InvalidInputException {
    int compared = 0;
    for (String collector : COLLECTORS) {
      for (String scenario : List.of("WR", "RW")) {
        CheckTask task =
            CheckTask.of("library/gc/" + collector + ".c", model)
                .withDefines(new LinkedHashMap<>(Map.of("SCENARIO", scenario)))
                .withBounds(Bounds.none().withStates(20_000));
        compared += compare(task);
      }
    }
    assertThat(compared).isGreaterThan(2 * COLLECTORS.size());
  }

  private static void assertSame(CheckTask named, String text) throws InvalidInputException {
    CheckTask task = Fencepost.checkText(named.file(), text).model(named.model()).task();
    assertThat(compare(task)).isEqualTo(SWITCHED_OFF.size());
  }

  /** How many of the searches with something switched off came to an end; all with one verdict. */
  private static int compare(CheckTask task) throws InvalidInputException {
    Verdict usual = Checker.check(task, CheckListener.NONE).verdict();
    List<String> different = new ArrayList<>();
    int compared = 0;
    for (List<Optimisation> without : SWITCHED_OFF) {
      CheckTask plain = task.withStrategy(task.strategy().without(without));
      Verdict verdict = Checker.check(plain, CheckListener.NONE).verdict();
      if (!(verdict instanceof Verdict.Inconclusive)) {
        compared++;
        if (verdict.getClass() != usual.getClass()) {
          different.add(task.file() + " without " + without + ": " + verdict);
        }
      }
    }
    assertThat(different).isEmpty();
    return compared;
  }

  /**
   * Under a model in which read-modify-writes and stores of one cell pass each other, a thread sees
   * when its own store is reflected.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "int r = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);"
            + " atomic_store_explicit(&x, 5, memory_order_relaxed);",
        "atomic_store_explicit(&x, 5, memory_order_relaxed);"
            + " int r = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);"
      })
  void storesThatPassReadModifyWritesAreReflectedStepByStep(String body, @TempDir Path folder)
      throws IOException, InvalidInputException {
    Path model = folder.resolve("weak.mcm");
    Files.writeString(
        model,
        """
        model weak "stores and read-modify-writes of one cell pass each other"
        non-multi-copy atomic
        law "a write waits for earlier loads of its cell":
            a: load, b: write, a before b, cell(a) = cell(b)  =>  done(a) < perform(b)
        law "stores to one cell reach each thread in order":
            a, b: store, p: thread, a before b, cell(a) = cell(b)
            =>  reflect(a, p) < reflect(b, p)
        """);
    String text =
        "#include <stdatomic.h>\n"
            + HEAD
            + "_Atomic int x;\n"
            + ("void *thread(void *unused) { " + body + " assert(r != 0); return 0; }\n")
            + "int main(void) { pthread_t t; pthread_create(&t, 0, thread, 0); return 0; }\n";
    CheckTask task = Fencepost.checkText("test.c", text).model(model.toString()).task();
    assertThat(Checker.check(task, CheckListener.NONE).verdict())
        .isInstanceOf(Verdict.Violated.class);
  }
}
