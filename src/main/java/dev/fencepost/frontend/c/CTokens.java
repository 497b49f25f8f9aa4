// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import dev.fencepost.source.preprocess.TokenCursor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parsers' place in the tokens, the names that are types there, and recovery from errors. */
final class CTokens extends TokenCursor {
  private static final int LONGEST_CHAIN = 400;

  private final Deque<Map<String, Boolean>> typedefs = new ArrayDeque<>();

  CTokens(List<Token> tokens, Diagnostics diagnostics) {
    super(tokens, CKeywords::isKeyword, diagnostics);
    openScope();
  }

  int position() {
    return next;
  }

  /** The span of all tokens since a position, also where macros made them. */
  SourceSpan sinceAll(int position) {
    SourceSpan span = tokens.get(position).span();
    for (int i = position + 1; i < next; i++) {
      span = Token.cover(span, tokens.get(i).span());
    }
    return span;
  }

  /** Whether the use of a macro, and no text of its own, made two neighbours: at i and before. */
  boolean isInsideMacro(int i) {
    return i > 0 && tokens.get(i).span().equals(tokens.get(i - 1).span());
  }

  /**
   * Whether a macro made the token before a position and a part of what stands from there to here,
   * which begins with a text of the user's: nothing can be put between the two.
   */
  boolean isSplitByMacro(int position) {
    SourceSpan first = tokens.get(position).span();
    SourceSpan all = sinceAll(position);
    return position > 0
        && (all.line() != first.line() || all.column() != first.column())
        && tokens.get(position - 1).span().overlaps(all);
  }

  /** A place to go on from after an error. */
  record Mark(int position, int depth, int scopes) {}

  Mark mark() {
    return new Mark(next, depth, typedefs.size());
  }

  /** Operators of one level make a deep tree too. */
  void checkChain(int operators) {
    if (operators > LONGEST_CHAIN) {
      throw tooMuch("this expression is too long", LONGEST_CHAIN + " operators");
    }
  }

  void openScope() {
    typedefs.push(new HashMap<>());
  }

  void closeScope() {
    typedefs.pop();
  }

  void declare(String name, boolean isTypedef) {
    typedefs.peek().put(name, isTypedef);
  }

  boolean isTypedefName(Token token) {
    if (token.isIdentifier()) {
      for (Map<String, Boolean> scope : typedefs) {
        Boolean isTypedef = scope.get(token.text());
        if (isTypedef != null) {
          return isTypedef;
        }
      }
    }
    return false;
  }

  /** What may be meant by a name that is no type: one of a header, or the nearest word. */
  String typeHint(String name) {
    String header = Intrinsics.typeHint(name);
    List<String> known = new ArrayList<>(CKeywords.all());
    typedefs.forEach(scope -> known.addAll(scope.keySet()));
    return header.isEmpty() ? CheckContext.meant(name, known) : header;
  }

  boolean isTypeStart(Token token) {
    return token.isIdentifier() && (CKeywords.startsType(token.text()) || isTypedefName(token));
  }

  /**
   * Goes on behind the construct that began at a mark: behind the next semicolon or block, before a
   * closing brace of the block around it. The names in it are poisoned. Whether it got anywhere.
   */
  boolean recover(Mark mark) {
    int start = mark.position();
    depth = mark.depth();
    while (typedefs.size() > mark.scopes()) {
      closeScope();
    }
    int braces = 0;
    int at = start;
    while (at < tokens.size() - 1) {
      Token token = tokens.get(at);
      if (token.isIdentifier()) {
        diagnostics.poison(token.text());
      }
      boolean beyond = at >= next;
      if (token.is("{")) {
        braces++;
      } else if (token.is("}")) {
        if (braces == 0) {
          break;
        }
        braces--;
        boolean ends = braces == 0 && beyond && !tokens.get(at + 1).is(";");
        if (ends) {
          at++;
          break;
        }
      } else if (token.is(";") && braces == 0 && beyond) {
        at++;
        break;
      }
      at++;
    }
    next = at;
    return at > start;
  }
}
