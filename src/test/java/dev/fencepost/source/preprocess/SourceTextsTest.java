// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.SourceSpan;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Statements as they are shown. */
class SourceTextsTest {
  private static String line(String text) {
    SourceTexts texts = new SourceTexts((header, file, quoted) -> Optional.empty());
    texts.add("x.c", text);
    int lines = (int) text.lines().count();
    int last = text.length() - text.lastIndexOf('\n');
    return texts.line(new SourceSpan("x.c", 1, 1, lines, last));
  }

  @Test
  void commentsAreLeftOut() {
    assertThat(line("x = 1; /* one\n * two */ y = 2; // end")).isEqualTo("x = 1; y = 2;");
    assertThat(line("f(a, // first\n  b);")).isEqualTo("f(a, b);");
    assertThat(line("x = 1; /* without end")).isEqualTo("x = 1;");
  }

  @Test
  void quotedTextStays() {
    assertThat(line("s = \"/* $1 */\";  t = '\"'; // quote"))
        .isEqualTo("s = \"/* $1 */\"; t = '\"';");
    assertThat(line("s = \"\\\" // in\";  x")).isEqualTo("s = \"\\\" // in\"; x");
  }
}
