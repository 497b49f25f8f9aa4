// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Mapping.Kind;
import dev.fencepost.memorymodel.Mapping.Piece;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses what a compiler makes of C11 atomics. */
record MappingParser(TextScanner tokens) {

  /** {@code load[acquire] => load "l", fence[RR, RW] "fence r,rw"}. */
  Mapping mapping(SourceSpan span) throws InvalidInputException {
    Kind kind = mapped();
    String order = bracketed(kind);
    tokens.expect("=>");
    List<Piece> pieces = new ArrayList<>();
    do {
      pieces.add(piece());
    } while (tokens.accept(","));
    long accesses = pieces.stream().filter(MappingParser::isAccess).count();
    if (accesses != (kind == Kind.FENCE ? 0 : 1)) {
      throw tokens.expected(
          "one access among the instructions",
          "map load[acquire] => load \"l\", fence[RR, RW] \"fence r,rw\"");
    }
    return new Mapping(kind, order, pieces, span);
  }

  /** {@code add "ldadd", swap "swp"}: what stands for {@code <op>} in names of instructions. */
  Map<String, String> operations() throws InvalidInputException {
    Map<String, String> names = new LinkedHashMap<>();
    do {
      String operation = known(Mapping.OPERATIONS, "operation");
      names.put(operation, quoted("add \"ldadd\""));
    } while (tokens.accept(","));
    return names;
  }

  /** {@code load[acquire]} or {@code fence[WW]}: what a cost is of. */
  String costly() throws InvalidInputException {
    Kind kind = mapped();
    return kind.word() + "[" + bracketed(kind) + "]";
  }

  private Kind mapped() throws InvalidInputException {
    return kind(EnumSet.range(Kind.LOAD, Kind.FENCE), "load, store, rmw, cas or fence");
  }

  /** A C11 order; of a fence a pair, too. */
  private String bracketed(Kind kind) throws InvalidInputException {
    tokens.expect("[");
    boolean pair = kind == Kind.FENCE && ModelDefinition.PAIRS.contains(tokens.peek().text());
    String order = pair ? tokens.take().text() : order();
    tokens.expect("]");
    return order;
  }

  private static boolean isAccess(Piece piece) {
    return piece.kind() != Kind.FENCE && piece.kind() != Kind.BRANCH;
  }

  private Kind kind(Set<Kind> kinds, String known) throws InvalidInputException {
    Lexeme word = tokens.take();
    return kinds.stream()
        .filter(kind -> kind.word().equals(word.text()))
        .findFirst()
        .orElseThrow(
            () -> TextScanner.error(word, word.shown() + " is not mapped", "write " + known));
  }

  private String order() throws InvalidInputException {
    return known(Mapping.ORDERS, "order");
  }

  private String known(List<String> words, String what) throws InvalidInputException {
    Lexeme word = tokens.word("a C11 " + what);
    if (!words.contains(word.text())) {
      throw TextScanner.error(
          word,
          word.shown() + " is no C11 " + what,
          "the " + what + "s are " + String.join(", ", words));
    }
    return word.text();
  }

  private String quoted(String example) throws InvalidInputException {
    if (!tokens.peek().isQuoted()) {
      throw tokens.expected("the instruction in quotes", example);
    }
    return tokens.take().text();
  }

  private Piece piece() throws InvalidInputException {
    Kind kind = kind(EnumSet.allOf(Kind.class), "load, store, rmw, cas, loop, branch or fence");
    List<String> words = new ArrayList<>();
    if (tokens.accept("[")) {
      do {
        words.add(kind == Kind.FENCE ? tokens.word("a pair or kind of fence").text() : order());
      } while (tokens.accept(","));
      tokens.expect("]");
    }
    return new Piece(kind, words, quoted("load[seq_cst] \"ldar\""));
  }
}
