// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RISC-V's fences keep their pairs in order under every processor's model. */
class FenceSetsTest {

  /** Tests in which a second access of a thread must not pass the first one. */
  private static final Map<String, String> TESTS =
      Map.of(
          "loads",
          """
           sw x9,0(x6) | lw x5,0(x8) ;
           fence rw,rw | FENCE ;
           sw x9,0(x8) | lw x7,0(x6) ;
          exists (1:x5=1 /\\ 1:x7=0)
          """,
          "store, load",
          """
           sw x9,0(x6) | sw x9,0(x8) ;
           FENCE | FENCE ;
           lw x5,0(x8) | lw x5,0(x6) ;
          exists (0:x5=0 /\\ 1:x5=0)
          """,
          "load, store",
          """
           lw x5,0(x6) | lw x5,0(x8) ;
           FENCE | FENCE ;
           sw x9,0(x8) | sw x9,0(x6) ;
          exists (0:x5=1 /\\ 1:x5=1)
          """);

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "fence r,r ! loads",
        "fence rw,r ! loads",
        "fence r,rw ! loads",
        "fence w,r ! store, load",
        "fence rw,r ! store, load",
        "fence w,rw ! store, load",
        "fence r,w ! load, store",
        "fence rw,w ! load, store",
        "fence r,rw ! load, store",
      })
  void aFenceOrdersItsPairs(String fence, String test) throws InvalidInputException {
    for (String model : new String[] {"x86", "armv8", "riscv", "power"}) {
      assertThat(isAllowed(test, fence, model)).as(model).isFalse();
    }
    assertThat(isAllowed(test, "nop", "riscv")).isTrue();
  }

  private static boolean isAllowed(String test, String fence, String model)
      throws InvalidInputException {
    String text =
        "RISCV t\n{ 0:x6=x; 0:x8=y; 0:x9=1; 1:x6=x; 1:x8=y; 1:x9=1; }\n P0 | P1 ;\n"
            + TESTS.get(test).replace("FENCE", fence);
    LitmusTest parsed = LitmusFrontEnd.parse("t.litmus", text);
    return LitmusRun.of(parsed, BuiltInModels.named(model).orElseThrow())
        .finalStates()
        .all()
        .stream()
        .anyMatch(FinalStates.FinalState::meets);
  }
}
