// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckTask;
import dev.fencepost.fences.FencesResult.Ending;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Phrase;
import dev.fencepost.suite.Agreement;
import dev.fencepost.suite.Grid;
import dev.fencepost.suite.Table;
import dev.fencepost.suite.TableSpec;
import java.util.ArrayList;
import java.util.List;

/** The table of the fences that collectors lack: under each memory model, and under all. */
public final class FencesTable {
  /** The name of the table: {@code library/tables/fences.runs}. */
  public static final String NAME = "fences";

  private static final String TOGETHER = "together";

  private final TableSpec spec;
  private final int threads;
  private final FencesListener listener;
  private final List<List<String>> shown = new ArrayList<>();
  private final List<List<String>> data = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Why a search did not end; empty while all did. */
  private String unfinished = "";

  private FencesTable(TableSpec spec, int threads, FencesListener listener) {
    this.spec = spec;
    this.threads = threads;
    this.listener = listener;
  }

  /** Runs the rows whose names contain a text. */
  public static Table run(String rows, int threads, FencesListener listener)
      throws InvalidInputException {
    long start = System.nanoTime();
    FencesTable table = new FencesTable(TableSpec.named(NAME).withRows(rows), threads, listener);
    for (TableSpec.Row row : table.spec.rows()) {
      table.addRow(row);
    }
    return table.table((System.nanoTime() - start) * 1e-9);
  }

  private void addRow(TableSpec.Row row) throws InvalidInputException {
    List<String> models = new ArrayList<>(spec.models());
    models.removeAll(row.leftOut());
    List<String> line = new ArrayList<>(List.of(row.name()));
    for (String model : spec.models()) {
      line.add(models.contains(model) ? cell(row, model, List.of(model)) : "");
    }
    line.add(models.size() > 1 ? cell(row, TOGETHER, models) : "");
    shown.add(line);
  }

  private String cell(TableSpec.Row row, String column, List<String> models)
      throws InvalidInputException {
    FencesResult result = Synthesis.run(task(spec, row, models, threads), listener);
    String word = word(result);
    data.add(
        List.of(
            row.name(),
            column,
            word,
            result.answers().isEmpty() ? "" : Long.toString(result.answers().getFirst().cost()),
            Phrase.of("%.2f", result.seconds())));
    if (result.ending() instanceof Ending.Stopped stopped) {
      unfinished = stopped.why();
    }
    boolean last = models.size() > 1 || row.leftOut().size() == spec.models().size() - 1;
    for (Answer answer : last ? result.answers() : List.<Answer>of()) {
      answer
          .choices()
          .forEach(
              choice ->
                  notes.add(row.name() + ": " + choice + " of " + choice.site().span().file()));
    }
    return word;
  }

  /** The search for a row under some models. */
  static FencesTask task(TableSpec spec, TableSpec.Row row, List<String> models, int threads) {
    List<CheckTask> checks = new ArrayList<>();
    for (String value : spec.values()) {
      for (String model : models) {
        checks.add(
            CheckTask.of(row.file(), model)
                .withDefines(row.defines())
                .withDefine(spec.vary(), value));
      }
    }
    return new FencesTask(checks, Costs.USUAL, Ask.FENCES, false, threads);
  }

  /** How many fences of which kind it takes. */
  private static String word(FencesResult result) {
    return switch (result.ending()) {
      case Ending.NothingToAdd nothing -> "none";
      case Ending.FailsUnderSc sc -> "fails under sc";
      case Ending.NoFenceHelps none -> "no fence helps";
      case Ending.FailsAsItIs fails -> "fails";
      case Ending.Stopped stopped -> "?";
      case Ending.Complete complete -> {
        List<String> kinds =
            result.answers().getFirst().choices().stream()
                .map(choice -> choice.kind().name().replaceAll("fence\\[|\\]", ""))
                .toList();
        yield String.join(
            ", ",
            kinds.stream()
                .distinct()
                .map(kind -> kinds.stream().filter(kind::equals).count() + " " + kind)
                .toList());
      }
    };
  }

  private Table table(double seconds) {
    List<String> head = new ArrayList<>(List.of("program"));
    head.addAll(spec.models());
    head.add(TOGETHER);
    notes.add(
        Phrase.of(
            "%d searches, %.1f s: each answer is proved minimal%s",
            data.size(),
            seconds,
            unfinished.isEmpty() ? "" : "; where a ? stands, the search ended: " + unfinished));
    return new Table(
        NAME,
        spec.title(),
        List.of(),
        Grid.of(head, shown),
        Grid.of(List.of("row", "model", "fences", "cost", "seconds"), data),
        List.of(),
        "",
        notes,
        unfinished.isEmpty() ? Agreement.OPEN : Agreement.INCONCLUSIVE,
        seconds);
  }
}
