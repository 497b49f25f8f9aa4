// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks with real processes of workers: results in memory, on disk and on a cluster are equal. */
class ClusterTest {
  private static final String MASTER = "local-cluster[2,1,512]";
  private static final String EXECUTOR = "CoarseGrainedExecutorBackend";
  private static final String DRIVER = "org.apache.spark.deploy.SparkSubmit";

  /** About 87,000 states on 40 levels. */
  private static final List<String> LARGE =
      List.of(
          "library/gc/sapphire/sapphire.c",
          "--model",
          "tso",
          "--mutators",
          "4",
          "--without",
          "partial-order,symmetry");

  private static final int FEW_STATES = 3_000;

  @TempDir Path folder;

  private Command start(int fewStates, List<String> check, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("check", "--format", "json"));
    arguments.addAll(check);
    arguments.addAll(List.of(more));
    return new Command(folder, fewStates, arguments);
  }

  private List<JsonObject> results(int fewStates, List<String> check, String... more)
      throws IOException, InterruptedException {
    try (Command command = start(fewStates, check, more)) {
      return command.results();
    }
  }

  private void requireSame(List<JsonObject> found, List<JsonObject> expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).toString()).isEqualTo(expected.get(i).toString());
    }
  }

  @Test
  void smallScenariosHaveTheSameResultsEverywhere() throws Exception {
    List<List<String>> checks =
        List.of(
            List.of(
                "library/gc/chicken/chicken.c",
                "library/gc/staccato/staccato-broken.c",
                "--model",
                "tso,pso-no"),
            List.of(
                "library/gc/sapphire/sapphire.c",
                "--model",
                "rmo-full",
                "--mutators",
                "2",
                "--with",
                "partial-order,symmetry"),
            List.of("library/gc/sapphire/transactional/nogc-mark.pml"));
    for (List<String> check : checks) {
      List<JsonObject> inMemory = results(0, check);
      Path runs = folder.resolve("disk-" + checks.indexOf(check));
      requireSame(results(0, check, "--disk", runs.toString()), inMemory);
      requireSame(results(20, check, "--cluster", MASTER), inMemory);
    }
  }

  /** Waits until a check has so many levels. */
  private static void awaitLevels(Command command, Path runs, int levels)
      throws IOException, InterruptedException {
    Path manifest = runs.resolve("check-1/all/form-0/manifest");
    while (command.isAlive() && (!Files.exists(manifest) || lines(manifest) < levels)) {
      Thread.sleep(50);
    }
    assertThat(command.isAlive()).as(command.errors()).isTrue();
  }

  private static long lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }

  @Test
  void outlivesItsWorkersAndItself() throws Exception {
    List<JsonObject> expected = results(0, LARGE);
    Path runs = folder.resolve("runs");
    try (Command command =
        start(FEW_STATES, LARGE, "--cluster", MASTER, "--runs", runs.toString())) {
      awaitLevels(command, runs, 20);
      List<ProcessHandle> executors = command.processes(EXECUTOR);
      assertThat(executors).hasSize(2);
      executors.getFirst().destroyForcibly();
      awaitLevels(command, runs, 23);
      command.processes(DRIVER).forEach(ProcessHandle::destroyForcibly);
      command.status();
    }
    List<String> again =
        List.of("resume", runs.toString(), "--format", "json", "--cluster", MASTER);
    try (Command command = new Command(folder, FEW_STATES, again)) {
      requireSame(command.results(), expected);
    }
  }

  @Test
  void outlivesAWorkerOfAStandaloneCluster() throws Exception {
    List<JsonObject> expected = results(0, LARGE);
    int port = freePort();
    String master = "spark://127.0.0.1:" + port;
    Path runs = folder.resolve("standalone");
    List<Process> cluster = new ArrayList<>();
    try {
      String host = "127.0.0.1";
      cluster.add(
          daemon("master.Master", "--host", host, "--port", "" + port, "--webui-port", "0"));
      for (int i = 0; i < 2; i++) {
        cluster.add(
            daemon(
                "worker.Worker",
                "--host",
                host,
                "-c",
                "1",
                "-m",
                "1g",
                "--webui-port",
                "0",
                "-d",
                folder.resolve("work").toString(),
                master));
      }
      try (Command command =
          start(FEW_STATES, LARGE, "--cluster", master, "--runs", runs.toString())) {
        awaitLevels(command, runs, 20);
        Process worker = cluster.getLast();
        List<ProcessHandle> executors = worker.descendants().toList();
        worker.destroyForcibly();
        executors.forEach(ProcessHandle::destroyForcibly);
        requireSame(command.results(), expected);
      }
    } finally {
      for (Process each : cluster) {
        List<ProcessHandle> executors = each.descendants().toList();
        each.destroyForcibly();
        executors.forEach(ProcessHandle::destroyForcibly);
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private Process daemon(String name, String... arguments) throws IOException {
    Path home = Command.ROOT.resolve("spark/target/spark-home");
    List<String> command =
        new ArrayList<>(
            List.of(
                Command.java(),
                "-Xmx256m",
                "-cp",
                home.resolve("conf") + ":" + home.resolve("jars") + "/*",
                "org.apache.spark.deploy." + name));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .putAll(
            Map.of(
                "SPARK_HOME",
                home.toString(),
                "SPARK_SCALA_VERSION",
                "2.13",
                "SPARK_LOCAL_IP",
                "127.0.0.1"));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(name + "-" + System.nanoTime() + ".log").toFile())
        .start();
  }

  @Test
  void saysWhatItCannotDo() throws Exception {
    String file = "library/gc/sapphire/sapphire.c";
    requireRefused(
        "--runs URI: a folder that all machines share", file, "--cluster", "spark://x:1");
    requireRefused(
        "--cluster goes with --search bfs", file, "--search", "dfs", "--cluster", MASTER);
    Path alone = Files.copy(Command.JAR, folder.resolve("fencepost.jar"));
    Process process =
        new ProcessBuilder(
                Command.java(), "-jar", alone.toString(), "check", file, "--cluster", MASTER)
            .redirectErrorStream(true)
            .start();
    assertThat(new String(process.getInputStream().readAllBytes()))
        .contains("--cluster needs fencepost-spark.jar");
    assertThat(process.waitFor()).isEqualTo(3);
  }

  private void requireRefused(String message, String... arguments) throws Exception {
    try (Command command = start(0, List.of(arguments))) {
      assertThat(command.status()).isEqualTo(3);
      assertThat(command.errors()).contains(message);
    }
  }
}
