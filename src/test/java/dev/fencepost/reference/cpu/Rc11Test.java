// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.frontend.litmus.HerdStates;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * C11 programs as the processors' compilers make them stay within RC11, but for load buffering:
 * each final state of the machine is one that RC11 allows without its axiom against it.
 */
class Rc11Test {
  private static final Path SHARED = Path.of("..", "shared");
  private static final Rc11Model RC11 = new Rc11Model(false, false);
  private static final Rc11Model WITH_LOAD_BUFFERING = new Rc11Model(true, false);
  private static final Rc11Model RACY = new Rc11Model(true, true);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 5_000 : 600;

  @Test
  void axiomsAllowTheFinalStatesOfHerd() throws IOException, InvalidInputException {
    Path corpus = SHARED.resolve("litmus-cpu");
    assumeTrue(Files.isDirectory(corpus), "there is no folder " + corpus);
    SequencedMap<String, List<String>> states = HerdStates.read(corpus);
    List<String> keys =
        states.sequencedKeySet().stream().filter(key -> key.endsWith(" RC11")).toList();
    List<String> differences = new ArrayList<>();
    for (String key : keys) {
      Path file = corpus.resolve(key.substring(0, key.lastIndexOf(' ')));
      LitmusTest test = LitmusFrontEnd.parse(file.toString(), Files.readString(file));
      List<String> found = CandidateExecutions.of(test, RC11).texts();
      if (!found.equals(states.get(key))) {
        differences.add(key + " has " + found + " not " + states.get(key));
      }
    }
    assertThat(differences).isEmpty();
    assertThat(keys).hasSize(72);
  }

  @Test
  void publicTestsStayWithinRc11() throws IOException, InvalidInputException {
    List<String> texts = new ArrayList<>();
    for (String folder : List.of("litmus-cpu", "litmus")) {
      Path path = SHARED.resolve(folder);
      assumeTrue(Files.isDirectory(path), "there is no folder " + path);
      try (Stream<Path> files = Files.walk(path)) {
        files
            .filter(file -> file.toString().endsWith(".litmus"))
            .sorted()
            .map(Rc11Test::text)
            .filter(text -> text.startsWith("C "))
            .forEach(texts::add);
      }
    }
    requireWithin(texts);
    assertThat(texts).hasSizeGreaterThan(100);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void randomTestsStayWithinRc11() throws InvalidInputException {
    long seed = Long.getLong("fencepost.seed", 1);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < PROGRAMS; i++) {
      texts.add(new RandomC11(new Random(seed * 1_000_003 + i), false).text());
    }
    requireWithin(texts);
  }

  private static void requireWithin(List<String> texts) throws InvalidInputException {
    List<String> differences = new ArrayList<>();
    for (String text : texts) {
      LitmusTest test = LitmusFrontEnd.parse("test.litmus", text);
      List<String> allowed = CandidateExecutions.of(test, WITH_LOAD_BUFFERING).texts();
      for (String model : BuiltInModels.groups().get("c11")) {
        List<String> found =
            new ArrayList<>(
                LitmusRun.of(test, BuiltInModels.named(model).orElseThrow()).finalStates().texts());
        found.removeAll(allowed);
        if (!found.isEmpty()) {
          differences.add(model + " has " + found + "\n" + text);
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  /** A race that a processor shows is one of C11's. */
  @Test
  void racesAreThoseOfRc11() throws InvalidInputException {
    long seed = Long.getLong("fencepost.seed", 1);
    List<String> differences = new ArrayList<>();
    int races = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      String text = new RandomC11(new Random(seed * 7_000_003 + i), true).text();
      LitmusTest test = LitmusFrontEnd.parse("test.litmus", text);
      boolean possible = !CandidateExecutions.of(test, RACY).texts().isEmpty();
      for (String model : BuiltInModels.groups().get("c11")) {
        boolean seen = races(test, BuiltInModels.named(model).orElseThrow());
        races += seen ? 1 : 0;
        if (seen && !possible) {
          differences.add(model + " has a race\n" + text);
        }
      }
    }
    assertThat(differences).isEmpty();
    assertThat(races).isPositive();
  }

  private static boolean races(LitmusTest test, MemoryModel model) {
    RelaxedMachine machine =
        new RelaxedMachine(
            test.checked().withProperties(List.of(new Property.RaceFree())),
            model,
            MachineOptions.DEFAULT);
    return Search.run(machine, SearchOptions.usual(), SearchListener.NONE).outcome()
        instanceof SearchResult.Violation;
  }
}
