// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.machine.StartedMachine;
import dev.fencepost.source.InvalidInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which writes loads may miss, and in which order stores may come, by fences and dependencies. */
class PropagationTest {
  private static final String POWER = "power";

  /** P0 writes x and then y; P1 reads y and then x. */
  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource(
      delimiter = '!',
      value = {
        "nop    ! nop                                     ! ALLOWED",
        "nop    ! sync                                    ! ALLOWED",
        "lwsync ! nop                                     ! ALLOWED",
        "isync  ! lwsync                                  ! ALLOWED",
        "lwsync ! lwsync                                  ! FORBIDDEN",
        "sync   ! sync                                    ! FORBIDDEN",
        "eieio  ! lwsync                                  ! FORBIDDEN",
        "lwsync ! eieio                                   ! ALLOWED",
        "lwsync ! isync                                   ! ALLOWED",
        "lwsync ! cmpwi r5,0 | beq L | L:                 ! ALLOWED",
        "lwsync ! cmpwi r5,0 | beq L | L: | isync         ! FORBIDDEN",
        "lwsync ! xor r6,r5,r5 | add r21,r21,r6           ! FORBIDDEN",
        "lwsync ! xor r6,r5,r5 | lwzx r7,r6,r23           ! ALLOWED",
      })
  void messages(String between, String behind, Outcome outcome) throws InvalidInputException {
    String writer = "stw r1,0(r21) | " + between + " | stw r1,0(r22)";
    String reader = "lwz r5,0(r22) | " + behind + " | lwz r4,0(r21)";
    assertThat(StartedMachine.outcome(POWER, "1:r5=1 /\\ 1:r4=0", writer, reader))
        .isEqualTo(outcome);
  }

  /** Each thread writes a cell and reads that of the other. */
  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({
    "nop, nop, ALLOWED",
    "lwsync, lwsync, ALLOWED",
    "sync, lwsync, ALLOWED",
    "sync, sync, FORBIDDEN",
  })
  void onlyFullFencesExchangeWhatWasSeen(String first, String second, Outcome outcome)
      throws InvalidInputException {
    String one = "stw r1,0(r21) | " + first + " | lwz r3,0(r22)";
    String other = "stw r1,0(r22) | " + second + " | lwz r3,0(r21)";
    assertThat(StartedMachine.outcome(POWER, "0:r3=0 /\\ 1:r3=0", one, other)).isEqualTo(outcome);
  }

  /** P2 and P3 read the writes of P0 and P1 in opposite orders. */
  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({"lwsync, lwsync, ALLOWED", "sync, lwsync, ALLOWED", "sync, sync, FORBIDDEN"})
  void readersAgreeOnIndependentWritesBehindFullFences(String first, String second, Outcome outcome)
      throws InvalidInputException {
    assertThat(
            StartedMachine.outcome(
                POWER,
                "2:r3=1 /\\ 2:r4=0 /\\ 3:r3=1 /\\ 3:r4=0",
                "stw r1,0(r21)",
                "stw r1,0(r22)",
                "lwz r3,0(r21) | " + first + " | lwz r4,0(r22)",
                "lwz r3,0(r22) | " + second + " | lwz r4,0(r21)"))
        .isEqualTo(outcome);
  }

  /** P1 reads x and writes y; P2 reads y and then, by an address, x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"nop, ALLOWED", "eieio, ALLOWED", "lwsync, FORBIDDEN", "sync, FORBIDDEN"})
  void aFencePassesOnWhatItsThreadHasRead(String fence, Outcome outcome)
      throws InvalidInputException {
    assertThat(
            StartedMachine.outcome(
                POWER,
                "1:r3=1 /\\ 2:r3=1 /\\ 2:r4=0",
                "stw r1,0(r21)",
                "lwz r3,0(r21) | xor r6,r3,r3 | addi r7,r6,1 | " + fence + " | stw r7,0(r22)",
                "lwz r3,0(r22) | xor r6,r3,r3 | lwzx r4,r6,r21"))
        .isEqualTo(outcome);
  }

  /** Each thread writes both cells, the second value to the cell that it writes first. */
  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({
    "nop, nop, ALLOWED",
    "lwsync, nop, ALLOWED",
    "lwsync, lwsync, FORBIDDEN",
    "eieio, eieio, FORBIDDEN",
  })
  void placesOfStoresAndFencesHaveNoCycle(String first, String second, Outcome outcome)
      throws InvalidInputException {
    String one = "stw r2,0(r21) | " + first + " | stw r1,0(r22)";
    String other = "stw r2,0(r22) | " + second + " | stw r1,0(r21)";
    assertThat(StartedMachine.outcome(POWER, "x=2 /\\ y=2", one, other)).isEqualTo(outcome);
  }

