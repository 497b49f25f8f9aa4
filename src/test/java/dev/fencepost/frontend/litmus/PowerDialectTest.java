// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the Power ISA says of {@code r0} as a base, and of the fields of the condition register. */
class PowerDialectTest {

  private static List<String> states(String text, String model) throws InvalidInputException {
    LitmusTest test = LitmusFrontEnd.parse("power.litmus", text);
    return LitmusRun.of(test, BuiltInModels.named(model).orElseThrow()).finalStates().texts();
  }

  /** One thread; the program's lines are separated by bars. */
  private static List<String> ends(String program, String places) throws InvalidInputException {
    String lines = String.join(" ;\n ", program.split("\\s*\\|\\s*"));
    return states(
        "PPC power\n{ 0:r9=x; x=5; int64_t 0:r3; }\n P0 ;\n %s ;\nlocations [%s]\nforall (true)\n"
            .formatted(lines, places),
        "sc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "li r0,7 | addi r3,r0,1 ! 0:r3=1;",
        "li r0,2 | subi r3,r0,1 ! 0:r3=-1;",
        "li r0,1 | lwzx r3,r0,r9 ! 0:r3=5;",
        "li r0,8 | li r3,6 | stwx r3,r0,r9 | lwz r3,0(r9) ! 0:r3=6;",
        "li r0,8 | lwarx r3,r0,r9 ! 0:r3=5;",
        // all else takes the register
        "li r0,7 | add r3,r0,r0 ! 0:r3=14;",
        "li r0,1 | xori r3,r0,2 ! 0:r3=3;",
        "mr r0,r9 | lwzx r3,0,r0 ! 0:r3=5;",
      })
  void r0IsTheNumberZeroWhereItIsABase(String program, String state) throws InvalidInputException {
    assertThat(ends(program, "0:r3;")).containsExactly(state);
  }

  @Test
  void r0IsNoBaseOfADisplacement() throws InvalidInputException {
    LitmusTest test =
        LitmusFrontEnd.parse(
            "t.litmus", "PPC t\n{ 0:r0=x; }\n P0 ;\n lwz r3,0(r0) ;\nexists (0:r3=0)\n");
    assertThat(test.checked().program().threads().getFirst().code().toString())
        .contains("Load", "Constant[value=0]");
  }

  @Test
  void r0AsABaseCarriesNoDependency() throws InvalidInputException {
    String text =
        """
        PPC LB
        { 0:r1=x; 0:r2=y; 1:r1=x; 1:r2=y; }
         P0           | P1           ;
         lwz r0,0(r1) | lwz r0,0(r2) ;
         addi r3,r0,1 | addi r3,r0,1 ;
         stw r3,0(r2) | stw r3,0(r1) ;
        exists (0:r0=1 /\\ 1:r0=1)
        """;
    assertThat(states(text, "power")).contains("0:r0=1; 1:r0=1;");
    String address =
        """
        PPC MP
        { 0:r1=x; 0:r2=y; 1:r1=x; 1:r2=y; }
         P0           | P1            ;
         li r3,1      | lwz r5,0(r2)  ;
         stw r3,0(r1) | xor r0,r5,r5  ;
         sync         | lwzx r4,r0,r1 ;
         stw r3,0(r2) |               ;
        exists (1:r5=1 /\\ 1:r4=0)
        """;
    assertThat(states(address, "power")).contains("1:r4=0; 1:r5=1;");
    assertThat(states(address.replace("r0", "r6"), "power")).doesNotContain("1:r4=0; 1:r5=1;");
  }

  /** Per field and comparison which branches are taken; a field begins without any bit. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "nop ! cr0 ! bne bge ble",
        "cmpw r1,r1 ! cr0 ! beq bge ble",
        "cmpwi r1,2 ! cr0 ! bne blt ble",
        "cmpdi r1,0 ! cr0 ! bne bgt bge",
        "cmpw cr1,r1,r1 | cmpwi cr0,r1,2 ! cr1 ! beq bge ble",
        "cmpw cr1,r1,r1 | cmpwi cr0,r1,2 ! cr0 ! bne blt ble",
        "cmpwi cr7,r1,1 ! cr0 ! bne bge ble",
        "andi. r2,r1,1 ! cr0 ! bne bgt bge",
        "andi. r2,r1,2 ! cr0 ! beq bge ble",
      })
  void branchesAreOfTheirFields(String program, String field, String taken)
      throws InvalidInputException {
    for (String branch : List.of("beq", "bne", "blt", "bge", "bgt", "ble")) {
      for (String named : field.equals("cr0") ? List.of("", "cr0,") : List.of(field + ",")) {
        String line = "li r1,1 | " + program + " | li r3,1 | " + branch + " " + named + "L";
        assertThat(ends(line + " | li r3,0 | L:", "0:r3;"))
            .as(branch + " " + named)
            .containsExactly("0:r3=" + (List.of(taken.split(" ")).contains(branch) ? 1 : 0) + ";");
      }
    }
  }

  /** Of the bits less, greater and equal, a store-conditional sets equal or none. */
  @ParameterizedTest
  @CsvSource({
    "beq, 0:r3=0; [x]=5;, 0:r3=1; [x]=6;",
    "bne, 0:r3=0; [x]=6;, 0:r3=1; [x]=5;",
    "bgt, 0:r3=0; [x]=5;, 0:r3=0; [x]=6;",
    "blt, 0:r3=0; [x]=5;, 0:r3=0; [x]=6;",
    "ble, 0:r3=1; [x]=5;, 0:r3=1; [x]=6;",
    "bge, 0:r3=1; [x]=5;, 0:r3=1; [x]=6;",
  })
  void aStoreConditionalIsNeitherLessNorGreater(String branch, String first, String second)
      throws InvalidInputException {
    String program =
        "li r4,6 | li r3,1 | lwarx r2,0,r9 | stwcx. r4,0,r9 | " + branch + " L | li r3,0 | L:";
    assertThat(ends(program, "0:r3;x;")).containsExactly(first, second);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "cmpw cr8,r1,r2 ! 'cr8' is no field of the condition register",
        "cmpw r1,r1,r2 ! 'r1' is no field of the condition register",
        "L: beq 1,L ! '1' is no field of the condition register",
      })
  void otherFieldsAreRefused(String line, String message) {
    assertThatThrownBy(() -> ends(line, "0:r3;"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message);
  }
}
