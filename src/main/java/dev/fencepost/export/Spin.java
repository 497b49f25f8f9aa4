// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs SPIN, and the C compiler that it needs, in a folder of its own. */
public final class Spin {
  private static final List<String> COMPILERS = List.of("gcc", "cc", "clang");

  /** From so many characters on, compiling a model well takes longer than searching it. */
  private static final int LARGE = 20_000;

  private final Path spin;
  private final Path compiler;

  private Spin(Path spin, Path compiler) {
    this.spin = spin;
    this.compiler = compiler;
  }

  /** SPIN on this machine, if it and a C compiler are there. */
  public static Optional<Spin> find() {
    Optional<Path> spin = command("spin");
    Optional<Path> compiler =
        COMPILERS.stream().map(Spin::command).flatMap(Optional::stream).findFirst();
    return spin.isPresent() && compiler.isPresent()
        ? Optional.of(new Spin(spin.get(), compiler.get()))
        : Optional.empty();
  }

  /** SPIN on this machine. */
  public static Spin require() throws InvalidInputException {
    return find()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    new Diagnostic(
                        SourceSpan.NONE,
                        "SPIN or a C compiler is not on this machine",
                        "install the packages spin and gcc; their commands must be on the PATH")));
  }

  private static Optional<Path> command(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    for (String folder : path.split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, name);
      if (!folder.isEmpty() && Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /**
   * Searches all states of a PROMELA model for a failed assertion or an invalid end state.
   *
   * @param finals whether the memory of all end states is wanted
   */
  public SpinRun run(String model, Duration limit, boolean finals) {
    try {
      Path folder = Files.createTempDirectory("fencepost-spin");
      try {
        return run(folder, model, limit, finals);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return SpinRun.stopped("interrupted");
    }
  }

  private SpinRun run(Path folder, String model, Duration limit, boolean finals)
      throws IOException, InterruptedException {
    Files.writeString(folder.resolve("model.pml"), model);
    long end = System.nanoTime() + limit.toNanos();
    List<String> translate = new ArrayList<>(List.of(spin.toString()));
    if (finals) {
      translate.add("-DFINALS");
    }
    translate.addAll(List.of("-a", "model.pml"));
    Output translated = execute(folder, end, translate);
    if (translated.timedOut || !Files.exists(folder.resolve("pan.c"))) {
      return translated.failed("spin -a");
    }
    Output compiled =
        execute(
            folder,
            end,
            List.of(
                compiler.toString(),
                model.length() > LARGE ? "-O0" : "-O1",
                "-w",
                "-DSAFETY",
                "-DCOLLAPSE",
                "-DVECTORSZ=65536",
                "-o",
                "pan",
                "pan.c"));
    if (compiled.timedOut || compiled.status != 0) {
      return compiled.failed("the C compiler");
    }
    long started = System.nanoTime();
    Output found = execute(folder, end, List.of("./pan", "-m5000000"));
    double seconds = (System.nanoTime() - started) / 1e9;
    if (found.timedOut) {
      return SpinRun.stopped("SPIN was stopped after " + text(limit));
    }
    List<String> trail = List.of();
    if (Files.exists(folder.resolve("model.pml.trail"))) {
      trail = execute(folder, Long.MAX_VALUE, List.of("./pan", "-r")).lines;
    }
    return SpinOutput.read(found.lines, trail, seconds);
  }

  private static String text(Duration limit) {
    return String.format(Locale.ROOT, "%d s", limit.toSeconds());
  }

  private record Output(int status, boolean timedOut, List<String> lines) {
    SpinRun failed(String what) {
      return timedOut
          ? SpinRun.stopped(what + " took too long")
          : SpinRun.stopped(
              what + " failed: " + String.join("; ", lines.subList(0, Math.min(3, lines.size()))));
    }
  }

  private static Output execute(Path folder, long end, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      long nanos = end == Long.MAX_VALUE ? Long.MAX_VALUE : end - System.nanoTime();
      boolean ended = process.waitFor(nanos, TimeUnit.NANOSECONDS);
      int status = ended ? process.exitValue() : -1;
      return new Output(status, !ended, ended ? Files.readAllLines(output) : List.of());
    } finally {
      process.destroyForcibly();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
