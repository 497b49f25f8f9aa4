// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.ModelNames;
import dev.fencepost.frontend.FrontEnds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every work-packet file of the library does what the file beside it expects. */
class PacketsExpectationTest {
  private static final Path LIBRARY = Path.of("library/gc");
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");

  static List<Path> files() throws Exception {
    return PacketsExpectations.files(LIBRARY);
  }

  /** Under sequential consistency; with -Pfull under all three memory models. */
  @ParameterizedTest
  @MethodSource("files")
  void doesWhatIsExpected(Path file) throws Exception {
    Path expected = ExpectationFiles.beside(file);
    assertThat(expected).as("./fencepost promote %s writes one", file).exists();
    List<String> models = FULL ? ModelNames.usual(FrontEnds.PACKETS) : List.of("mmtk-sc");
    List<String> lines = new ArrayList<>(Files.readAllLines(expected));
    lines.removeIf(line -> models.stream().noneMatch(model -> line.startsWith(model + " ")));
    assertThat(PacketsExpectations.lines(file, models)).isNotEmpty().isEqualTo(lines);
  }

  @Test
  void everyTwinFailsSomewhereAndNothingElseDoes() throws Exception {
    for (Path file : files()) {
      boolean twin = Files.readString(file).contains("// Broken:");
      String expected = Files.readString(ExpectationFiles.beside(file));
      assertThat(expected.contains("violated")).as("%s", file).isEqualTo(twin);
      assertThat(expected).doesNotContain("inconclusive");
    }
  }
}
