// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.LitmusChecker;
import dev.fencepost.check.LitmusChecker.LitmusOutcome;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * The litmus tests that distinguish two memory models: those of the library, and generated ones of
 * two threads with two accesses each.
 *
 * @param first the models, as they were named
 * @param tests how many tests were run
 * @param differences the tests whose final states differ, those of the library first
 * @param refused tests that a model cannot run, and why
 * @param inconclusive tests whose search was not complete
 */
public record ModelComparison(
    String first,
    String second,
    int tests,
    List<Difference> differences,
    SequencedMap<String, String> refused,
    List<String> inconclusive) {

  public ModelComparison {
    differences = List.copyOf(differences);
    inconclusive = List.copyOf(inconclusive);
  }

  /**
   * A test that distinguishes them.
   *
   * @param firstOnly the final states that only the first model allows
   */
  public record Difference(String test, List<String> firstOnly, List<String> secondOnly) {
    public Difference {
      firstOnly = List.copyOf(firstOnly);
      secondOnly = List.copyOf(secondOnly);
    }
  }

  /** Runs the tests under both models, on this many threads. */
  public static ModelComparison of(String first, String second, int threads, CheckListener listener)
      throws InvalidInputException {
    List<LoadedModel> models = List.of(LoadedModel.of(first), LoadedModel.of(second));
    SequencedMap<String, LitmusTest> tests = allTests();
    List<Difference> differences = new ArrayList<>();
    TreeMap<String, String> refused = new TreeMap<>();
    List<String> inconclusive = new ArrayList<>();
    List<Callable<Runnable>> jobs = new ArrayList<>();
    tests.forEach(
        (name, test) ->
            jobs.add(
                () -> {
                  try {
                    LitmusOutcome left = run(test, models.getFirst(), listener);
                    LitmusOutcome right = run(test, models.getLast(), listener);
                    return () -> {
                      if (left.limit().isPresent() || right.limit().isPresent()) {
                        inconclusive.add(name);
                      }
                      difference(name, left, right).ifPresent(differences::add);
                    };
                  } catch (InvalidInputException e) {
                    return () -> refused.put(name, e.diagnostics().getFirst().message());
                  }
                }));
    SideBySide.run(jobs, threads, Runnable::run);
    return new ModelComparison(first, second, tests.size(), differences, refused, inconclusive);
  }

  private static SequencedMap<String, LitmusTest> allTests() throws InvalidInputException {
    SequencedMap<String, LitmusTest> tests = new LinkedHashMap<>();
    for (String file : LitmusFiles.general()) {
      LitmusTest test = LitmusFrontEnd.parse(file, PackedLibrary.text(file).orElseThrow());
      tests.put(test.name(), test);
    }
    SmallTests.all().forEach(tests::putIfAbsent);
    return tests;
  }

  private static LitmusOutcome run(LitmusTest test, LoadedModel model, CheckListener listener)
      throws InvalidInputException {
    return LitmusChecker.run(CheckTask.of(test.name(), ""), test, model, listener);
  }

  private static Optional<Difference> difference(
      String name, LitmusOutcome left, LitmusOutcome right) {
    List<String> ofLeft = left.finalStates().texts();
    List<String> ofRight = right.finalStates().texts();
    List<String> leftOnly = ofLeft.stream().filter(s -> !ofRight.contains(s)).toList();
    List<String> rightOnly = ofRight.stream().filter(s -> !ofLeft.contains(s)).toList();
    return leftOnly.isEmpty() && rightOnly.isEmpty()
        ? Optional.empty()
        : Optional.of(new Difference(name, leftOnly, rightOnly));
  }

  /** For people, in whole lines: each test with a final state that only one model allows. */
  public String text() {
    StringBuilder text = new StringBuilder();
    if (!differences.isEmpty()) {
      List<List<String>> rows = new ArrayList<>();
      for (Difference difference : differences) {
        boolean left = !difference.firstOnly().isEmpty();
        String example = (left ? difference.firstOnly() : difference.secondOnly()).getFirst();
        rows.add(
            List.of(
                difference.test(),
                Integer.toString(difference.firstOnly().size()),
                Integer.toString(difference.secondOnly().size()),
                (left ? first : second) + ": " + example));
      }
      List<String> header = List.of("test", "only " + first, "only " + second, "for example");
      text.append(Grid.of(header, rows).text()).append('\n');
    }
    refused.forEach((test, why) -> text.append("not run: " + test + ": " + why + "\n"));
    inconclusive.forEach(test -> text.append("inconclusive: " + test + "\n"));
    return text.append(summary()).append('\n').toString();
  }

  private String summary() {
    boolean more = differences.stream().anyMatch(d -> !d.firstOnly().isEmpty());
    boolean less = differences.stream().anyMatch(d -> !d.secondOnly().isEmpty());
    String relation =
        more && less
            ? "each allows final states that the other does not"
            : more
                ? second + " is the stronger one on them"
                : less ? first + " is the stronger one on them" : "no test distinguishes them";
    String names = first + " and " + second;
    return tests + " tests, " + differences.size() + " distinguish " + names + ": " + relation;
  }
}
