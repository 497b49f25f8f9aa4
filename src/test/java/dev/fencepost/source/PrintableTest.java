// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void whatATerminalObeysIsAnEscape() {
    assertThat(Printable.line("\u001b[31mx\u0007\n\r\t\u007f\u009b\u202e\u2028\ud800"))
        .isEqualTo("\\x1b[31mx\\x07\\x0a\\x0d\\x09\\u007f\\u009b\\u202e\\u2028\\ud800");
    assertThat(Printable.line("\udb40\udc01")).isEqualTo("\\udb40\\udc01");
  }

  @Test
  void whatPeopleReadStays() {
    String text = "an assertion: größe ≤ 3 \ud83d\ude00 \\x1b";
    assertThat(Printable.line(text)).isSameAs(text);
    assertThat(Printable.lines("a\n\tb\r\nc\rd")).isEqualTo("a\n\tb\r\nc\\x0dd");
  }

  /** JSON that goes through here is the same JSON. */
  @Test
  void anEscapeIsOneOfJson() {
    StringBuilder all = new StringBuilder();
    for (int c = 0; c < Character.MIN_SURROGATE; c++) {
      all.append((char) c);
    }
    String json = new JsonPrimitive(all.toString()).toString();
    assertThat(JsonParser.parseString(Printable.lines(json)).getAsString())
        .isEqualTo(all.toString());
  }
}
