// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spark;

import dev.fencepost.level.Machines;
import dev.fencepost.level.UnusableMachinesException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.ContextCleaner;
import org.apache.spark.HashPartitioner;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Expands and merges in Spark's tasks. A level is one shuffle: its map tasks expand pieces, and
 * each share of the candidates is a partition that a task merges. The summaries of pieces are one
 * partition more, which is read first: Spark keeps what map tasks wrote, and makes lost parts of it
 * again. So each piece counts once, however often it was expanded.
 */
final class SparkMachines implements Machines {
  /** Levels with fewer states take longer to send than to expand. */
  private static final String FEW_STATES = "spark.fencepost.fewStates";

  private static final long USUAL_FEW_STATES = 50_000;
  private static final long LOOK_MILLIS = 100;

  /** Processes on this machine; others come as they like, within two seconds of each other. */
  private static final Pattern LOCAL =
      Pattern.compile("local-cluster\\[\\s*(\\d+)\\s*,.*,\\s*(\\d+)\\s*\\]");

  private static final int ENOUGH_LOOKS = 20;
  private static final long MOST_WAIT_NANOS = 300_000_000_000L;

  private final Worker worker;
  private boolean settled;

  SparkMachines(Worker worker) {
    this.worker = worker;
  }

  private static JavaSparkContext spark() {
    SparkConf conf =
        new SparkConf()
            .setIfMissing("spark.app.name", "fencepost")
            // runs are differences already
            .setIfMissing("spark.shuffle.compress", "false")
            .setIfMissing("spark.ui.enabled", "false")
            .setIfMissing("spark.ui.showConsoleProgress", "false");
    Matcher local = LOCAL.matcher(conf.get("spark.master", ""));
    if (local.matches()) {
      conf.setIfMissing("spark.executor.memory", local.group(2) + "m");
    }
    return JavaSparkContext.fromSparkContext(SparkContext.getOrCreate(conf));
  }

  @Override
  public int slots() {
    if (!settled) {
      settle(spark());
      settled = true;
    }
    return spark().defaultParallelism();
  }

  /** Waits until no more executors come: by their number levels are shared out. */
  private static void settle(JavaSparkContext spark) {
    Matcher local = LOCAL.matcher(spark.master());
    int expected = local.matches() ? Integer.parseInt(local.group(1)) : Integer.MAX_VALUE;
    long end = System.nanoTime() + MOST_WAIT_NANOS;
    int known = 0;
    int unchanged = 0;
    try {
      while (known < expected && unchanged < ENOUGH_LOOKS && System.nanoTime() < end) {
        Thread.sleep(LOOK_MILLIS);
        // one of them is the driver
        int now = spark.statusTracker().getExecutorInfos().length - 1;
        unchanged = now == known && now > 0 ? unchanged + 1 : 0;
        known = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (known == 0) {
      throw new UnusableMachinesException(
          "no executor has come: is there a worker with the memory that spark.executor.memory asks"
              + " for?");
    }
  }

  @Override
  public long fewStates() {
    return new SparkConf().getLong(FEW_STATES, USUAL_FEW_STATES);
  }

  @Override
  public Expanded expand(byte[] job, int pieces, int shares, BooleanSupplier goesOn) {
    JavaSparkContext spark = spark();
    Worker there = worker;
    List<Integer> numbers = IntStream.range(0, pieces).boxed().toList();
    JavaPairRDD<Integer, byte[]> blocks =
        spark
            .parallelize(numbers, pieces)
            .flatMapToPair(piece -> there.expand(job, piece))
            .partitionBy(new HashPartitioner(shares + 1));
    return new Shuffled(spark, blocks, worker, shares, goesOn);
  }

  /** The candidates of a level, on the disks of workers. */
  private record Shuffled(
      JavaSparkContext spark,
      JavaPairRDD<Integer, byte[]> blocks,
      Worker worker,
      int shares,
      BooleanSupplier goesOn)
      implements Expanded {

    @Override
    public List<byte[]> summaries() {
      return watched(() -> blocks.values().collectPartitions(new int[] {shares}));
    }

    @Override
    public List<byte[]> merge(byte[] job) {
      Worker there = worker;
      return watched(
          () ->
              blocks
                  .mapPartitionsWithIndex(
                      (share, candidates) -> there.merge(job, share, candidates), true)
                  .collectPartitions(IntStream.range(0, shares).toArray()));
    }

    /** Runs a job, and cancels it where the search does not go on. */
    private List<byte[]> watched(Supplier<List<byte[]>[]> job) {
      String group = "fencepost-" + UUID.randomUUID();
      spark.setJobGroup(group, "a level", true);
      AtomicBoolean stopped = new AtomicBoolean();
      Thread watcher =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    if (!waits()) {
                      stopped.set(true);
                      spark.cancelJobGroup(group);
                    }
                  });
      try {
        List<byte[]> all = new ArrayList<>();
        Arrays.stream(job.get()).forEach(all::addAll);
        return all;
      } catch (Exception e) {
        // Scala throws exceptions that it does not declare
        if (stopped.get()) {
          return List.of();
        }
        throw new UnusableMachinesException(
            "the cluster has given up: "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      } finally {
        watcher.interrupt();
        spark.clearJobGroup();
      }
    }

    /** Returns when the search does not go on, or when this thread is interrupted: then true. */
    private boolean waits() {
      try {
        while (goesOn.getAsBoolean()) {
          Thread.sleep(LOOK_MILLIS);
        }
        return false;
      } catch (InterruptedException e) {
        return true;
      }
    }

    @Override
    public void close() {
      ShuffleDependency<?, ?, ?> shuffle =
          (ShuffleDependency<?, ?, ?>) blocks.rdd().dependencies().head();
      spark.sc().cleaner().foreach(cleaner -> clean(cleaner, shuffle.shuffleId()));
    }

    private static Object clean(ContextCleaner cleaner, int shuffle) {
      cleaner.doCleanupShuffle(shuffle, false);
      return shuffle;
    }
  }
}
