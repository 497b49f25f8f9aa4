// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.property.CheckedProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The library's models are C: the front end translates each one, and a C compiler takes it. */
class LibraryTest {

  @TestFactory
  Stream<DynamicTest> everyModelIsTranslatedInEveryScenario() {
    List<Path> models = Sources.models();
    assertThat(models).isNotEmpty();
    return models.stream()
        .map(
            model ->
                DynamicTest.dynamicTest(
                    model.toString(),
                    () -> {
                      for (String scenario : List.of("WR", "RW", "LOOP")) {
                        for (String mutators : List.of("1", "2")) {
                          CheckedProgram program = translate(model, scenario, mutators);
                          assertThat(program.program().threads()).isNotEmpty();
                        }
                      }
                    }));
  }

  private static CheckedProgram translate(Path model, String scenario, String mutators)
      throws Exception {
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    defines.put("SCENARIO", scenario);
    defines.put("MUTATORS", mutators);
    return CFrontEnd.translate(Sources.of(model.toString(), Sources.read(model), defines));
  }

  @Test
  void everyModelIsTakenByTheMachinesCCompiler() throws Exception {
    Optional<Path> compiler = Sources.compiler();
    assumeTrue(
        compiler.isPresent(),
        () -> "no C compiler on this machine: not compiled are " + Sources.models());
    List<String> command = new ArrayList<>();
    command.add(compiler.orElseThrow().toString());
    command.addAll(List.of("-std=c11", "-fsyntax-only", "-Wall", "-Werror"));
    command.addAll(List.of("-Wno-unknown-pragmas", "-I", "library/include"));
    Sources.models().forEach(model -> command.add(model.toString()));
    Path log = Files.createTempFile("compiler", ".log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    int status = process.waitFor();
    String output = Files.readString(log, StandardCharsets.UTF_8);
    Files.delete(log);
    assertThat(status).as(output).isZero();
  }
}
