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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The litmus tests of the library, each with its expectations beside it: a line for each standard
 * memory model and rmo-v9, {@code tso allowed final=4}, where {@code final} is the exact number of
 * final states.
 */
class LitmusLibraryTest {
  private static final Path LIBRARY = Path.of("library", "litmus");

  static List<String> tests() throws IOException {
    return filesEnding(".litmus");
  }

  private static List<MemoryModel> models() {
    List<MemoryModel> models = new ArrayList<>(BuiltInModels.standard());
    models.add(BuiltInModels.named("rmo-v9").orElseThrow());
    return models;
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
    StringBuilder outcomes = new StringBuilder();
    for (MemoryModel model : models()) {
      FinalStates states = LitmusRun.of(test, model).finalStates();
      String outcome = states.outcome().name().toLowerCase(Locale.ROOT);
      outcomes.append(
          String.format(Locale.ROOT, "%-9s %-9s final=%d%n", model.name(), outcome, states.size()));
    }

    assertThat(test.name()).isEqualTo(name);
    assertThat(outcomes).hasToString(Files.readString(LIBRARY.resolve(name + ".expect")));
  }

  @Test
  void everyExpectationHasItsTest() throws IOException {
    assertThat(filesEnding(".expect")).isEqualTo(tests()).hasSizeGreaterThan(30);
  }
}
