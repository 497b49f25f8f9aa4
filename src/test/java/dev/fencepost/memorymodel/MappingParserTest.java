// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappingParserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      value = {
        "map lode[acquire] => load \"l\"       ! 'lode' is not mapped",
        "map load[strong] => load \"l\"        ! 'strong' is no C11 order",
        "map load[acquire] => fence[RR] \"f\"  ! one access",
        "map load[acquire] => load             ! the instruction in quotes",
        "map load[acquire] => load \"l\"; map load[acquire] => load \"m\" ! mapped already",
        "conditional stores known later        ! when",
        "rmw in three steps                    ! two",
        "law \"l\": a: branch, b: store, a before b => done(a) < perform(b) ! a branch is resolved",
        "law \"l\": a: load, b: store, a before b => resolve(a) < perform(b) ! a branch is"
            + " resolved",
        "runs ahead; non-multi-copy atomic    ! one memory",
        "runs ahead; law \"l\": a, b: store => reflect(a) < reflect(b) ! not one of program order",
        "law \"l\": a, b: load => address(a) < perform(b) ! orders more than two instances",
      })
  void explainsWhatIsWrong(String line, String message) {
    String text = "model m\n" + line.replace("; ", "\n");
    assertThat(ModelTexts.of(text).errors(Map.of()).toString()).contains(message);
  }
}
