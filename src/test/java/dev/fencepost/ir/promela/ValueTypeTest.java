// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many bytes a value takes, and what is left of one that does not fit. */
class ValueTypeTest {

  @ParameterizedTest
  @CsvSource({
    "BIT, 0, 1, 1",
    "BIT, 0, 6, 0",
    "BYTE, 0, 256, 0",
    "BYTE, 0, -1, 255",
    "PID, 0, 257, 1",
    "MTYPE, 0, -1, 255",
    "CHAN, 0, 256, 0",
    "SHORT, 0, 32767, 32767",
    "SHORT, 0, 32768, -32768",
    "SHORT, 0, -32769, 32767",
    "INT, 0, -2147483648, -2147483648",
    "UNSIGNED, 1, 3, 1",
    "UNSIGNED, 5, -1, 31",
    "UNSIGNED, 5, 32, 0",
    "UNSIGNED, 31, -1, 2147483647",
    "UNSIGNED, 32, -1, -1",
  })
  void aValueWrapsToItsType(ValueType type, int width, int value, int held) {
    assertThat(type.wrap(value, width)).isEqualTo(held);
    assertThat(type.wrap(held, width)).as("what fits stays").isEqualTo(held);
  }

  @ParameterizedTest
  @CsvSource({
    "BIT, 0, 1",
    "BYTE, 0, 1",
    "PID, 0, 1",
    "MTYPE, 0, 1",
    "CHAN, 0, 1",
    "SHORT, 0, 2",
    "INT, 0, 4",
    "UNSIGNED, 1, 1",
    "UNSIGNED, 8, 1",
    "UNSIGNED, 9, 2",
    "UNSIGNED, 16, 2",
    "UNSIGNED, 17, 4",
    "UNSIGNED, 32, 4",
  })
  void onlyAnUnsignedTakesAsManyBytesAsItsWidthNeeds(ValueType type, int width, int bytes) {
    assertThat(type.bytes(width)).isEqualTo(bytes);
    assertThat(new Place("v", Place.Region.LOCAL, 0, type, width, List.of()).bytes())
        .isEqualTo(bytes);
    Variable array = new Variable("v", 0, type, width, "", true, 3, List.of(), Optional.empty());
    assertThat(array.stride()).as("that of one element").isEqualTo(bytes);
  }

  /** A value that a type holds, at its least and at its greatest, fits into its bytes. */
  @Test
  void bytesHoldWhatTypesHold() {
    for (ValueType type : ValueType.values()) {
      for (int width : new int[] {1, 7, 8, 9, 15, 16, 17, 31}) {
        int bits = 8 * type.bytes(width);
        for (int value : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0xaaaa5555}) {
          int held = type.wrap(value, width);
          int cut = bits == 32 ? held : held & (1 << bits) - 1;
          int read = type == ValueType.SHORT ? (short) cut : cut;
          assertThat(read).as("%s:%d of %d", type.word(), width, value).isEqualTo(held);
        }
      }
    }
  }
}
