// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of initial values does not matter, and each names something that is there. */
class InitialValuesTest {

  private static List<String> states(String text) throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse("t.litmus", text);
    return LitmusRun.of(test, BuiltInModels.named("sc").orElseThrow()).finalStates().texts();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int64_t a[2]={1,2}; p=a; 0:X1=p; 1:X1=a;",
        "p=a; int64_t a[2]={1,2}; 0:X1=p; 1:X1=a;",
        "0:X1=p; 1:X1=a; p=a; a[1]=2; a[0]=1; int64_t a[2];",
        "0:X1=p; 1:X1=a; p=a[0]; a=1; int64_t a[2]; a[1]=2;",
      })
  void anArrayIsOneObjectWhereverItIsDeclared(String init) throws InvalidInputException {
    String text =
        """
        AArch64 pointers
        { %s }
         P0             | P1          ;
         LDR X2,[X1]    | MOV X2,#5   ;
         LDR X3,[X2]    | STR X2,[X1] ;
         LDR X4,[X2,#8] |             ;
        locations [a[0]; 0:X4;]
        exists (0:X3=5 /\\ a[0]=5)
        """
            .formatted(init);
    assertThat(states(text)).containsExactly("0:X3=1; 0:X4=2; a[0]=5;", "0:X3=5; 0:X4=2; a[0]=5;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"int a[2]={1,2}; int *p=a[1];", "int *p=a[1]; a[1]=2; int a[2];"})
  void soItIsInC(String init) throws InvalidInputException {
    String text =
        """
        C pointers
        { %s }
        P0 (int** p) {
          int r0 = **p;
        }
        exists (0:r0=2 /\\ a[0]=0)
        """
            .formatted(init);
    assertThat(states(text.replace("a[0]=0", "a[1]=2"))).containsExactly("0:r0=2; a[1]=2;");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "int64_t a[2]; a[5]=9;  ! x=1        ! 2:17: error: the array 'a' has 2 elements",
        "int64_t a[2]; x=a[2];  ! x=1        ! 2:19: error: the array 'a' has 2 elements",
        "int64_t a[2]; 0:X1=a[2]; ! x=1      ! 2:22: error: the array 'a' has 2 elements",
        "a[0]=9;                ! x=1        ! 2:3: error: there is no array 'a'",
        "a=9; b[1]=2;           ! x=1        ! 2:8: error: there is no array 'b'",
        "int64_t a[2];          ! a[2]=1     ! 5:9: error: the array 'a' has 2 elements",
        "int64_t a[2];          ! 0:X1=&a[7] ! 5:15: error: the array 'a' has 2 elements",
        "int64_t a[2];          ! x=1 /\\ a[0]=&a[3] ! 5:22: error: the array 'a' has 2 elements",
        "int64_t a[2]; int a[3]; ! x=1       ! 2:21: error: the array 'a' stands twice",
        "int64_t a[0];          ! x=1        ! 2:14: error: an array has at least one element",
      })
  void elementsThatAreNotThereAreRefused(String init, String condition, String message) {
    String text = "AArch64 t\n{ " + init + " }\n P0 ;\n NOP ;\nexists (" + condition + ")\n";
    assertThatThrownBy(() -> LitmusFrontEnd.parse("t.litmus", text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("t.litmus:" + message);
    String inC = "C t\n{ " + init + " }\nP0 (int* x)\n{ *x = 1; }\nexists (" + condition + ")\n";
    if (!text.contains("0:X1")) {
      assertThatThrownBy(() -> LitmusFrontEnd.parse("t.litmus", inC))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageStartingWith("t.litmus:" + message);
    }
  }

  private static String many(int values) {
    String init =
        IntStream.range(0, values).mapToObj(i -> "x" + i + "=1;").collect(Collectors.joining(" "));
    return "X86 t\n{ " + init + " }\n P0 ;\n MOV [x1],$1 ;\nexists (x1=1)\n";
  }

  @Test
  void manyInitialValuesAreReadInLinearTime() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> LitmusFrontEnd.parse("t.litmus", many(50_000)));
  }
}
