// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.packets.PacketsFrontEnd;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Both machines find the same on small work-packet collectors: final states, violations. Those are
 * what strong blocks, rests, observations and reachability are made for.
 */
class PacketsAgreementTest {
  private static final int MOST_STATES = 100_000;
  private static final int FEW_STATES = 20_000;
  private static final int COLLECTORS = Boolean.getBoolean("fencepost.full") ? 400 : 24;

  private static final IncludeResolver LIBRARY =
      (header, from, quoted) -> {
        Path file =
            quoted ? Path.of(from).resolveSibling(header) : Path.of("library/include", header);
        try {
          return Files.exists(file)
              ? Optional.of(new IncludeResolver.Included(file.toString(), Files.readString(file)))
              : Optional.empty();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      };

  private static CheckedProgram program(String name, String scenario, String chosen)
      throws InvalidInputException, IOException {
    String file = "library/gc/" + name + ".packets";
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    defines.put("SCENARIO", scenario);
    for (String each : chosen.split(" ", -1)) {
      defines.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
    }
    String text =
        Files.readString(Path.of(file))
            .replaceFirst(
                "(?m)^property stays-marked",
                "property snapshot: [] (finished -> forall o: (reachable_at(start, o) ->"
                    + " marked(o)));\nproperty live: [] (finished -> forall o: (reachable(o) ->"
                    + " marked(o)));\nproperty stays-marked");
    return safety(PacketsFrontEnd.translate(new SourceUnit(file, text, defines, LIBRARY)));
  }

  private static CheckedProgram safety(CheckedProgram checked) {
    List<Property> safety = new ArrayList<>(checked.properties());
    safety.removeIf(Property.Temporal.class::isInstance);
    safety.add(new Property.DeadlockFree());
    return new CheckedProgram(checked.program(), safety);
  }

  @ParameterizedTest
  @CsvSource({
    "stw/stw, garbage, barrier=never, mmtk-relaxed",
    "stw/stw, pointer-deletion, barrier=marking, mmtk-tso",
    "satb/satb, pointer-deletion, barrier=never, rmo-no",
  })
  void bothMachinesFindTheSame(String file, String scenario, String chosen, String modelName)
      throws InvalidInputException, IOException, LimitException {
    CheckedProgram program = program(file, scenario, chosen);
    MemoryModel model = BuiltInModels.named(modelName).orElseThrow();
    assertThat(compare(program, model, MOST_STATES)).as("few enough states").isTrue();
  }

  /** Random collectors, under three models in turn; -Dfencepost.seed=7 for others. */
  @Test
  void bothMachinesFindTheSameOnRandomCollectors() throws InvalidInputException, LimitException {
    long first = Long.getLong("fencepost.seed", 1) * 1_000;
    List<String> models = List.of("mmtk-relaxed", "mmtk-tso", "rmo-full", "pso-no");
    Set<String> pools = new HashSet<>();
    int compared = 0;
    for (long seed = first; seed < first + COLLECTORS; seed++) {
      String text = RandomCollectors.text(seed);
      CheckedProgram program =
          safety(
              PacketsFrontEnd.translate(
                  new SourceUnit("random.packets", text, new LinkedHashMap<>(), LIBRARY)));
      String name = models.get((int) (seed % models.size()));
      MemoryModel model = BuiltInModels.named(name).orElseThrow();
      try {
        if (compare(program, model, FEW_STATES)) {
          compared++;
          pools.add(text.replaceFirst("(?s).*(in memory \\S+);.*", "$1").lines().findFirst().get());
        }
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + " under " + name + ":\n" + text, e);
      }
    }
    assertThat(compared).isGreaterThan(COLLECTORS / 2);
    assertThat(pools).as("pools outside and in memory, relaxed and not").hasSize(3);
  }

  /** Whether the reference machine came to an end; then both must agree. */
  private static boolean compare(CheckedProgram program, MemoryModel model, int most)
      throws LimitException {
    ReferenceResult reference =
        new ReferenceMachine(program, model, ReferenceMachine.NO_BOUND).explore(most);
    if (!reference.complete()) {
      return false;
    }
    ReferenceResult real = new RealMachine(program, model, 64).explore(most);
    assertThat(real.violations()).isEqualTo(reference.violations());
    if (reference.violations().isEmpty()) {
      assertThat(real.finals()).isEqualTo(reference.finals());
    }
    return true;
  }
}
