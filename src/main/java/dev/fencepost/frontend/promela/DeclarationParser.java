// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.DeclaredVariables.Declarator;
import dev.fencepost.frontend.promela.DeclaredVariables.NewChannel;
import dev.fencepost.frontend.promela.DeclaredVariables.TypeName;
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

  DeclaredVariables read() {
    SourceSpan start = cursor.peek().span();
    if (VISIBILITY.contains(cursor.peek().text())) {
      cursor.next();
    }
    TypeName type = type();
    List<Declarator> variables = cursor.list(this::declarator);
    return new DeclaredVariables(cursor.since(start), type, variables);
  }

  private TypeName type() {
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
    return new TypeName(word.span(), word.text(), set);
  }

  private Declarator declarator() {
    Token name = cursor.expectName("the name of a variable");
    Optional<Expression> width = Optional.empty();
    Optional<Expression> length = Optional.empty();
    if (cursor.accept(":")) {
      width = Optional.of(expressions().parse());
    } else if (cursor.accept("[")) {
      length = Optional.of(expressions().parse());
      cursor.expect("]", "after the length of the array");
    }
    List<Expression> values = List.of();
    boolean listed = false;
    Optional<NewChannel> channel = Optional.empty();
    if (cursor.accept("=")) {
      listed = cursor.is("{");
      if (cursor.is("[")) {
        channel = Optional.of(channel());
      } else {
        values = listed ? listed() : List.of(expressions().parse());
      }
    }
    SourceSpan span = cursor.since(name.span());
    return new Declarator(span, name.text(), width, length, values, listed, channel);
  }

  private ExpressionParser expressions() {
    return new ExpressionParser(cursor, names.processes(), false);
  }

  private List<Expression> listed() {
    cursor.next();
    List<Expression> values = cursor.list(expressions()::parse);
    cursor.expect("}", "after the values");
    return values;
  }

  private NewChannel channel() {
    SourceSpan start = cursor.next().span();
    Expression capacity = expressions().parse();
    cursor.expect("]", "after the capacity");
    cursor.expect("of", "after the capacity");
    cursor.expect("{", "before the fields");
    List<TypeName> fields = cursor.list(this::type);
    cursor.expect("}", "after the fields");
    return new NewChannel(cursor.since(start), capacity, fields);
  }
}
