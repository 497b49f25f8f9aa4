// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckListener;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.spin.Spin;
import dev.fencepost.suite.KnownResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All engines agree about models of the library, where SPIN is installed. */
class EngineComparisonTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");

  /** Of the library one folder in so many: all of it takes half an hour. */
  private static final int SAMPLE = 6;

  private static List<Path> models() throws IOException {
    if (!FULL) {
      return List.of(Path.of("src/test/resources/export/handover.c"));
    }
    int first = (int) (Long.getLong("fencepost.seed", 1) % SAMPLE);
    try (Stream<Path> all = Files.list(Path.of("library/gc"))) {
      List<Path> folders = all.filter(Files::isDirectory).sorted().toList();
      return IntStream.range(0, folders.size())
          .filter(i -> i % SAMPLE == first)
          .mapToObj(folders::get)
          .toList();
    }
  }

  @Test
  void whatIsNotReadInTimeIsLeftOut(@TempDir Path folder)
      throws IOException, InvalidInputException {
    Optional<Spin> spin = Spin.find();
    assumeTrue(spin.isPresent(), "SPIN or a C compiler is not on this machine");
    String doubled =
        IntStream.range(0, 12)
            .mapToObj(i -> "#define M%d M%d M%d\n".formatted(i + 1, i, i))
            .collect(Collectors.joining());
    Path file =
        Files.writeString(
            folder.resolve("macros.c"),
            "int x;\n#define M0 x = 1;\n" + doubled + "int main(void) { M12 return 0; }\n");
    EngineComparison comparison =
        new EngineComparison(spin.get(), Duration.ofMillis(1), 1, KnownResults.none());
    List<EngineAgreement> found = comparison.run(file, 1, CheckListener.NONE, row -> {});
    assertThat(found).isNotEmpty().allMatch(EngineAgreement::isLeftOut);
    assertThat(found.getFirst().line())
        .endsWith("left out: it was not read and exported within 0.001 s (--time)");
  }

  @Test
  void allEnginesAgreeOverTheLibrary() throws IOException, InvalidInputException {
    Optional<Spin> spin = Spin.find();
    assumeTrue(spin.isPresent(), "SPIN or a C compiler is not on this machine");
    EngineComparison comparison =
        new EngineComparison(spin.get(), Duration.ofMinutes(1), 1, KnownResults.none());
    List<EngineAgreement> found = new ArrayList<>();
    for (Path models : models()) {
      found.addAll(comparison.run(models, 2, CheckListener.NONE, row -> {}));
    }
    assertThat(found).filteredOn(EngineAgreement::differs).isEmpty();
    assertThat(found).filteredOn(EngineAgreement::agrees).hasSizeGreaterThan(found.size() / 2);
    found.stream()
        .filter(EngineAgreement::isLeftOut)
        .forEach(row -> System.out.println(row.line()));
  }
}
