// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads declarations of variables. */
record DeclarationParser(PromelaTokens cursor, Names names) {
  private static final Set<String> VISIBILITY = Set.of("hidden", "show", "local");

  /** Whether a declaration of variables begins here. */
  static boolean isVisibility(Token token) {
    return token.isIdentifier() && VISIBILITY.contains(token.text());
  }

  boolean isHere() {
    Token token = cursor.peek();
    return token.isIdentifier()
        && (VISIBILITY.contains(token.text())
            || Keywords.TYPES.contains(token.text())
            || names.typedefs().contains(token.text()) && cursor.peek(1).isIdentifier());
  }

  Step.Declaration read() {
    SourceSpan start = cursor.peek().span();
    boolean hidden = false;
    if (VISIBILITY.contains(cursor.peek().text())) {
      hidden = cursor.next().is("hidden");
    }
    Step.TypeName type = type();
    List<Step.Declarator> variables = cursor.list(this::declarator);
    return new Step.Declaration(cursor.since(start), type, hidden, variables);
  }

  private Step.TypeName type() {
    Token word = cursor.peek();
    boolean known =
        word.isIdentifier()
            && (Keywords.TYPES.contains(word.text()) || names.typedefs().contains(word.text()));
    if (!known) {
      throw cursor.fail(
          word.span(),
          "expected a type, not " + word.describe(),
          "a typedef must come before its use");
    }
    cursor.next();
    String set = "";
    if (word.is("mtype") && cursor.is(":")) {
      cursor.next();
      set = cursor.expectName("the name of an mtype").text();
    }
    return new Step.TypeName(word.span(), word.text(), set);
  }

  private Step.Declarator declarator() {
    Token name = cursor.expectName("the name of a variable");
    Optional<Expression> width = Optional.empty();
    Optional<Expression> length = Optional.empty();
    if (cursor.accept(":")) {
      width = Optional.of(expressions().parse());
    } else if (cursor.accept("[")) {
      length = Optional.of(expressions().parse());
      cursor.expect("]", "after the length of the array");
    }
    Step.Initial initial = cursor.accept("=") ? initial() : new Step.Initial.None();
    return new Step.Declarator(cursor.since(name.span()), name.text(), width, length, initial);
  }

  private ExpressionParser expressions() {
    return new ExpressionParser(cursor, names.processes(), false);
  }

  private Step.Initial initial() {
    if (cursor.is("[")) {
      return channel();
    }
    if (cursor.accept("{")) {
      List<Expression> values = cursor.list(expressions()::parse);
      cursor.expect("}", "after the values");
      return new Step.Initial.Values(values);
    }
    return new Step.Initial.Value(expressions().parse());
  }

  private Step.Initial channel() {
    SourceSpan start = cursor.next().span();
    Expression capacity = expressions().parse();
    cursor.expect("]", "after the capacity");
    cursor.expect("of", "after the capacity");
    cursor.expect("{", "before the fields");
    List<Step.TypeName> fields = cursor.list(this::type);
    cursor.expect("}", "after the fields");
    return new Step.Initial.Channel(cursor.since(start), capacity, fields);
  }
}
