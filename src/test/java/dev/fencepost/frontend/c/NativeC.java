// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares checks of programs with runs of what the machine's C compiler makes of them. A program
 * is a function {@code p0}, {@code p1} and so on, without arguments, that gives an {@code unsigned
 * long}. A run that the compiler's sanitizers stop, or that calls {@code stop()}, is a violation.
 */
final class NativeC {
  /** One program of so many is checked with a wrong claim, too. */
  private static final int WRONG_CLAIMS = 4;

  private static final String HEADERS =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdatomic.h>
      #include <stddef.h>
      #include <stdint.h>
      #include <stdlib.h>
      #include <string.h>
      """;

  /**
   * Locals with a flag for whether they were written. To the checker the words mean nothing: it
   * finds reads of others by itself.
   */
  private static final String PLAIN =
      """
      #define FLAG(x)
      #define FRESH(x)
      #define SET(x, e) (e)
      #define GET(x) x
      """;

  private static final String FLAGGED =
      """
      #include <stdio.h>
      #include <sys/wait.h>
      #include <unistd.h>
      static int stop(void) { _exit(1); }
      #define FLAG(x) static int x##_w;
      #define FRESH(x) x##_w = 0;
      #define SET(x, e) ({ __auto_type t_ = +(e); x##_w = 1; t_; })
      #define GET(x) (*(x##_w ? 0 : stop(), &x))
      static void run(unsigned long (*program)(void)) {
        int status;
        fflush(stdout);
        if (fork() == 0) {
          alarm(20);
          freopen("/dev/null", "w", stderr);
          printf("%lu\\n", program());
          fflush(stdout);
          _exit(0);
        }
        wait(&status);
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) printf("slow\\n");
        else if (status != 0) printf("violated\\n");
      }
      """;

  private final Path compiler;
  private final Path folder;
  private int violated;

  NativeC(Path compiler, Path folder) {
    this.compiler = compiler;
    this.folder = folder;
  }

  /** How many runs were violations. */
  int violated() {
    return violated;
  }

  /** Programs whose verdicts are not what their runs say, each with the verdict. */
  List<String> differences(List<String> programs) throws IOException, InterruptedException {
    List<String> results = results(programs);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < programs.size(); i++) {
      String result = results.get(i);
      if (result.equals("violated")) {
        violated++;
        expect(Verdict.Violated.class, programs.get(i), "p" + i + "() || 1", differences);
      } else {
        String call = "p" + i + "() %s " + result + "ul";
        expect(Verdict.Holds.class, programs.get(i), call.formatted("=="), differences);
        if (i % WRONG_CLAIMS == 0) {
          expect(Verdict.Violated.class, programs.get(i), call.formatted("!="), differences);
        }
      }
    }
    return differences;
  }

  private static void expect(
      Class<? extends Verdict> expected, String program, String claim, List<String> differences) {
    String text =
        HEADERS + PLAIN + program + "int main(void) { assert(" + claim + "); return 0; }\n";
    String found;
    try {
      Verdict verdict =
          Fencepost.checkText("random.c", text).model("sc").threads(1).run().verdict();
      if (expected.isInstance(verdict)) {
        return;
      }
      found = verdict.word();
    } catch (InvalidInputException e) {
      found = e.diagnostics().toString();
    }
    differences.add("// not " + expected.getSimpleName() + ", but " + found + "\n" + text);
  }

  /** What the functions give, by a program that the compiler makes of all of them. */
  private List<String> results(List<String> programs) throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder(HEADERS + "#include <signal.h>\n" + FLAGGED);
    programs.forEach(text::append);
    text.append("int main(void) {\n");
    for (int i = 0; i < programs.size(); i++) {
      text.append("run(p" + i + ");\n");
    }
    Path source = folder.resolve("all.c");
    Path program = folder.resolve("all");
    Files.writeString(source, text.append("return 0; }\n"));
    List<String> command = new ArrayList<>(List.of(compiler.toString(), "-w", "-O0", "-fwrapv"));
    command.add("-fsanitize=shift-exponent,integer-divide-by-zero,bounds,null");
    command.addAll(List.of("-fno-sanitize-recover=all", "-pthread", "-o", program.toString()));
    command.add(source.toString());
    run(command);
    List<String> results = run(List.of(program.toString())).lines().toList();
    assertThat(results).hasSameSizeAs(programs).doesNotContain("slow");
    return results;
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    int status = process.waitFor();
    assertThat(status).as(Files.readString(log)).isZero();
    return Files.readString(log);
  }
}