  /** P0 writes x twice. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "lwz r3,0(r21) | lwz r4,0(r21)   ! 1:r3=0 /\\ 1:r4=2      ! ALLOWED",
        "lwz r3,0(r21) | lwz r4,0(r21)   ! 1:r3=2 /\\ 1:r4=1      ! FORBIDDEN",
        "lwz r3,0(r21) | lwz r4,0(r21)   ! 1:r3=1 /\\ 1:r4=0      ! FORBIDDEN",
        "li r5,3 | stw r5,0(r21) | lwz r3,0(r21) ! 1:r3=0         ! FORBIDDEN",
        "li r5,3 | stw r5,0(r21) | lwz r3,0(r21) ! 1:r3=1 /\\ x=3 ! FORBIDDEN",
        "li r5,3 | stw r5,0(r21) | lwz r3,0(r21) ! 1:r3=1 /\\ x=2 ! ALLOWED",
        "lwz r3,0(r21) | li r5,3 | stw r5,0(r21) ! 1:r3=2 /\\ x=2 ! FORBIDDEN",
        "lwz r3,0(r21) | li r5,3 | stw r5,0(r21) ! 1:r3=1 /\\ x=2 ! ALLOWED",
        "nop                                     ! x=1            ! FORBIDDEN",
      })
  void aCellHasOneOrderOfWritesForAll(String thread, String condition, Outcome outcome)
      throws InvalidInputException {
    String writer = "stw r1,0(r21) | stw r2,0(r21)";
    assertThat(StartedMachine.outcome(POWER, condition, writer, thread)).isEqualTo(outcome);
  }

  /** A store waits for branches and addresses before it, and takes part in the order of writes. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "li r7,1                                  ! ALLOWED",
        "xor r6,r3,r3 | addi r7,r6,1              ! FORBIDDEN",
        "li r7,1 | cmpwi r3,0 | beq L | L:        ! FORBIDDEN",
        "li r7,1 | xor r6,r3,r3 | lwzx r8,r6,r23  ! FORBIDDEN",
      })
  void storesComeAfterWhatTheyDependOn(String between, Outcome outcome)
      throws InvalidInputException {
    String one = "lwz r3,0(r21) | " + between + " | stw r7,0(r22)";
    String other = "lwz r3,0(r22) | xor r6,r3,r3 | addi r7,r6,1 | stw r7,0(r21)";
    assertThat(StartedMachine.outcome(POWER, "0:r3=1 /\\ 1:r3=1", one, other)).isEqualTo(outcome);
  }

  /** P0 writes x and then y; P1 reads y and writes z; P2 reads z and, by its address, x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "li r7,1                                  ! ALLOWED",
        "xor r6,r3,r3 | addi r7,r6,1              ! FORBIDDEN",
        "li r7,1 | cmpwi r3,0 | beq L | L:        ! FORBIDDEN",
        "li r7,1 | xor r6,r3,r3 | lwzx r8,r6,r20  ! FORBIDDEN",
        "li r7,1 | xor r6,r3,r3 | stwx r1,r6,r20  ! FORBIDDEN",
        "li r7,1 | lwz r8,0(r20)                  ! ALLOWED",
      })
  void aWritePassesOnWhatItComesAfter(String between, Outcome outcome)
      throws InvalidInputException {
    assertThat(
            StartedMachine.outcome(
                POWER,
                "1:r3=1 /\\ 2:r3=1 /\\ 2:r4=0",
                "stw r1,0(r21) | lwsync | stw r1,0(r22)",
                "lwz r3,0(r22) | " + between + " | stw r7,0(r23)",
                "lwz r3,0(r23) | xor r6,r3,r3 | lwzx r4,r6,r21"))
        .isEqualTo(outcome);
  }

  /** P1 reads z twice between y and x, at first by the address of y; P2 may write z. */
  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({"0, 0, ALLOWED", "0, 1, FORBIDDEN", "1, 0, FORBIDDEN"})
  void aLoadComesAfterLoadsOfTheCellThatReadAnOlderWrite(int first, int second, Outcome outcome)
      throws InvalidInputException {
    assertThat(
            StartedMachine.outcome(
                POWER,
                "1:r5=1 /\\ 1:r7=%d /\\ 1:r8=%d /\\ 1:r4=0".formatted(first, second),
                "stw r1,0(r21) | lwsync | stw r1,0(r22)",
                "lwz r5,0(r22) | xor r6,r5,r5 | lwzx r7,r6,r23 | lwz r8,0(r23)"
                    + " | xor r9,r8,r8 | lwzx r4,r9,r21",
                "stw r1,0(r23)"))
        .isEqualTo(outcome);
  }

  /** P0 swaps 2 into x, and P1 writes 1. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "0:r3=0 /\\ 0:r5=1 /\\ x=1               ! ALLOWED",
        "0:r3=1 /\\ 0:r5=1 /\\ x=2               ! ALLOWED",
        "0:r3=0 /\\ 0:r5=0 /\\ x=1               ! ALLOWED",
        "0:r3=0 /\\ 0:r5=1 /\\ x=2               ! FORBIDDEN",
      })
  void nobodyWritesBetweenALinkedLoadAndItsStore(String condition, Outcome outcome)
      throws InvalidInputException {
    String swap = "li r5,1 | lwarx r3,0,r21 | stwcx. r2,0,r21 | beq L | li r5,0 | L:";
    assertThat(StartedMachine.outcome(POWER, condition, swap, "stw r1,0(r21)")).isEqualTo(outcome);
  }
}
