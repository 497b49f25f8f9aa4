// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs SPIN on a model, past every error that does not end the run, without reductions.
 *
 * @param complete whether SPIN has visited all states
 */
record SpinSearch(long states, boolean errors, boolean complete, String output) {
  private static final Pattern STATES = Pattern.compile("([0-9.e+]+) states, stored");
  private static final int SECONDS = 300;

  /** SPIN does not accept the model. */
  static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  /** Whether there are SPIN and a C compiler on this machine. */
  static boolean isPossible() {
    try {
      return inFolder(
          folder -> {
            run(folder, List.of("spin", "-V"));
            run(folder, List.of("gcc", "--version"));
            return true;
          });
    } catch (IOException | IllegalStateException e) {
      return false;
    }
  }

  /** Counts all states. */
  static SpinSearch of(String text) throws IOException {
    boolean claim = text.lines().anyMatch(line -> line.startsWith("never"));
    return of(
        text,
        List.of("-DNOREDUCE", claim ? "-DNOFAIR" : "-DSAFETY", claim ? "-DCLAIM" : "-DNOCLAIM"),
        List.of("-c0"));
  }

  /** Runs a verifier that was compiled with some options, with others. */
  static SpinSearch of(String text, List<String> compiling, List<String> running)
      throws IOException {
    return inFolder(folder -> of(folder, text, compiling, running));
  }

  private static SpinSearch of(
      Path folder, String text, List<String> compiling, List<String> running) throws IOException {
    Files.writeString(folder.resolve("model.pml"), text);
    String translated = run(folder, List.of("spin", "-o1", "-o2", "-o3", "-a", "model.pml"));
    if (!Files.exists(folder.resolve("pan.c"))) {
      throw new Refused("spin refuses the model:\n" + translated);
    }
    List<String> compiler = new ArrayList<>(List.of("gcc", "-w", "-o", "pan", "pan.c"));
    compiler.addAll(compiling);
    run(folder, compiler);
    List<String> verifier = new ArrayList<>(List.of("./pan", "-m1000000", "-w20", "-n"));
    verifier.addAll(running);
    String output = run(folder, verifier);
    Matcher matcher = STATES.matcher(output);
    if (!matcher.find()) {
      throw new IllegalStateException("pan says nothing about states:\n" + output);
    }
    boolean complete =
        !output.contains("search depth too small")
            && !output.contains("Search not completed")
            && !output.contains("out of memory");
    return new SpinSearch(
        (long) Double.parseDouble(matcher.group(1)),
        !output.contains("errors: 0"),
        complete,
        output);
  }

  private interface Work<R> {
    R in(Path folder) throws IOException;
  }

  /** Works in a folder of its own, of which nothing is left. */
  private static <R> R inFolder(Work<R> work) throws IOException {
    Path folder = Files.createTempDirectory("spin");
    try {
      return work.in(folder);
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private static String run(Path folder, List<String> command) throws IOException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(command.getFirst() + " takes too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return Files.readString(log, java.nio.charset.StandardCharsets.ISO_8859_1);
  }
}
