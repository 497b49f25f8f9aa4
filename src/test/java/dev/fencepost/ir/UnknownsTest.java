// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.source.InvalidInputException;
import org.junit.jupiter.api.Test;

class UnknownsTest {

  @Test
  void addressesInRegistersThatAreSetAtTheStartAreKnown() throws InvalidInputException {
    assertThat(isGuessed("ldr w0,[x1]", "ldr w2,[x3]", "str w0,[x3]")).isFalse();
  }

  @Test
  void addressesThatDependOnALoadAreGuessed() throws InvalidInputException {
    assertThat(isGuessed("ldr w0,[x1]", "eor w2,w0,w0", "ldr w4,[x3,w2,sxtw]")).isTrue();
  }

  @Test
  void branchesThatDependOnALoadAreGuessed() throws InvalidInputException {
    assertThat(isGuessed("ldr w0,[x1]", "cbnz w0,L", "L:", "ldr w2,[x3]")).isTrue();
  }

  @Test
  void aRegisterThatALoadOverwritesCountsEverywhere() throws InvalidInputException {
    assertThat(isGuessed("ldr w0,[x3]", "ldr x3,[x1]")).isTrue();
  }

  private static boolean isGuessed(String... lines) throws InvalidInputException {
    String test =
        "AArch64 t\n{ 0:x1=x; 0:x3=y; }\n P0 ;\n"
            + String.join(" ;\n", lines)
            + " ;\nexists (x=1)\n";
    return Unknowns.in(LitmusFrontEnd.parse("t.litmus", test).checked().program());
  }
}
