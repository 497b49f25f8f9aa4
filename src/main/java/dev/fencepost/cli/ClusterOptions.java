// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.level.Cluster;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** On which machines states are searched. */
final class ClusterOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--cluster",
      paramLabel = "MASTER",
      description =
          "Searches large levels on a cluster of Apache Spark: spark://HOST:7077, yarn, or"
              + " local-cluster[WORKERS,CORES,MEGABYTES] for processes on this machine;"
              + " docs/cluster.md has more.")
  private @Nullable String master;

  /** Whether this process is connected to a cluster. */
  boolean isHere() {
    return connected().isPresent();
  }

  /** Whether the command is to run in a process of Spark, which this is not. */
  boolean isElsewhere() {
    return master != null && !isHere();
  }

  /** Runs the command there; its exit status. */
  int runElsewhere() throws InvalidInputException {
    List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
    return SparkProcess.find().run(master == null ? "" : master, arguments);
  }

  /** The cluster that this process is connected to. */
  Optional<Cluster> connected() {
    return ServiceLoader.load(Cluster.class).findFirst();
  }

  /** Leaves the cluster. */
  void leave() {
    connected().ifPresent(Cluster::close);
  }
}
