// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Optimisation;
import dev.fencepost.suite.ExpectationFiles;
import dev.fencepost.suite.Expectations;
import dev.fencepost.suite.Scenario;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What reductions cost and give over the whole library, in one process: every scenario of every C
 * model under the six standard memory models, with reductions as they come and with all switched
 * off, five times each after one time that does not count. Shows medians of the processor's time:
 * of all, and of the checks whose states reductions make fewer or whose time they change by a
 * tenth.
 *
 * <pre>java -cp target/fencepost.jar benchmarks/Reductions.java [library/gc/sapphire [rounds]]
 * </pre>
 */
public final class Reductions {
  private Reductions() {}

  /** Runs the benchmark from the project's folder; on a part of the library, if one is named. */
  public static void main(String[] arguments) throws Exception {
    List<CheckTask> tasks = tasks(arguments.length > 0 ? arguments[0] : "library/gc");
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    Strategy with = Strategy.usual();
    Strategy without = with.without(List.of(Optimisation.PARTIAL_ORDER, Optimisation.SYMMETRY));
    double[][][] seconds = new double[2][tasks.size()][rounds];
    long[][] states = new long[2][tasks.size()];
    for (int round = -1; round < rounds; round++) {
      for (int task = 0; task < tasks.size(); task++) {
        for (int side = 0; side < 2; side++) {
          ThreadMXBean clock = ManagementFactory.getThreadMXBean();
          long start = clock.getCurrentThreadCpuTime();
          CheckResult result =
              Checker.check(
                  tasks.get(task).withStrategy(side == 0 ? with : without), CheckListener.NONE);
          states[side][task] = result.statistics().states();
          if (round >= 0) {
            seconds[side][task][round] = (clock.getCurrentThreadCpuTime() - start) * 1e-9;
          }
        }
      }
    }
    for (int task = 0; task < tasks.size(); task++) {
      double ratio = median(seconds[0][task]) / median(seconds[1][task]);
      boolean large = Math.max(median(seconds[0][task]), median(seconds[1][task])) > 0.05;
      if (states[0][task] != states[1][task] || large && (ratio > 1.1 || ratio < 0.9)) {
        String title = tasks.get(task).title() + " " + tasks.get(task).model();
        print(title, states[0][task], states[1][task], seconds[0][task], seconds[1][task]);
      }
    }
    print(
        tasks.size() + " checks",
        Arrays.stream(states[0]).sum(),
        Arrays.stream(states[1]).sum(),
        sum(seconds[0]),
        sum(seconds[1]));
  }

  private static void print(
      String title, long statesWith, long statesWithout, double[] with, double[] without) {
    System.out.printf(
        Locale.ROOT,
        "%s; with reductions %,d states, %.3f s; without %,d states, %.3f s; ratio %.3f%n",
        title,
        statesWith,
        median(with),
        statesWithout,
        median(without),
        median(with) / median(without));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Per round, the time of all checks. */
  private static double[] sum(double[][] checks) {
    double[] sums = new double[checks[0].length];
    for (double[] check : checks) {
      for (int round = 0; round < sums.length; round++) {
        sums[round] += check[round];
      }
    }
    return sums;
  }

  private static List<CheckTask> tasks(String folder) throws Exception {
    List<CheckTask> tasks = new ArrayList<>();
    for (Path model : ExpectationFiles.models(Path.of(folder))) {
      if (!model.toString().endsWith(".c")) {
        continue;
      }
      Expectations expected = ExpectationFiles.read(model).orElseThrow();
      for (Expectations.Line line : expected.lines()) {
        Scenario scenario = new Scenario(line.scenario());
        if (scenario.ltl().isEmpty()) {
          tasks.add(
              CheckTask.of(model.toString().replace('\\', '/'), line.model())
                  .withDefines(scenario.defines()));
        }
      }
    }
    return tasks;
  }
}
