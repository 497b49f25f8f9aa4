// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spark;

import dev.fencepost.budget.Budget;
import dev.fencepost.cli.Bundle;
import dev.fencepost.level.LevelWorkers;
import dev.fencepost.level.LevelWorkers.SearchedSystem;
import dev.fencepost.level.RunFiles;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import scala.Tuple2;

/** A check on its way to workers, and there what they work with. */
final class Worker implements LevelWorkers.Source, Serializable {
  private static final long serialVersionUID = 1L;

  /** The worker of this process; it forgets a search with the first job of another one. */
  private static final LevelWorkers WORKERS = new LevelWorkers();

  private final String place;
  private final byte[] bundle;

  /**
   * @param place of the files, the same on each machine
   */
  Worker(String place, byte[] bundle) {
    this.place = place;
    this.bundle = bundle;
  }

  @Override
  public SearchedSystem system(String search) {
    return Bundle.of(bundle).system(search);
  }

  @Override
  public RunFiles files(String search) throws IOException {
    return SparkCluster.open(place).in(search);
  }

  /** Expands a piece; blocks of candidates by share, and the summary as one share more. */
  Iterator<Tuple2<Integer, byte[]>> expand(byte[] job, int piece) {
    List<Tuple2<Integer, byte[]>> blocks = new ArrayList<>();
    return budget()
        .run(
            () -> {
              WORKERS.expand(
                  job, piece, this, (block, share) -> blocks.add(new Tuple2<>(share, block)));
              return blocks.iterator();
            });
  }

  /** Merges a share. */
  Iterator<byte[]> merge(byte[] job, int share, Iterator<Tuple2<Integer, byte[]>> candidates) {
    Iterator<byte[]> blocks =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return candidates.hasNext();
          }

          @Override
          public byte[] next() {
            return candidates.next()._2();
          }
        };
    return budget().run(() -> List.of(WORKERS.merge(job, share, this, blocks)).iterator());
  }

  /** A task that Spark has given up ends soon. */
  private static Budget budget() {
    TaskContext task = TaskContext.get();
    return Budget.current().withStop(task::isInterrupted);
  }
}
