// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The local variables of C tests that a question speaks of have their types. */
class CRegistersTest {

  private static FinalStates run(String text) throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse("c.litmus", text);
    return LitmusRun.of(test, BuiltInModels.named("sc").orElseThrow()).finalStates();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "long r0 = 2147483647; r0 = r0 + 1; if (r0 < 0) *x = 1; ! 0:r0=2147483648; [x]=-1;",
        "long long r0 = 2147483647; r0 = r0 + 1; ! 0:r0=2147483648; [x]=-1;",
        "unsigned r0 = *x; ! 0:r0=4294967295; [x]=-1;",
        "unsigned  int r0 = *x; ! 0:r0=4294967295; [x]=-1;",
        "uint64_t r0 = *x; ! 0:r0=18446744073709551615; [x]=-1;",
        "unsigned long r0 = *x; ! 0:r0=18446744073709551615; [x]=-1;",
        "uint8_t r0 = *x; ! 0:r0=255; [x]=-1;",
        "short r0 = 65535; ! 0:r0=-1; [x]=-1;",
        "_Bool r0 = *x; ! 0:r0=1; [x]=-1;",
        "const int r0 = *x; ! 0:r0=-1; [x]=-1;",
        "int *r0 = x; *r0 = 4; ! 0:r0=x; [x]=4;",
        "intptr_t r0 = (intptr_t) x; *(int *) r0 = 4; ! 0:r0=x; [x]=4;",
        "if (*x) { int r0 = 5; } else { int r0 = 6; } ! 0:r0=5; [x]=-1;",
        "{ int r0 = 7; *x = r0; } int r0 = 5; ! 0:r0=5; [x]=7;",
        "; ! 0:r0=0; [x]=-1;",
      })
  void haveTheirTypes(String body, String state) throws InvalidInputException {
    String condition = state.contains("0:r0=x") ? "0:r0=x" : "true";
    String text =
        "C t\n{ x=-1; }\nP0 (int* x) {\n%s\n}\nlocations [0:r0;x;]\nforall (%s)\n"
            .formatted(body, condition);
    assertThat(run(text).texts()).containsExactly(state);
  }

  @Test
  void areComparedAsTheirTypes() throws InvalidInputException {
    String text =
        """
        C t
        { int x=-1; }
        P0 (int* x, uint32_t* y) {
          unsigned r0 = *x;
          *y = r0;
          uint64_t r1 = *x;
          int r2 = 1, r3 = r2 + 1;
        }
        forall (0:r2=1 /\\ 0:r3=2 /\\ 0:r0=-1 /\\ 0:r0>0 /\\ y=-1 /\\ x<0 /\\ 0:r1=18446744073709551615 /\\ 0:r1>1)
        """;
    assertThat(run(text).outcome()).isEqualTo(Outcome.REQUIRED);
  }

  @Test
  void atomicFunctionsTakePointersToAnyWidth() throws InvalidInputException {
    String text =
        """
        C t
        { uint8_t x=255; }
        P0 (uint8_t* x, int64_t* y) {
          int r0 = atomic_fetch_add(x, 1);
          int r1 = *x;
          atomic_store(y, 4294967296);
        }
        forall (0:r0=255 /\\ 0:r1=0 /\\ y=4294967296)
        """;
    assertThat(run(text).outcome()).isEqualTo(Outcome.REQUIRED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int r0 = 5; { int r0 = 7; *x = r0; } ! 4:19 ! must not be declared again",
        "int r0; int r0; ! 4:13 ! must not be declared again",
        "if (*x) { int r0 = 5; } else { long r0 = 6; } ! 4:37 ! must have one type",
        "int a, r0 = 5; ! 4:8 ! must be declared on its own",
        "int r0 = 5, a; ! 4:5 ! must be declared on its own",
        "for (int r0 = 0; r0 < 1; r0++) *x = 2; ! 4:10 ! must be declared by a statement",
        "int r0[2]; ! 4:5 ! must have a built-in scalar type",
        "{ atomic_int r0 = 5; } ! 4:14 ! must have a built-in scalar type",
        "int *const r0 = x; ! 4:12 ! must have a built-in scalar type",
      })
  void areRefusedWhereTheyAreNotOneVariable(String test) {
    String[] parts = test.split(" ! ", -1);
    String text = "C t\n{ }\nP0 (int* x) {\n%s\n}\nexists (0:r0=5)\n".formatted(parts[0]);
    assertThatThrownBy(() -> run(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("c.litmus:" + parts[1])
        .hasMessageContaining("'r0', which the question speaks of, " + parts[2]);
  }
}
