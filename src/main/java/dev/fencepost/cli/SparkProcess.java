// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.WholeFiles;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts a command anew in a process of Apache Spark: of the installation that SPARK_HOME names, or
 * of the libraries that the build of the module has brought.
 *
 * @param jar of the module
 * @param home the installation, with its libraries
 */
record SparkProcess(Path jar, Path home) {
  private static final String MAIN = "dev.fencepost.spark.Main";
  private static final String JAR = "fencepost-spark.jar";
  private static final String BUILD =
      "in a source checkout three commands build it; docs/cluster.md has them";

  /** Packages of the JDK that Spark reaches into. */
  private static final List<String> OPENED =
      List.of("java.lang", "java.lang.invoke", "java.nio", "java.util", "sun.nio.ch");

  /** The module and the Spark that are there. */
  static SparkProcess find() throws InvalidInputException {
    List<Path> folders = folders();
    Path jar =
        folders.stream()
            .map(folder -> folder.resolve(JAR))
            .filter(Files::isRegularFile)
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "--cluster needs " + JAR + " in " + folders.getFirst(), BUILD));
    Optional<Path> installed = Optional.ofNullable(System.getenv("SPARK_HOME")).map(Path::of);
    if (installed.isPresent() && !isHome(installed.get())) {
      throw new InvalidInputException(
          "SPARK_HOME=" + installed.get() + " is no Spark: it has no folder jars");
    }
    Path home =
        Stream.concat(installed.stream(), folders.stream().map(each -> each.resolve("spark-home")))
            .filter(SparkProcess::isHome)
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "--cluster needs Apache Spark 4.2",
                        "set SPARK_HOME to an installation; " + BUILD));
    return new SparkProcess(jar, home);
  }

  private static boolean isHome(Path folder) {
    return Files.isDirectory(folder.resolve("jars"));
  }

  /** Where the module may be: beside the jar, or where a source checkout builds it. */
  private static List<Path> folders() throws InvalidInputException {
    try {
      Path own =
          Path.of(SparkProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path folder = own.toAbsolutePath().resolveSibling("").normalize();
      return List.of(folder, folder.resolve("../spark/target").normalize());
    } catch (URISyntaxException e) {
      throw new InvalidInputException("--cluster is for a jar with a usual name");
    }
  }

  /** Runs a command; its exit status. */
  int run(String master, List<String> arguments) throws InvalidInputException {
    Path script = home.resolve("bin/spark-submit");
    try {
      if (Files.isExecutable(script)) {
        return run(List.of(script.toString()), master, arguments, Map.of());
      }
      Path own = Files.createTempDirectory("fencepost-spark-");
      try {
        // workers write to folders beside the libraries
        Files.createSymbolicLink(own.resolve("jars"), home.resolve("jars").toRealPath());
        Map<String, String> environment =
            Map.of("SPARK_HOME", own.toString(), "SPARK_SCALA_VERSION", "2.13");
        return run(java(), master, arguments, environment);
      } finally {
        WholeFiles.deleteFolder(own);
      }
    } catch (IOException e) {
      throw new InvalidInputException("Spark cannot be started: " + e.getMessage());
    }
  }

  private List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-XX:MaxRAMPercentage=50");
    command.add("-D" + Main.LAUNCHER + "=" + ProcessHandle.current().pid());
    String more = System.getenv().getOrDefault("FENCEPOST_JAVA_OPTS", "");
    Stream.of(more.split(" ")).filter(option -> !option.isEmpty()).forEach(command::add);
    command.add("-cp");
    command.add(home.resolve("conf") + File.pathSeparator + home.resolve("jars") + "/*");
    command.add("org.apache.spark.deploy.SparkSubmit");
    return command;
  }

  private int run(
      List<String> program, String master, List<String> arguments, Map<String, String> environment)
      throws IOException {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("--master", master, "--class", MAIN, jar.toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      int status = process.waitFor();
      return status >= Main.STARTED ? status - Main.STARTED : status;
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      return ExitStatus.INCONCLUSIVE.code();
    }
  }
}
