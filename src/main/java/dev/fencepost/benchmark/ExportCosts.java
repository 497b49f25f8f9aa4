// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.benchmark;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Fencepost;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Phrase;
import dev.fencepost.spin.Spin;
import dev.fencepost.spin.SpinRun;
import dev.fencepost.suite.CsvLine;
import dev.fencepost.suite.Grid;
import dev.fencepost.suite.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost of generality: a program of n stores in each of two threads, searched by SPIN in the
 * uniform and in the direct form, and by the machine. Published figures compare a generated model
 * with one that was written by hand.
 */
public final class ExportCosts {
  private static final String PUBLISHED = "library/tables/setta16-hand-coding.csv";
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final double MEGABYTE = 1 << 20;

  private static final List<String> SHOWN =
      CsvLine.parse(
          "stores,model,uniform,MB,s,direct,MB,s,Fencepost,MB,s,published: generated,MB,s,"
              + "by hand,MB,s");

  private static final List<String> DATA =
      CsvLine.parse(
          "stores,model,uniform_states,uniform_mb,uniform_s,direct_states,direct_mb,direct_s,"
              + "own_states,own_mb,own_s,published_generated_states,published_generated_mb,"
              + "published_generated_s,published_hand_states,published_hand_mb,"
              + "published_hand_s");

  private ExportCosts() {}

  /** Runs all rows: states, megabytes and seconds of each form. */
  public static Table run(Spin spin, CheckListener listener) throws InvalidInputException {
    List<List<String>> rows = new ArrayList<>();
    for (String line : PackedLibrary.text(PUBLISHED).orElseThrow().lines().toList()) {
      List<String> published = List.of(line.split(",", -1));
      boolean isRow = Character.isDigit(line.charAt(0));
      if (isRow && !listener.stopRequested()) {
        List<String> row = new ArrayList<>(published.subList(0, 2));
        String model = published.get(1).equals("pso") ? "pso-no" : published.get(1);
        try {
          row.addAll(measure(spin, Integer.parseInt(published.get(0)), model));
        } catch (OutOfBudget e) {
          // somebody asked to stop: the rows so far
          break;
        }
        row.addAll(published.subList(2, published.size()));
        rows.add(row);
      }
    }
    String title =
        "n stores in each of two threads: states, memory and time of SPIN on both exported\n"
            + "forms and of Fencepost's own engine, which uses no reduction here";
    return Table.ofFigures("setta16", title, Grid.of(SHOWN, rows), Grid.of(DATA, rows));
  }

  private static List<String> measure(Spin spin, int stores, String model)
      throws InvalidInputException {
    CheckTask task =
        Fencepost.checkText("stores.c", program(stores))
            .model(model)
            .task()
            .withStrategy(Strategy.usual().unreduced());
    List<String> figures = new ArrayList<>();
    for (Form form : Form.values()) {
      int bound = form == Form.DIRECT ? PromelaExport.MAX_BUFFER : 0;
      SpinRun run = spin.measure(PromelaExport.of(task, form, bound), LIMIT);
      figures.addAll(figures(run.states(), run.bytes(), run.seconds()));
    }
    CheckResult own = Checker.check(task, CheckListener.NONE);
    figures.addAll(
        figures(own.statistics().states(), own.statistics().bytes(), own.statistics().seconds()));
    return figures;
  }

  private static List<String> figures(long states, long bytes, double seconds) {
    return List.of(
        Long.toString(states), Phrase.of("%.3f", bytes / MEGABYTE), Phrase.of("%.2f", seconds));
  }

  /** Two threads that store to separate cells, so that all orders are different states. */
  private static String program(int stores) {
    StringBuilder text = new StringBuilder("#include <pthread.h>\n#include <stddef.h>\n");
    text.append("int x[").append(stores).append("], y[").append(stores).append("];\n");
    for (String cells : List.of("x", "y")) {
      text.append("void *store_").append(cells).append("(void *unused) {\n");
      for (int i = 0; i < stores; i++) {
        text.append("  ").append(cells).append('[').append(i).append("] = 1;\n");
      }
      text.append("  return NULL;\n}\n");
    }
    return text.append(
            """
            int main(void) {
              pthread_t first, second;
              pthread_create(&first, NULL, store_x, NULL);
              pthread_create(&second, NULL, store_y, NULL);
              return 0;
            }
            """)
        .toString();
  }
}
