// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spin;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Phrase;
import dev.fencepost.source.UncheckedInvalidInput;
import dev.fencepost.source.WholeFiles;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Runs SPIN and a C compiler in a temporary folder. */
public final class Spin {
  private static final List<String> COMPILERS = List.of("gcc", "cc", "clang");

  /** A search shorter than this is not worth an optimising compilation. */
  private static final Duration SHORT = Duration.ofSeconds(6);

  /** The interval between two looks at a running process. */
  private static final int LOOK_MILLIS = 100;

  /**
   * What the system says where files cannot be written, and programs repeat; the full disk first.
   */
  private static final List<String> NO_FILES =
      List.of("No space left on device", "Disk quota exceeded", "Read-only file system");

  /** The bytes that must still fit on the disk when a program has ended. */
  private static final int SPACE = 1 << 16;

  private static final String MEGABYTES = "2048";
  private static final String USUAL_DEPTH = "-m100000";
  private static final String LARGEST_DEPTH = "-m5000000";

  private final Path spin;
  private final Path compiler;

  Spin(Path spin, Path compiler) {
    this.spin = spin;
    this.compiler = compiler;
  }

  /** SPIN, if it and a C compiler are on the path. */
  public static Optional<Spin> find() {
    Optional<Path> spin = command("spin");
    Optional<Path> compiler =
        COMPILERS.stream().map(Spin::command).flatMap(Optional::stream).findFirst();
    return spin.isPresent() && compiler.isPresent()
        ? Optional.of(new Spin(spin.get(), compiler.get()))
        : Optional.empty();
  }

  /** SPIN; an error with a hint where it is missing. */
  public static Spin require() throws InvalidInputException {
    return find()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "SPIN or a C compiler is not on this machine",
                    "install the packages spin and gcc; their commands must be on the PATH"));
  }

  /** A relative folder of the PATH is none: it may be the one of a model. */
  private static Optional<Path> command(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    for (String folder : path.split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, name);
      if (file.isAbsolute() && Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /**
   * Searches all states of a PROMELA model for a failed assertion or an invalid end state.
   *
   * @param limit how much processor time the search may take
   * @param finals whether the memory of all end states is wanted
   */
  public SpinRun run(String model, Duration limit, boolean finals) {
    return run(model, limit, finals, SHORT);
  }

  /** Searches with an optimised verifier from the start, for figures of time. */
  public SpinRun measure(String model, Duration limit) {
    return run(model, limit, false, Duration.ZERO);
  }

  /**
   * @param quick the time limit of a first search without optimisation
   */
  private SpinRun run(String model, Duration limit, boolean finals, Duration quick) {
    try {
      Path folder = Files.createTempDirectory("fencepost-spin");
      try {
        Files.writeString(folder.resolve("model.pml"), model);
        return run(folder, limit, finals, quick);
      } finally {
        WholeFiles.deleteFolder(folder);
      }
    } catch (IOException e) {
      throw new UncheckedInvalidInput(
          new InvalidInputException("cannot use the temporary folder: " + e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return SpinRun.stopped("interrupted");
    }
  }

  private SpinRun run(Path folder, Duration limit, boolean finals, Duration quick)
      throws IOException, InterruptedException {
    List<String> translate = new ArrayList<>(List.of(spin.toString()));
    if (finals) {
      translate.add("-DFINALS");
    }
    translate.addAll(List.of("-a", "model.pml"));
    Output translated = execute(folder, limit.toNanos(), translate);
    if (translated.timedOut || !Files.exists(folder.resolve("pan.c"))) {
      return translated.failed("spin -a");
    }
    Output found = Output.TIMED_OUT;
    boolean patient = quick.compareTo(limit) < 0;
    if (!quick.isZero()) {
      found = search(folder, patient ? quick : limit, "-O0");
    }
    if (found.timedOut && patient) {
      found = search(folder, limit, "-O2");
    }
    if (found.timedOut) {
      return SpinRun.stopped("SPIN was stopped after " + text(limit));
    }
    if (found.status != 0 && found.lines.stream().noneMatch(line -> line.startsWith("pan:"))) {
      return found.failed(Files.exists(folder.resolve("pan")) ? "the verifier" : "the C compiler");
    }
    List<String> trail = List.of();
    if (Files.exists(folder.resolve("model.pml.trail"))) {
      trail = execute(folder, Long.MAX_VALUE, List.of("./pan", "-r")).lines;
    }
    return SpinOutput.read(found.lines, trail, found.seconds);
  }

  /** Compiles the verifier and runs it; once more where the usual depth is too small. */
  private Output search(Path folder, Duration limit, String optimisation)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(compiler.toString(), optimisation, "-w", "-fwrapv"));
    command.addAll(List.of("-DSAFETY", "-DCOLLAPSE", "-DVECTORSZ=65536", "-DMEMLIM=" + MEGABYTES));
    command.addAll(List.of("-o", "pan", "pan.c"));
    Output compiled = execute(folder, Long.MAX_VALUE, command);
    if (compiled.timedOut || compiled.status != 0) {
      return compiled;
    }
    Output found = execute(folder, limit.toNanos(), List.of("./pan", "-w18", USUAL_DEPTH));
    boolean deeper = found.lines.stream().anyMatch(line -> line.contains(SpinOutput.DEPTH));
    return deeper
        ? execute(folder, limit.toNanos(), List.of("./pan", "-w18", LARGEST_DEPTH))
        : found;
  }

  private static String text(Duration limit) {
    return Phrase.of("%d s", limit.toSeconds());
  }

  private record Output(int status, boolean timedOut, double seconds, List<String> lines) {
    static final Output TIMED_OUT = new Output(-1, true, 0, List.of());

    SpinRun failed(String what) {
      if (timedOut) {
        return SpinRun.stopped(what + " took too long");
      }
      String said = String.join("; ", lines.subList(0, Math.min(3, lines.size())));
      return SpinRun.stopped(
          what + " failed" + (said.isEmpty() ? " with status " + status : ": " + said));
    }
  }

  /**
   * Runs a program whose files are all in the folder. What it says goes through a pipe: on a full
   * disk there would be no room for the reason why it fails.
   */
  private static Output execute(Path folder, long limit, List<String> command)
      throws IOException, InterruptedException {
    long started = System.nanoTime();
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(Map.of("TMPDIR", folder.toString(), "LC_ALL", "C"));
    Process process = builder.start();
    FutureTask<byte[]> output = new FutureTask<>(process.getInputStream()::readAllBytes);
    Thread.ofPlatform().daemon().start(output);
    try {
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        Budget.look();
        if (spent(process, started) > limit) {
          return Output.TIMED_OUT;
        }
      }
      double seconds = (System.nanoTime() - started) / 1e9;
      String text = new String(output.get(), StandardCharsets.UTF_8);
      requireSpace(folder, text);
      return new Output(process.exitValue(), false, seconds, text.lines().toList());
    } catch (ExecutionException e) {
      throw new IOException("what a program says cannot be read", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** What a program wrote counts only where there is space left: few look whether they could. */
  private static void requireSpace(Path folder, String output) throws IOException {
    for (String problem : NO_FILES) {
      if (output.contains(problem)) {
        throw new IOException(problem);
      }
    }
    Path more = Files.createTempFile(folder, "more", ".txt");
    Files.write(more, new byte[SPACE]);
    Files.delete(more);
  }

  /** The processor time of a process in nanoseconds; elapsed time where that is unknown. */
  private static long spent(Process process, long started) {
    return process
        .info()
        .totalCpuDuration()
        .map(Duration::toNanos)
        .orElseGet(() -> System.nanoTime() - started);
  }
}
