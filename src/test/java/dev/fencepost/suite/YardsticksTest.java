// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The searches that a first trial of the machine completed need no more states here, hold here too,
 * and meet the window bound where they met it there. Needs a file beside the project that is not a
 * part of it.
 */
class YardsticksTest {
  private static final Path YARDSTICKS = Path.of("..", "shared", "expected", "yardsticks.csv");
  private static final Pattern LOOP =
      Pattern.compile("loop (?:(?<count>\\d+)|for ever window 6 \\((?<bound>.*)\\))");

  private final Inputs inputs = new Inputs();

  @Test
  void noSearchNeedsMoreStatesThanTheTrial() throws IOException, InvalidInputException {
    assumeTrue(Files.exists(YARDSTICKS), "there is no file " + YARDSTICKS);
    Map<String, String> files = filesOfRows();
    List<String> worse = new ArrayList<>();
    int rows = 0;
    for (String line : Files.readAllLines(YARDSTICKS)) {
      if (!line.startsWith("#") && !line.startsWith("algorithm,")) {
        List<String> fields = CsvLine.parse(line);
        CheckResult result = check(files.get(fields.get(0)), fields.get(1), fields.get(2));
        rows++;
        if (!isWithin(result, fields.get(2), Long.parseLong(fields.get(3)))) {
          worse.add(line + ", ours: " + Expectations.Line.of(result, scenario(fields.get(2))));
        }
      }
    }
    assertThat(worse).as("worse than the yardstick in %s of %s rows", worse.size(), rows).isEmpty();
    assertThat(rows).isGreaterThan(200);
  }

  private static boolean isWithin(CheckResult result, String scenario, long states) {
    Matcher loop = LOOP.matcher(scenario);
    boolean mayBeBounded =
        loop.matches() && loop.group("bound") != null && loop.group("bound").equals("bound hit");
    return result.verdict() instanceof Verdict.Holds holds
        && (mayBeBounded || holds.window().isEmpty())
        && result.statistics().states() <= states;
  }

  private CheckResult check(String file, String model, String words) throws InvalidInputException {
    CheckTask task = CheckTask.of(file, model).withDefines(scenario(words).defines());
    return Checker.check(task, inputs, CheckListener.NONE);
  }

  /** {@code wr}, {@code rw}, {@code loop 2}, or {@code loop for ever window 6 (bound hit)}. */
  private static Scenario scenario(String words) {
    Matcher loop = LOOP.matcher(words);
    if (!loop.matches()) {
      return new Scenario(words.toUpperCase(Locale.ROOT));
    }
    String count = loop.group("count");
    return new Scenario(count == null ? "LOOP" : "LOOP,LOOPS=" + count);
  }

  private static Map<String, String> filesOfRows() throws InvalidInputException {
    String runs = PackedLibrary.text("library/tables/oopsla17.runs").orElseThrow();
    Map<String, String> files = new HashMap<>();
    for (TableSpec.Row row : TableSpec.parse("oopsla17", "oopsla17.runs", runs).rows()) {
      files.put(row.name(), row.file());
    }
    return files;
  }
}
