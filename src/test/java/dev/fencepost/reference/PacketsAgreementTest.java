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
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Both machines find the same on small work-packet collectors: final states, violations. Those are
 * what strong blocks, rests, observations and reachability are made for.
 */
class PacketsAgreementTest {
  private static final int MOST_STATES = 100_000;

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

  private static CheckedProgram program(String name, String scenario, String barrier)
      throws InvalidInputException, IOException {
    String file = "library/gc/" + name + ".packets";
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    defines.put("SCENARIO", scenario);
    defines.put("barrier", barrier);
    String text =
        Files.readString(Path.of(file))
            .replaceFirst(
                "(?m)^property stays-marked",
                "property snapshot: [] (finished -> forall o: (reachable_at(start, o) ->"
                    + " marked(o)));\nproperty live: [] (finished -> forall o: (reachable(o) ->"
                    + " marked(o)));\nproperty stays-marked");
    CheckedProgram checked = PacketsFrontEnd.translate(file, text, defines, LIBRARY);
    List<Property> safety = new ArrayList<>(checked.properties());
    safety.removeIf(Property.Temporal.class::isInstance);
    safety.add(new Property.DeadlockFree());
    return new CheckedProgram(checked.program(), safety);
  }

  @ParameterizedTest
  @CsvSource({
    "stw/stw, garbage, never, mmtk-relaxed",
    "stw/stw, pointer-deletion, marking, mmtk-tso",
    "satb/satb, pointer-deletion, never, rmo-no",
  })
  void bothMachinesFindTheSame(String file, String scenario, String barrier, String modelName)
      throws InvalidInputException, IOException, LimitException {
    CheckedProgram program = program(file, scenario, barrier);
    MemoryModel model = BuiltInModels.named(modelName).orElseThrow();
    ReferenceResult reference =
        new ReferenceMachine(program, model, ReferenceMachine.NO_BOUND).explore(MOST_STATES);
    assertThat(reference.complete()).as("%d states", reference.states()).isTrue();
    ReferenceResult real = new RealMachine(program, model, 64).explore(MOST_STATES);
    assertThat(real.violations()).isEqualTo(reference.violations());
    if (reference.violations().isEmpty()) {
      assertThat(real.finals()).isEqualTo(reference.finals());
    }
  }
}
