// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.LitmusChecker;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.Optimisation;
import dev.fencepost.cli.CommandRun;
import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.FormulaParser;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.suite.SuiteTexts;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Feeds mutated texts of every input language to the tool. What must hold of each: a verdict, a
 * limit or a message with its place, and nothing else; limits are kept; the verdict without any
 * optimisation is the same; the exit status of the command is 0, 1, 2 or 3 and there is no stack
 * trace. Set fencepost.seed for other texts.
 */
@Timeout(3_600)
class FuzzTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");

  /** With fencepost.full there are so many times as many texts. */
  private static final int MORE = 33;

  private static final int LONGEST_TEXT = 4_000;
  private static final int COMMAND_EVERY = 40;

  /** What models of processors need. */
  private static final List<Optimisation> OF_LAWS =
      List.of(
          Optimisation.GUARDS, Optimisation.PREDICATES, Optimisation.STAGES, Optimisation.TABLE);

  private static final Duration TIME = Duration.ofMillis(500);

  /** Far beyond the time and the second that may be overrun, for loaded machines. */
  private static final Duration TOO_LONG = Duration.ofSeconds(20);

  private static final Bounds BOUNDS =
      Bounds.none().withTime(TIME).withStates(300).withMemory(32 << 20);

  @TempDir Path folder;

  /** Does something with a text; fails, or comes to an end that a user may get. */
  private interface Reading {
    void of(String text) throws InvalidInputException, IOException;
  }

  @ParameterizedTest
  @CsvSource({
    "c, 700",
    "pml, 700",
    "packets, 250",
    "litmus, 500",
    "mcm, 300",
    "ltl, 400",
    "runs, 80",
    "expect, 120"
  })
  void everyTextHasAVerdictOrAMessage(String language, int texts) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED * 31 + language.hashCode());
    Mutator mutator = new Mutator(random, corpus(language));
    Reading reading = reading(language);
    for (int i = 0; i < (FULL ? texts * MORE : texts); i++) {
      String text = mutator.next();
      long start = System.nanoTime();
      try {
        reading.of(text);
        if (i % COMMAND_EVERY == 0) {
          command(language, text);
        }
      } catch (InvalidInputException e) {
        e.diagnostics().forEach(problem -> requirePlace(problem, text));
      } catch (OutOfBudget e) {
        // a limit is an answer
      } catch (Exception | Error e) {
        throw new AssertionError("this " + language + " text fails, number " + i + ":\n" + text, e);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).as(text).isLessThan(TOO_LONG);
    }
  }

  private static List<String> corpus(String language) throws IOException {
    if (language.equals("ltl")) {
      return List.of(
          "[] (a -> <> b)",
          "<> [] a && ! (b U (c || X d))",
          "(a U b) V (c W {d == 1})",
          "always (p implies eventually q) equivalent ! next r",
          "[] ((a && ! b) -> (c until (d release e)))");
    }
    List<String> texts = new ArrayList<>();
    for (String folder : List.of("library", "src/test/resources")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        for (Path file :
            files.filter(f -> f.toString().endsWith("." + language)).sorted().toList()) {
          String text = Files.readString(file);
          if (text.length() < LONGEST_TEXT && !text.isBlank()) {
            texts.add(text);
          }
        }
      }
    }
    return texts;
  }

  private Reading reading(String language) {
    return switch (language) {
      case "ltl" -> FuzzTest::translate;
      case "litmus" -> FuzzTest::litmus;
      case "mcm" -> this::model;
      case "runs", "expect" ->
          text -> {
            SuiteTexts.read("fuzz." + language, text);
            SuiteTexts.read("fuzz.litmus." + language, text);
          };
      case "pml" -> text -> check("fuzz.pml", text, Models.None.PLACEHOLDER);
      default -> text -> check("fuzz." + language, text, text.length() % 2 == 0 ? "tso" : "rmo-no");
    };
  }

  private static CheckTask task(String file, String text, String model) {
    return CheckTask.of(file, model).withText(text).withBounds(BOUNDS);
  }

  private static void check(String file, String text, String model) throws InvalidInputException {
    CheckTask task = task(file, text, model);
    Verdict verdict = Checker.check(task, CheckListener.NONE).verdict();
    if (verdict instanceof Verdict.Inconclusive) {
      return;
    }
    List<Optimisation> off = new ArrayList<>(List.of(Optimisation.values()));
    if (file.equals("fuzz.c") && LoadedModel.of(model).model().traits().isProcessor()) {
      off.removeAll(OF_LAWS);
    }
    Strategy plain = task.strategy().without(off);
    Verdict again = Checker.check(task.withStrategy(plain), CheckListener.NONE).verdict();
    if (!(again instanceof Verdict.Inconclusive)) {
      assertThat(again).isInstanceOf(verdict.getClass());
    }
  }

  private static void litmus(String text) throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse("fuzz.litmus", text);
    CheckTask task = task("fuzz.litmus", text, "tso");
    LitmusChecker.run(task, test, LoadedModel.of("tso"), CheckListener.NONE);
  }

  private void model(String text) throws InvalidInputException, IOException {
    Path file = Files.writeString(folder.resolve("fuzz.mcm"), text);
    String program =
        """
        #include <pthread.h>
        static int x, y;
        static void *run(void *unused) { x = 1; int a = y; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); y = 1; int b = x; }
        """;
    check("fuzz.c", program, file.toString());
  }

  private static void translate(String text) throws InvalidInputException {
    Map<String, Integer> numbers = new HashMap<>();
    LtlFormula formula =
        FormulaParser.parse(
            text,
            SourceSpan.at("fuzz.ltl", 1, 1, 0),
            (atom, span) ->
                new LtlFormula.Atom(numbers.computeIfAbsent(atom, a -> numbers.size() % 8)));
    Budget.current()
        .withTime(TIME)
        .run(() -> BuchiTranslation.translate(formula, SourceSpan.at("fuzz.ltl", 1, 1, 0)));
  }

  /** The command as from the shell. */
  private void command(String language, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("fuzz." + language), text);
    CommandRun run =
        switch (language) {
          case "c", "packets" ->
              CommandRun.of(
                  "check", file.toString(), "--model", "sc", "--time", "1s", "--states", "300");
          case "pml" -> CommandRun.of("check", file.toString(), "--time", "1s", "--states", "300");
          case "litmus" ->
              CommandRun.of("litmus", file.toString(), "--model", "sc", "--time", "1s");
          case "mcm" -> CommandRun.of("model", "show", file.toString());
          default -> CommandRun.of("models");
        };
    assertThat(run.status()).as(text + run.err()).isBetween(0, 3);
    assertThat(run.out() + run.err()).doesNotContain("\tat dev.fencepost");
  }

  /** A message is no more than its text if it names a place: that place must be there. */
  private static void requirePlace(Diagnostic problem, String text) {
    assertThat(problem.message()).isNotBlank();
    SourceSpan span = problem.span();
    if (span.file().startsWith("fuzz.")) {
      assertThat(span.line())
          .as(problem + "\n" + text)
          .isBetween(1, text.split("\n", -1).length + 1);
      assertThat(span.column()).as(problem + "\n" + text).isPositive();
    }
  }
}
