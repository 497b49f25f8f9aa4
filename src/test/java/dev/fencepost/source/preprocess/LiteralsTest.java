// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers, characters and strings as C writes them. */
class LiteralsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, false, 0",
    "42, 42, false, 0",
    "0x2A, 42, false, 0",
    "052, 42, false, 0",
    "0b101010, 42, false, 0",
    "42u, 42, true, 0",
    "42ULL, 42, true, 2",
    "42LU, 42, true, 1",
    "0xFFFFFFFFFFFFFFFF, -1, false, 0",
  })
  void readsANumber(String text, long value, boolean unsigned, int longs) {
    NumberLiteral number = NumberLiteral.parse(text);
    assertThat(number.problem()).isNull();
    assertThat(number.value()).isEqualTo(value);
    assertThat(number.unsigned()).isEqualTo(unsigned);
    assertThat(number.longs()).isEqualTo(longs);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.5", "1e3", "0x1p3", "08", "0b2", "0x", "1lul", "1uu", "99999999999999999999"})
  void explainsWhatIsNoInteger(String text) {
    assertThat(NumberLiteral.parse(text).problem()).isNotEmpty();
  }

  @Test
  void resolvesEscapes() {
    assertThat(CharacterText.unquote("\"a\\n\\t\\x41\\101\\0\\\\\\\"\""))
        .isEqualTo("a\n\tAA\0\\\"");
    assertThat(CharacterText.unquote("\"\\q\"")).isNull();
    assertThat(CharacterText.unquote("\"\\x\"")).isNull();
  }

  @Test
  void aCharacterIsASignedByte() {
    assertThat(CharacterText.value("'a'")).hasValue('a');
    assertThat(CharacterText.value("'\\xFF'")).hasValue(-1);
    assertThat(CharacterText.value("'\\0'")).hasValue(0);
    assertThat(CharacterText.value("'ab'")).isEmpty();
    assertThat(CharacterText.value("''")).isEmpty();
  }
}
