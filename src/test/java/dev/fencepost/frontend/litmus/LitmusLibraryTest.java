// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The litmus tests of the library, each with its expectations beside it: a line for each built-in
 * memory model, {@code tso allowed final=4}, where {@code final} is the exact number of final
 * states.
 */
class LitmusLibraryTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final Path LIBRARY = Path.of("library", "litmus");

  static List<String> tests() throws IOException {
    return filesEnding(".litmus");
  }

  /** Many threads, each with a memory of its own, take long: they are left to the full run. */
  private static boolean isLarge(LitmusTest test, MemoryModel model) {
    return !FULL && !model.multiCopyAtomic() && test.checked().program().initial().size() > 3;
  }

  private static List<String> filesEnding(String ending) throws IOException {
    try (Stream<Path> files = Files.list(LIBRARY)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tests")
  void comesOutAsExpected(String name) throws IOException, InvalidInputException {
    Path file = LIBRARY.resolve(name + ".litmus");
    LitmusTest test = LitmusFrontEnd.parse(file.toString(), Files.readString(file));
    List<String> expected = Files.readAllLines(LIBRARY.resolve(name + ".expect"));
    List<MemoryModel> models = BuiltInModels.all();

    assertThat(test.name()).isEqualTo(name);
    assertThat(expected.stream().map(line -> line.replaceAll(" .*", "")))
        .as("a line for each built-in model, in the order of fencepost models")
        .isEqualTo(models.stream().map(MemoryModel::name).toList());
    for (int i = 0; i < models.size(); i++) {
      if (!isLarge(test, models.get(i))) {
        assertThat(line(test, models.get(i))).isEqualTo(expected.get(i));
      }
    }
  }

  private static String line(LitmusTest test, MemoryModel model) {
    FinalStates states = LitmusRun.of(test, model).finalStates();
    String outcome = states.outcome().name().toLowerCase(Locale.ROOT);
    return String.format(Locale.ROOT, "%-17s %-9s final=%d", model.name(), outcome, states.size());
  }

  @Test
  void everyExpectationHasItsTest() throws IOException {
    assertThat(filesEnding(".expect")).isEqualTo(tests()).hasSizeGreaterThan(30);
  }
}
