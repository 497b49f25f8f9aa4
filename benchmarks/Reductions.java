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
 * off, five times each after one time that does not count. Shows medians of the processor's time.
 *
 * <pre>java -cp target/fencepost.jar benchmarks/Reductions.java [library/gc/sapphire]</pre>
 */
public final class Reductions {
  private Reductions() {}

  /** Runs the benchmark from the project's folder; on a part of the library, if one is named. */
  public static void main(String[] arguments) throws Exception {
    final int rounds = 5;
    List<CheckTask> tasks = tasks(arguments.length > 0 ? arguments[0] : "library/gc");
    Strategy with = Strategy.usual();
    Strategy without = with.without(List.of(Optimisation.PARTIAL_ORDER, Optimisation.SYMMETRY));
    double[][] seconds = new double[2][rounds];
    long[] states = new long[2];
    for (int round = -1; round < rounds; round++) {
      for (int side = 0; side < 2; side++) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long start = clock.getCurrentThreadCpuTime();
        states[side] = 0;
        for (CheckTask task : tasks) {
          CheckResult result =
              Checker.check(task.withStrategy(side == 0 ? with : without), CheckListener.NONE);
          states[side] += result.statistics().states();
        }
        if (round >= 0) {
          seconds[side][round] = (clock.getCurrentThreadCpuTime() - start) * 1e-9;
        }
      }
    }
    for (double[] side : seconds) {
      Arrays.sort(side);
    }
    System.out.printf(
        Locale.ROOT,
        "%d checks; with reductions %,d states, %.3f s; without %,d states, %.3f s; ratio %.3f%n",
        tasks.size(),
        states[0],
        seconds[0][rounds / 2],
        states[1],
        seconds[1][rounds / 2],
        seconds[0][rounds / 2] / seconds[1][rounds / 2]);
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
