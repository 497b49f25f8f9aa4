// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.TextFile;
import dev.fencepost.source.preprocess.Lexer;
import dev.fencepost.source.preprocess.Token;
import dev.fencepost.source.preprocess.TokenLines;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The standard headers, as far as models use them. The functions of {@code <pthread.h>}, {@code
 * <stdatomic.h>} and the like are intrinsics; see {@link Intrinsics}. A field whose name begins
 * with two underscores does not show in the names of cells.
 */
final class StandardHeaders {
  private static final String FOLDER = "dev/fencepost/frontend/c/";

  /** Each is read once in a run of the tool. */
  private static final Map<String, List<List<Token>>> LINES =
      Stream.of(
              "assert inttypes limits pthread stdatomic stdbool stddef stdint stdio stdlib"
                  .split(" ", -1))
          .map(name -> name + ".h")
          .collect(Collectors.toUnmodifiableMap(name -> name, StandardHeaders::lines));

  private StandardHeaders() {}

  private static List<List<Token>> lines(String header) {
    String text = TextFile.packed(FOLDER + header).orElseThrow();
    Lexer lexer = new Lexer("<" + header + ">", text, CDialect.C, new Diagnostics());
    return Stream.generate(() -> lexer.next(false)).takeWhile(Objects::nonNull).toList();
  }

  static Optional<TokenLines> find(String header) {
    return Optional.ofNullable(LINES.get(header)).map(TokenLines::of);
  }
}
