// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Fencepost;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random sequential programs compute what the machine's C compiler makes them compute. */
class RandomSequentialTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int BATCHES = Boolean.getBoolean("fencepost.full") ? 20 : 1;
  private static final int BATCH = 200;
  private static final String HEADERS =
      "#include <assert.h>\n#include <stdatomic.h>\n#include <string.h>\n";

  @TempDir Path folder;

  @Test
  void programsComputeWhatTheCompilerSays() throws Exception {
    Optional<Path> compiler = Sources.compiler();
    assumeTrue(compiler.isPresent(), "no C compiler on this machine: nothing to compare with");
    for (int batch = 0; batch < BATCHES; batch++) {
      SplittableRandom random = new SplittableRandom(SEED + batch);
      List<String> programs = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        programs.add(RandomSequentialC.program(random, "p" + i));
      }
      List<String> results = results(compiler.orElseThrow(), programs);
      for (int i = 0; i < BATCH; i++) {
        String text =
            HEADERS
                + "%sint main(void) { assert(p%d() == %sul); return 0; }\n"
                    .formatted(programs.get(i), i, results.get(i));
        CheckResult result = Fencepost.checkText("random.c", text).model("sc").threads(1).run();
        assertThat(result.verdict()).as(text).isInstanceOf(Verdict.Holds.class);
      }
    }
  }

  /** What the functions give, by a program that the compiler makes of all of them. */
  private List<String> results(Path compiler, List<String> programs)
      throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder(HEADERS + "#include <stdio.h>\n");
    programs.forEach(text::append);
    text.append("int main(void) {\n");
    for (int i = 0; i < programs.size(); i++) {
      text.append("printf(\"%lu\\n\", p" + i + "());\n");
    }
    Path source = folder.resolve("all.c");
    Path program = folder.resolve("all");
    Files.writeString(source, text.append("return 0; }\n"));
    run(compiler.toString(), "-w", "-O0", "-fwrapv", "-o", program.toString(), source.toString());
    return run(program.toString()).lines().toList();
  }

  private String run(String... command) throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    int status = process.waitFor();
    assertThat(status).as(Files.readString(log)).isZero();
    return Files.readString(log);
  }
}
