// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import dev.fencepost.source.preprocess.TokenCursor;
import java.util.List;
import java.util.Optional;

/** The parsers' place in the tokens of a model, or of an inline with its arguments. */
final class PromelaTokens extends TokenCursor {

  PromelaTokens(List<Token> tokens, Diagnostics diagnostics) {
    super(tokens, Keywords::isReserved, diagnostics);
  }

  /** Tokens that stand for what this cursor is at, as deep as that. */
  PromelaTokens inside(List<Token> replacement) {
    PromelaTokens inner = new PromelaTokens(replacement, diagnostics);
    inner.depth = depth;
    return inner;
  }

  /** The index of the next token. */
  int position() {
    return next;
  }

  void moveTo(int position) {
    next = position;
  }

  /** Takes all up to the brace that closes an open one; empty where the text ends before it. */
  Optional<List<Token>> toClosingBrace() {
    int start = next;
    int depth = 1;
    while (depth > 0 && !atEnd()) {
      Token token = next();
      depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    }
    return depth > 0 ? Optional.empty() : Optional.of(tokens.subList(start, next));
  }

  @Override
  public SourceSpan since(SourceSpan start) {
    SourceSpan last = previous().span();
    boolean later =
        last.file().equals(start.file())
            && (last.line() > start.line()
                || last.line() == start.line() && last.column() >= start.column());
    return later ? start.to(last) : start;
  }

  /** Both places; the first alone where the second, an argument of an inline, ends before it. */
  static SourceSpan join(SourceSpan first, SourceSpan last) {
    boolean later =
        first.file().equals(last.file())
            && (last.endLine() > first.endLine()
                || last.endLine() == first.endLine() && last.endColumn() > first.endColumn());
    return later ? first.to(last) : first;
  }
}
