// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Program;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.memorymodel.ModelLoader;
import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The real machine against laws read as they are written, on tiny random programs: the same final
 * states. {@code -Dfencepost.seed=N} for other programs, {@code -Dfencepost.full=true} for many,
 * {@code -Dfencepost.programs=N} and {@code -Dfencepost.steps=N} for so many of so many steps.
 */
class GeneralLawsTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = Integer.getInteger("fencepost.programs", FULL ? 150 : 30);

  /** The most steps of a run; the runs are all orders of them. */
  private static final int STEPS = Integer.getInteger("fencepost.steps", FULL ? 8 : 7);

  private static final int WINDOW = 64;
  private static final int STATES = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(Long.getLong("fencepost.seed", 1));
  private int registers;
  private int writes;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tso-coherent",
        "pso-coherent-full",
        "rmo-nmca-no",
        "rmo-coherent-no",
        "rmo-cumulative",
        "itanium",
        "upc",
        "upc-mca",
        "mmtk-relaxed"
      })
  void findsTheFinalStatesThatTheLawsLeave(String name) throws LimitException {
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    String attribute = name.startsWith("upc") ? ".strict" : "";
    int compared = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      compared += compare(model, attribute) ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(PROGRAMS / 4);
  }

  /** Compares one program, unless it has too many runs. */
  private boolean compare(MemoryModel model, String attribute) throws LimitException {
    String[] threads = threads(attribute);
    Litmus litmus = Litmus.of("x y", threads);
    Program program = litmus.program().program();
    UnorderedRuns runs = new UnorderedRuns(program, model);
    if (runs.length() > STEPS) {
      return false;
    }
    Set<List<Long>> found =
        new RealMachine(litmus.program(), model, WINDOW).explore(STATES).finals();
    assertThat(found)
        .as(model.name() + ": " + String.join(" | ", threads))
        .isEqualTo(runs.finals());
    return true;
  }

  private String[] threads(String attribute) {
    registers = 0;
    writes = 0;
    String[] threads = new String[2 + random.nextInt(2)];
    for (int i = 0; i < threads.length; i++) {
      List<String> statements = new ArrayList<>();
      int count = 1 + random.nextInt(threads.length == 2 ? 3 : 2);
      String known = "";
      for (int j = 0; j < count; j++) {
        if (j > 0 && random.nextInt(4) == 0) {
          statements.add(List.of("F", "A", "L").get(random.nextInt(3)));
        }
        String statement = statement(attribute, known);
        statements.add(statement);
        known = statement.startsWith("r") ? statement.substring(0, statement.indexOf(' ')) : known;
      }
      if (random.nextInt(5) == 0) {
        int begin = random.nextInt(statements.size());
        statements.add(begin, "atomic");
        statements.add(begin + 2 + random.nextInt(statements.size() - begin - 1), "end");
      }
      threads[i] = String.join("; ", statements);
    }
    return threads;
  }

  /** A load, a store, perhaps of a value that hangs on a register, or a read-modify-write. */
  private String statement(String attribute, String known) {
    String cell = random.nextBoolean() ? "x" : "y";
    int dice = random.nextInt(10);
    String depends = !known.isEmpty() && random.nextInt(3) == 0 ? "+" + known : "";
    if (dice < 5) {
      return "r" + ++registers + " = " + cell + order(attribute, ".acq");
    }
    if (dice < 9) {
      return cell + order(attribute, ".rel") + " = " + ++writes + depends;
    }
    String either = random.nextBoolean() ? ".acq" : ".rel";
    return "r" + ++registers + " = add " + cell + order(attribute, either) + " 10";
  }

  private String order(String attribute, String order) {
    return random.nextBoolean() ? "" : attribute.isEmpty() ? order : attribute;
  }

  /** Laws that order the issue of accesses, alone, with one another and with other threads'. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: access, b: write, a before b => issue(a) < perform(b)",
        "a: load, b: store, a before b => execute(a) < issue(b)",
        "a: access, b: access, a before b => issue(a) < issue(b)",
        "a, b: load; issue(a) < issue(b) => execute(a) < execute(b)",
        "a: store, b: load; issue(a) < issue(b), cell(a) = cell(b) => done(a) < perform(b)",
        "a: write, b: load, p: thread; reflect(a, p) < execute(b) => done(a) < issue(b)",
        "a, b: access; a != b, issue(a) < perform(b) => done(a) < perform(b)",
        "a: access, f: fence, a before f => issue(a) < issue(f)"
      })
  void issueIsAStepWhereALawOrdersIt(String law) throws InvalidInputException, LimitException {
    int compared = 0;
    for (String memory : List.of("multi-copy atomic", "non-multi-copy atomic")) {
      String laws = "model test\ninclude uniprocessor-nmca\ninclude fences\n" + memory + "\n";
      MemoryModel model = model(laws + "law \"issue\": " + law);
      for (int i = 0; i < PROGRAMS / 2; i++) {
        compared += compare(model, "") ? 1 : 0;
      }
    }
    assertThat(compared).isGreaterThan(PROGRAMS / 8);
  }

  /** The law that SETTA'16 calls integration (section 3.3), as docs/memory-models.md has it. */
  @Test
  void toIssueReadsRightBeforeTheyExecuteChangesNoFinalState()
      throws InvalidInputException, LimitException {
    String laws =
        """
        model test
        include uniprocessor
        include fences
        law "integration": a: read, b: access, a != b,
            issue(a) < perform(b) => execute(a) < perform(b)
        law "integration of issues": a: read, b: access, a != b,
            issue(a) < issue(b) => execute(a) < issue(b)
        """;
    MemoryModel integrated = model(laws);
    MemoryModel plain = model(laws.substring(0, laws.indexOf("law ")));
    for (int i = 0; i < PROGRAMS; i++) {
      CheckedProgram program = Litmus.of("x y", threads("")).program();
      assertThat(new RealMachine(program, integrated, WINDOW).explore(STATES).finals())
          .isEqualTo(new RealMachine(program, plain, WINDOW).explore(STATES).finals());
    }
  }

  /** A store that waits may be read by its own thread; one that is not issued may not. */
  @ParameterizedTest
  @CsvSource({"perform, true", "issue, false"})
  void aStoreThatIsNotIssuedIsNotForwarded(String operation, boolean early)
      throws InvalidInputException, LimitException {
    String laws =
        """
        model test
        include uniprocessor
        multi-copy atomic
        law "a release waits for earlier reads":
            a: load, b: store[release], a before b => execute(a) < %s(b)
        """
            .formatted(operation);
    Litmus litmus = Litmus.of("x y z", "r1 = y; x.rel = 1; r2 = x; z = r2", "r3 = z; y = r3");

    Set<List<Long>> finals =
        new RealMachine(litmus.program(), model(laws), WINDOW).explore(STATES).finals();

    List<Long> y = finals.stream().map(memory -> memory.get(1)).distinct().sorted().toList();
    assertThat(y).isEqualTo(List.of(0L, 1L));
    assertThat(finals.stream().anyMatch(memory -> memory.get(3) == 1)).isEqualTo(early);
  }

  /** Laws that order the steps of fences themselves, and one with exists. */
  @Test
  void fencesAreOrderedAmongThemselvesWhereALawSaysSo()
      throws InvalidInputException, LimitException {
    String laws =
        """
        model test
        include uniprocessor-nmca
        non-multi-copy atomic
        law "wait": a: access, f: fence, a before f => done(a) < issue(f)
        law "block": f: fence, b: access, f before b => issue(f) < perform(b)
        law "one fence at a time": f, g: fence, s: store; p, q: thread;
            f != g, reflect(s, p) < issue(f) => reflect(s, q) < issue(f)
        law "exists": b: load,
            exists s: store. s before b and cell(s) = cell(b)
            => exists s: store. s before b and cell(s) = cell(b) and reflect(s, thread(b)) < execute(b)
        """;
    compareAll(laws);
  }

  /** A law about a fence and one memory at a time is none for the order table. */
  @Test
  void aFenceMayKeepStoresInOrderMemoryByMemory() throws InvalidInputException, LimitException {
    compareAll(
        """
        model test
        include uniprocessor-nmca
        non-multi-copy atomic
        law "stores before the fence reach each thread first":
            a: store, f: fence[WW], b: store, p: thread, a before f before b
            => reflect(a, p) < reflect(b, p)
        law "loads stay in order": a: load, b: access, a before b => done(a) < perform(b)
        """);
  }

  private void compareAll(String laws) throws InvalidInputException, LimitException {
    MemoryModel model = model(laws);
    int compared = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      compared += compare(model, "") ? 1 : 0;
    }
    assertThat(compared).isPositive();
  }

  private static MemoryModel model(String laws) throws InvalidInputException {
    ModelDefinition definition =
        ModelLoader.load(
            new ModelText("test.mcm", laws), Map.of(), (name, from) -> BuiltInModels.find(name));
    return MemoryModel.compile(definition);
  }
}
