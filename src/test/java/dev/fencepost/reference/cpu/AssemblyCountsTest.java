// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The number of states and a checksum of the final states of small random tests in assembly stay as
 * a file has them: a line has the processor and the number of the test. {@code
 * -Dfencepost.docs=update} writes the file, where the axioms agree.
 */
class AssemblyCountsTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));
  private static final Path FILE = Path.of("src/test/resources/machine/assembly-counts.txt");
  private static final List<String> LINES = new ArrayList<>();

  static List<String> expected() throws IOException {
    return Files.readAllLines(FILE);
  }

  @ParameterizedTest
  @MethodSource("expected")
  void statesAndFinalStatesAreThoseOfTheFile(String line) throws InvalidInputException {
    String[] words = line.split(" ", -1);
    MemoryModel model = BuiltInModels.named(words[0]).orElseThrow();
    Random random = new Random(Integer.parseInt(words[1]));
    String text = new RandomAssembly(RandomAssemblyTest.words(words[0]), random).text();
    LitmusTest test = LitmusFrontEnd.parse("random.litmus", text);
    LitmusRun run = LitmusRun.of(test, model);
    List<String> finals = run.finalStates().texts();
    CRC32 checksum = new CRC32();
    checksum.update(finals.toString().getBytes(StandardCharsets.UTF_8));
    String found =
        String.format(
            Locale.ROOT, "%s %s %d %x", words[0], words[1], run.states(), checksum.getValue());
    if (UPDATE) {
      assertThat(finals)
          .isEqualTo(CandidateExecutions.of(test, CpuModel.all().get(words[0])).texts());
      LINES.add(found);
    } else {
      assertThat(found).isEqualTo(line);
    }
  }

  @AfterAll
  static void update() throws IOException {
    if (UPDATE) {
      Files.write(FILE, LINES);
    }
  }
}
