// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests in the assembly of POWER, a line each, as a file has them: the threads, and behind {@code
 * =>} the states, and the final states with their checksum. r1 to r4 point to x, y, z and w; all
 * other registers that a thread names are observed. {@code -Dfencepost.docs=update} writes the
 * results, where the axioms agree. The tests are small, for mutation testing asks them many times.
 */
class PowerLinesTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));
  private static final Path FILE = Path.of("src/test/resources/machine/power.txt");
  private static final String RESULT = " => ";
  private static final Pattern REGISTER = Pattern.compile("r([5-9]|1\\d)\\b");
  private static final List<String> LINES = new ArrayList<>();

  static List<String> lines() throws IOException {
    return Files.readAllLines(FILE);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void statesAndFinalStatesAreThoseOfTheFile(String line) throws InvalidInputException {
    String threads = line.split(RESULT, -1)[0];
    LitmusTest test = LitmusFrontEnd.parse("line.litmus", text(threads.split(" \\| ", -1)));
    LitmusRun run = LitmusRun.of(test, BuiltInModels.named("power").orElseThrow());
    List<String> finals = run.finalStates().texts();
    CRC32 checksum = new CRC32();
    checksum.update(finals.toString().getBytes(StandardCharsets.UTF_8));
    String result =
        String.format(Locale.ROOT, "%d %d %x", run.states(), finals.size(), checksum.getValue());
    if (UPDATE) {
      assertThat(finals)
          .isEqualTo(CandidateExecutions.of(test, CpuModel.all().get("power")).texts());
      LINES.add(threads + RESULT + result);
    } else {
      assertThat(threads + RESULT + result).isEqualTo(line);
    }
  }

  private static String text(String... threads) {
    StringBuilder start = new StringBuilder("PPC line\n{ ");
    StringBuilder names = new StringBuilder();
    TreeSet<String> observed = new TreeSet<>(List.of("x", "y", "z", "w"));
    List<String[]> columns = new ArrayList<>();
    int rows = 0;
    for (int i = 0; i < threads.length; i++) {
      start.append("%d:r1=x; %d:r2=y; %d:r3=z; %d:r4=w; ".formatted(i, i, i, i));
      names.append(i == 0 ? "P" : " | P").append(i);
      Matcher register = REGISTER.matcher(threads[i]);
      while (register.find()) {
        observed.add(i + ":r" + register.group(1));
      }
      columns.add(threads[i].split("; ", -1));
      rows = Math.max(rows, columns.getLast().length);
    }
    StringBuilder text = new StringBuilder(start + "}\n" + names + " ;\n");
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < threads.length; i++) {
        text.append(i == 0 ? "" : " | ")
            .append(row < columns.get(i).length ? columns.get(i)[row] : "");
      }
      text.append(" ;\n");
    }
    return text + "locations [" + String.join("; ", observed) + ";]\nexists (x=99)\n";
  }

  @AfterAll
  static void update() throws IOException {
    if (UPDATE) {
      Files.write(FILE, LINES);
    }
  }
}
