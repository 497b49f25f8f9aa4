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
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests in the assembly of ARMv8 and POWER, a line each, as files have them: the threads, and
 * behind {@code =>} the states, the states of partial order where the model has it, and the final
 * states with their checksum. The first four registers point to x, y, z and w; all others that a
 * thread names are observed. {@code -Dfencepost.docs=update} writes the results, where the axioms
 * agree. The tests are small, for mutation testing asks them many times.
 */
class AssemblyLinesTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));
  private static final String RESULT = " => ";
  private static final Map<Processor, List<String>> LINES = new EnumMap<>(Processor.class);

  enum Processor {
    ARMV8("armv8", "AArch64", "X", "W(\\d+)", "assembly.txt"),
    POWER("power", "PPC", "r", "r([5-9]|1\\d)\\b", "power.txt");

    private final String model;
    private final String title;
    private final String register;
    private final Pattern observed;
    private final Path file;

    Processor(String model, String title, String register, String observed, String file) {
      this.model = model;
      this.title = title;
      this.register = register;
      this.observed = Pattern.compile(observed);
      this.file = Path.of("src/test/resources/machine", file);
    }

    private String text(String... threads) {
      StringBuilder start = new StringBuilder(title + " line\n{ ");
      StringBuilder names = new StringBuilder();
      TreeSet<String> seen = new TreeSet<>(List.of("x", "y", "z", "w"));
      List<String[]> columns = new ArrayList<>();
      int rows = 0;
      for (int i = 0; i < threads.length; i++) {
        String address = i + ":" + register;
        start.append("%1$s1=x; %1$s2=y; %1$s3=z; %1$s4=w; ".formatted(address));
        names.append(i == 0 ? "P" : " | P").append(i);
        Matcher named = observed.matcher(threads[i]);
        while (named.find()) {
          seen.add(address + named.group(1));
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
      return text + "locations [" + String.join("; ", seen) + ";]\nexists (x=99)\n";
    }
  }

  static List<Arguments> lines() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (Processor processor : Processor.values()) {
      try (Stream<String> lines = Files.lines(processor.file)) {
        lines.forEach(line -> all.add(Arguments.of(processor, line)));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("lines")
  void statesAndFinalStatesAreThoseOfTheFile(Processor processor, String line)
      throws InvalidInputException {
    String threads = line.split(RESULT, -1)[0];
    LitmusTest test =
        LitmusFrontEnd.parse("line.litmus", processor.text(threads.split(" \\| ", -1)));
    MemoryModel model = BuiltInModels.named(processor.model).orElseThrow();
    LitmusRun run = LitmusRun.of(test, model);
    List<String> finals = run.finalStates().texts();
    String reduced = "";
    if (processor != Processor.POWER) {
      LitmusRun smaller = LitmusRun.reduced(test, model);
      assertThat(smaller.finalStates().texts()).isEqualTo(finals);
      reduced = " " + smaller.states();
    }
    CRC32 checksum = new CRC32();
    checksum.update(finals.toString().getBytes(StandardCharsets.UTF_8));
    String result =
        String.format(
            Locale.ROOT, "%d%s %d %x", run.states(), reduced, finals.size(), checksum.getValue());
    if (UPDATE) {
      assertThat(finals)
          .isEqualTo(CandidateExecutions.of(test, CpuModel.all().get(processor.model)).texts());
      LINES.computeIfAbsent(processor, key -> new ArrayList<>()).add(threads + RESULT + result);
    } else {
      assertThat(threads + RESULT + result).isEqualTo(line);
    }
  }

  @AfterAll
  static void update() throws IOException {
    for (Map.Entry<Processor, List<String>> lines : LINES.entrySet()) {
      Files.write(lines.getKey().file, lines.getValue());
    }
  }
}
