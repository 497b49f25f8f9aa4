// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.TextFile;
import dev.fencepost.source.preprocess.Lexer;
import dev.fencepost.source.preprocess.Token;
import dev.fencepost.source.preprocess.TokenLines;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The headers that the tool has, as far as models use them: those of the standard, of POSIX, and of
 * other model checkers; {@code builtins.h} is read before each text. The functions of {@code
 * <pthread.h>}, {@code <stdatomic.h>} and the like are intrinsics; see {@link Intrinsics}. What is
 * their own they name with {@code $}: no text can write these names, so that variables of a macro
 * capture none of an argument. An only field of that kind does not show in the name of its cell.
 */
final class StandardHeaders {
  private static final String FOLDER = "dev/fencepost/frontend/c/";

  /** Each is read once in a run of the tool, whatever the limit of the check that comes first. */
  private static final Map<String, List<List<Token>>> LINES =
      Budget.unlimited().run(StandardHeaders::read);

  private StandardHeaders() {}

  private static Map<String, List<List<Token>>> read() {
    return Stream.of(
            """
            assert builtins dat3m errno genmc inttypes limits pthread sched stdalign stdatomic
            stdbool stddef stdint stdio stdlib string strings sys/time threads time unistd
            """
                .split("\\s+"))
        .map(name -> name + ".h")
        .collect(Collectors.toUnmodifiableMap(name -> name, StandardHeaders::lines));
  }

  private static List<List<Token>> lines(String header) {
    String text = TextFile.packed(FOLDER + header).orElseThrow();
    Lexer lexer = new Lexer("<" + header + ">", text, CDialect.C, new Diagnostics());
    return Stream.generate(() -> lexer.next(false))
        .takeWhile(Objects::nonNull)
        .map(line -> line.stream().map(StandardHeaders::own).toList())
        .toList();
  }

  private static Token own(Token token) {
    return token.isIdentifier() && token.text().startsWith("$")
        ? token.as(token.kind(), own(token.text().substring(1)))
        : token;
  }

  /** A name of the headers' own, which no program can write. */
  static String own(String name) {
    return name + "'";
  }

  static boolean isOwn(String name) {
    return name.endsWith("'");
  }

  /** An own name as a trace has it. */
  static String shown(String name) {
    return name.substring(0, name.length() - 1);
  }

  static List<String> names() {
    return LINES.keySet().stream().sorted().toList();
  }

  /** The header that defines a macro; empty where none does. */
  static String defining(String macro) {
    return LINES.entrySet().stream()
        .filter(header -> header.getValue().stream().anyMatch(line -> defines(line, macro)))
        .map(Map.Entry::getKey)
        .min(Comparator.naturalOrder())
        .orElse("");
  }

  private static boolean defines(List<Token> line, String macro) {
    return line.size() > 2 && line.get(1).is("define") && line.get(2).is(macro);
  }

  static Optional<TokenLines> find(String header) {
    return Optional.ofNullable(LINES.get(header)).map(TokenLines::of);
  }
}
