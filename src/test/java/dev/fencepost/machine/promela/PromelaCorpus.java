// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The models that pin one feature of the language each. */
final class PromelaCorpus {
  private static final Path FOLDER = Path.of("src/test/resources/promela");
  private static final long MOST_STATES = 2_000_000;

  private PromelaCorpus() {}

  static List<Path> models() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".pml")).sorted().toList();
    }
  }

  static StateCounter.Count count(String text) throws InvalidInputException, LimitException {
    SourceUnit source = SourceUnit.of("model.pml", text);
    return StateCounter.count(new PromelaMachine(PromelaFrontEnd.translate(source)), MOST_STATES);
  }

  static String describe(StateCounter.Count count) {
    return (count.violations() > 0 ? "violated" : "holds") + "  states=" + count.states();
  }
}
