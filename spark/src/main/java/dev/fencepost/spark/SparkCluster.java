// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spark;

import dev.fencepost.level.Cluster;
import dev.fencepost.level.Machines;
import dev.fencepost.level.RunFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;

/** The cluster that spark-submit connects this process to. */
public final class SparkCluster implements Cluster {
  private static final Pattern URI_SCHEME = Pattern.compile("[a-z][a-z0-9+.-]+:.*");

  @Override
  public boolean isOneMachine() {
    return new SparkConf().get("spark.master", "").startsWith("local");
  }

  @Override
  public RunFiles files(String place) throws IOException {
    return open(place);
  }

  /** A folder by its path on each machine, or by a URI that Hadoop knows. */
  static RunFiles open(String place) throws IOException {
    return URI_SCHEME.matcher(place).matches()
        ? new HadoopFiles(URI.create(place))
        : RunFiles.local(Path.of(place));
  }

  @Override
  public Machines machines(String place, byte[] bundle) {
    boolean isPath = !URI_SCHEME.matcher(place).matches();
    String everywhere = isPath ? Path.of(place).toAbsolutePath().toString() : place;
    return new SparkMachines(new Worker(everywhere, bundle));
  }

  @Override
  public void close() {
    SparkContext$.MODULE$.getActive().foreach(SparkCluster::stop);
  }

  private static Object stop(SparkContext active) {
    active.stop();
    return active;
  }
}
