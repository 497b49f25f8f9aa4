// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spark;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A command of Fencepost in a process of its own, and the processes that it starts. */
final class Command implements AutoCloseable {
  static final Path JAR = Path.of(System.getProperty("fencepost.jar")).toAbsolutePath().normalize();
  static final Path ROOT = JAR.getParent().getParent();
  private static final int MOST_SECONDS = 600;

  /** Small searches end before the JVM's best compiler pays. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  private final Process process;
  private final Path out;
  private final Path errors;

  /**
   * @param folder for its output
   * @param fewStates with how many states a level goes to the cluster
   */
  Command(Path folder, int fewStates, List<String> arguments) throws IOException {
    out = Files.createTempFile(folder, "out", ".txt");
    errors = Files.createTempFile(folder, "errors", ".txt");
    List<String> command = new ArrayList<>(List.of(java(), QUICK, "-jar", JAR.toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(ROOT.toFile());
    String options =
        String.join(
            " ",
            "-Xmx512m",
            QUICK,
            "-Dspark.executor.extraJavaOptions=" + QUICK,
            "-Dspark.fencepost.fewStates=" + fewStates);
    builder.environment().put("FENCEPOST_JAVA_OPTS", options);
    builder.environment().remove("SPARK_HOME");
    process = builder.redirectOutput(out.toFile()).redirectError(errors.toFile()).start();
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The exit status, when it has ended. */
  int status() throws IOException, InterruptedException {
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("a command does not end:\n" + errors());
    }
    return process.exitValue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  /** The results in JSON, without times, memory and the build. */
  List<JsonObject> results() throws IOException, InterruptedException {
    int status = status();
    if (status != 0 && status != 1) {
      throw new AssertionError("status " + status + ":\n" + errors());
    }
    JsonArray all =
        JsonParser.parseString(Files.readString(out)).getAsJsonObject().getAsJsonArray("results");
    List<JsonObject> results = new ArrayList<>();
    for (JsonElement each : all) {
      JsonObject result = each.getAsJsonObject();
      JsonObject statistics = result.getAsJsonObject("statistics");
      statistics.remove("seconds");
      statistics.remove("bytes");
      results.add(result);
    }
    return results;
  }

  /** Processes that it has started, of a class of Spark. */
  List<ProcessHandle> processes(String name) {
    Predicate<ProcessHandle> isWanted = each -> each.info().commandLine().orElse("").contains(name);
    try (Stream<ProcessHandle> all = process.descendants()) {
      return all.filter(isWanted).toList();
    }
  }

  /** Ends it and all that it has started. */
  @Override
  public void close() {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
  }
}
