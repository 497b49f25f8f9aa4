// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.Agreement;
import dev.fencepost.suite.LitmusReport;
import dev.fencepost.suite.LitmusResult;
import dev.fencepost.suite.LitmusSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small tests of the acquire/release memory of the work-packet models, as many as MPLR'22 had: 19
 * programs and 81 outcomes (library/litmus/mmtk), each under the three variants, where it must be
 * possible or impossible; and the layered check of its section 8, that metadata primitives are
 * atomic.
 */
class MmtkMemoryTest {
  private static final int MOST_STATES = 100_000;

  private static final Map<String, String> VARIANTS =
      Map.of("R", "mmtk-relaxed", "T", "mmtk-tso", "S", "mmtk-sc");

  private static MemoryModel variant(String letter) {
    return BuiltInModels.named(VARIANTS.get(letter)).orElseThrow();
  }

  private static LitmusReport run(String folder) throws InvalidInputException {
    LitmusSuite.Options options =
        new LitmusSuite.Options(
            List.of(), Optional.empty(), 1, false, List.of(), CheckTask.Bounds.none());
    return LitmusSuite.run(List.of(folder), options, CheckListener.NONE);
  }

  @Test
  void outcomesArePossibleOrImpossibleUnderEachVariant() throws InvalidInputException {
    LitmusReport report = run("library/litmus/mmtk");
    assertThat(report.refused()).isEmpty();
    assertThat(report.results()).hasSize(19 * 3);
    assertThat(report.with(Agreement.AS_EXPECTED)).hasSize(19 * 3);
    assertThat(report.outcomes())
        .hasSize(81 * 3)
        .allMatch(outcome -> outcome.possible() == outcome.expected());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mmtk", "metadata"})
  void bothMachinesFindTheSameFinalStates(String folder) throws Exception {
    try (Stream<Path> files = Files.list(Path.of("library/litmus", folder))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".litmus")).sorted().toList()) {
        LitmusTest test = LitmusFrontEnd.parse(file.toString(), Files.readString(file));
        for (String letter : List.of("R", "T", "S")) {
          MemoryModel model = variant(letter);
          ReferenceResult reference =
              new ReferenceMachine(test.checked(), model, ReferenceMachine.NO_BOUND)
                  .explore(MOST_STATES);
          assertThat(reference.complete()).as("%s", file).isTrue();
          assertThat(new RealMachine(test.checked(), model, 64).explore(MOST_STATES).finals())
              .as("%s under %s", file, model.name())
              .isEqualTo(reference.finals());
        }
      }
    }
  }

  /** So the same is to be had as a table's condition: see library/tables/mplr22.runs. */
  @Test
  void theLibraryHasTheLayeredCheck() throws InvalidInputException {
    Map<String, List<List<String>>> finals = new LinkedHashMap<>();
    for (LitmusResult result : run("library/litmus/metadata").results()) {
      finals
          .computeIfAbsent(result.key().test(), name -> new ArrayList<>())
          .add(result.finals().stream().map(LitmusResult.Final::text).toList());
    }
    assertThat(new HashSet<>(finals.get("metadata"))).hasSize(1);
    assertThat(new HashSet<>(finals.get("metadata-unawaited"))).hasSize(2);
  }

  /** The primitives on a mark m, as they go through memory; r is where the result goes. */
  private static final List<String> PRIMITIVES =
      List.of("%s = m", "m = 1", "%s = add m 2", "%s = cas m 0 1");

  private static String thread(List<String> primitives, int first, boolean atomic, boolean awaits) {
    List<String> statements = new ArrayList<>();
    for (int i = 0; i < primitives.size(); i++) {
      String register = "r" + (first + i);
      String primitive = primitives.get(i).formatted(register);
      statements.add(atomic ? "atomic; " + primitive + "; end" : primitive);
      if (awaits && primitive.contains(register)) {
        statements.add("if " + register);
      }
    }
    return String.join("; ", statements);
  }

  private static Map<String, Boolean> differing(String letter, boolean awaits) {
    Map<String, Boolean> differing = new LinkedHashMap<>();
    for (String one : PRIMITIVES) {
      for (String two : PRIMITIVES) {
        for (String three : PRIMITIVES) {
          List<String> pair = List.of(two, three);
          String name = one + " beside " + pair;
          Litmus plain =
              Litmus.of(
                  "m", thread(List.of(one), 1, false, awaits), thread(pair, 2, false, awaits));
          Litmus atomic =
              Litmus.of("m", thread(List.of(one), 1, true, awaits), thread(pair, 2, true, awaits));
          differing.put(
              name, !plain.finals(variant(letter)).equals(atomic.finals(variant(letter))));
        }
      }
    }
    differing.values().removeIf(differs -> !differs);
    return differing;
  }

  /** So the variant with atomic metadata may stand for the other: bodies look at every result. */
  @Test
  void metadataPrimitivesWhoseResultIsAwaitedAreAtomic() {
    for (String letter : List.of("R", "T", "S")) {
      assertThat(differing(letter, true)).as(letter).isEmpty();
    }
  }

  /** Loads of one location pass one another: this is what awaiting the result is for. */
  @Test
  void metadataPrimitivesWhoseResultIsNotAwaitedAreNotAtomic() {
    assertThat(differing("R", false).keySet()).isNotEmpty().allMatch(name -> name.contains("= m,"));
    assertThat(differing("T", false)).isEmpty();
    assertThat(differing("S", false)).isEmpty();
  }
}
