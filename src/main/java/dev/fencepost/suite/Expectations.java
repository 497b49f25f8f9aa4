// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckResult;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.Phrase;
import dev.fencepost.source.SourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What is expected of a model: the text of the {@code .expect} file beside it. One line per
 * scenario and memory model, {@code tso WR holds states=297}, and one for each scenario and mark,
 * {@code reaches WR "copy committed"}.
 */
public record Expectations(List<Line> lines, List<MarkExpectation> marks) {

  public Expectations {
    lines = List.copyOf(lines);
    marks = List.copyOf(marks);
  }

  /**
   * One check.
   *
   * @param scenario see {@link Scenario}
   * @param outcome {@code holds}, {@code holds<=6}, {@code violated} or {@code inconclusive}
   * @param count {@code states=297} of a complete search, {@code steps=12} of a trace; not for
   *     Promela, whose numbers are compared with those of SPIN
   */
  public record Line(String model, String scenario, String outcome, String count) {

    static Line of(CheckResult result, Scenario scenario) {
      boolean promela = !result.task().frontEnd().hasMemoryModels();
      String outcome = result.verdict().word() + TableCell.window(List.of(result));
      String count =
          result.holds()
              ? "states=" + result.statistics().states()
              : result.trace().map(trace -> "steps=" + trace.length()).orElse("");
      return new Line(result.task().model(), scenario.word(), outcome, promela ? "" : count);
    }

    @Override
    public String toString() {
      return Phrase.of("%-9s %-6s %-9s %s", model, scenario, outcome, count).stripTrailing();
    }
  }

  /** The memory models that the lines name, in their order. */
  public List<String> models() {
    return lines.stream().map(Line::model).distinct().toList();
  }

  /** The scenarios that the lines name, in their order. */
  public List<Scenario> scenarios() {
    return lines.stream().map(Line::scenario).distinct().map(Scenario::new).toList();
  }

  /** The scenarios that the lines name, each with its memory models. */
  public SequencedMap<Scenario, List<String>> runs() {
    SequencedMap<Scenario, List<String>> runs = new LinkedHashMap<>();
    for (Line line : lines) {
      runs.computeIfAbsent(new Scenario(line.scenario()), word -> new ArrayList<>())
          .add(line.model());
    }
    return runs;
  }

  /** These, with the reasons that a person has given in others. */
  public Expectations explainedBy(Expectations others) {
    return new Expectations(
        lines, marks.stream().map(mark -> mark.explainedBy(others.marks)).toList());
  }

  public static Expectations parse(String file, String text) throws InvalidInputException {
    List<Line> lines = new ArrayList<>();
    List<MarkExpectation> marks = new ArrayList<>();
    LineFile.read(
        new SourceText(file, text),
        "not an expectation",
        "e.g.  tso  WR  holds  states=297  or  reaches WR \"copied\"",
        line -> {
          boolean never = line.accept("never");
          if (line.accept("reaches")) {
            marks.add(MarkExpectation.parse(!never, line));
            return true;
          }
          Lexeme scenario = line.peek(1);
          List<String> words = LineFile.words(line);
          if (never || words.size() != 3 && words.size() != 4) {
            return false;
          }
          LineFile.requireScenario(scenario);
          String count = words.size() == 4 ? words.get(3) : "";
          lines.add(new Line(words.get(0), words.get(1), words.get(2), count));
          return true;
        });
    return new Expectations(lines, marks);
  }

  /** The text of the file. */
  public String format() {
    StringBuilder text = new StringBuilder();
    text.append("# What `fencepost promote` found; the tests compare.\n");
    lines.forEach(line -> text.append(line).append('\n'));
    marks.forEach(mark -> text.append(mark).append('\n'));
    return text.toString();
  }
}
