// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.preprocess.Token;
import dev.fencepost.source.preprocess.TokenLines;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Macros of headers capture no name of a program. */
class StandardHeadersTest {

  static List<String> names() {
    return StandardHeaders.names();
  }

  /** A declared name follows a type or a star, and its value or a semicolon follows it. */
  @ParameterizedTest
  @MethodSource("names")
  void macrosDeclareNamesThatNoTextCanWrite(String header) {
    Optional<TokenLines> lines = StandardHeaders.find(header);
    for (List<Token> line = next(lines); line != null; line = next(lines)) {
      for (int i = 3; i < line.size() - 1 && line.get(1).is("define"); i++) {
        Token name = line.get(i);
        boolean isNamed = line.get(i + 1).is("=") || line.get(i + 1).is(";");
        boolean isTyped = line.get(i - 1).isIdentifier() || line.get(i - 1).is("*");
        if (name.isIdentifier() && isNamed && isTyped) {
          assertThat(name.text()).as(header + " " + line.get(2).text()).endsWith("'");
        }
      }
    }
  }

  private static List<Token> next(Optional<TokenLines> lines) {
    return lines.orElseThrow().next(false);
  }
}
