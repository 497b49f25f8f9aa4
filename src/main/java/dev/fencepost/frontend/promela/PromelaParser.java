// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a whole model. */
final class PromelaParser {
  private final PromelaTokens cursor;
  private final Names names;
  private final List<Unit> units = new ArrayList<>();
  private int nevers;
  private int formulas;

  PromelaParser(List<Token> tokens, Diagnostics diagnostics) {
    cursor = new PromelaTokens(tokens, diagnostics);
    names = Names.in(tokens);
  }

  List<Unit> parse() {
    while (!cursor.atEnd()) {
      if (!cursor.accept(";") && !cursor.accept("->")) {
        unit();
      }
    }
    return units;
  }

  private void unit() {
    Token token = cursor.peek();
    SourceSpan start = token.span();
    if (Keywords.REFUSED.contains(token.text())) {
      String what = token.is("D_proctype") ? "deterministic proctypes are" : "embedded C code is";
      throw cursor.fail(start, what + " not supported: '" + token.text() + "'");
    }
    switch (token.text()) {
      case "active", "proctype" -> process();
      case "init" -> init();
      case "never" -> never();
      case "ltl" -> ltl();
      case "typedef" -> typedef();
      case "inline" -> inline();
      case "trace", "notrace" -> trace();
      default -> declaration();
    }
  }

  private StatementParser statements() {
    return new StatementParser(cursor, names);
  }

  private ExpressionParser expressions(boolean temporal) {
    return new ExpressionParser(cursor, names.processes(), temporal);
  }

  private void process() {
    SourceSpan start = cursor.peek().span();
    Optional<Expression> active = Optional.empty();
    if (cursor.accept("active")) {
      active = Optional.of(new Expression.Number(start, 1));
      if (cursor.accept("[")) {
        active = Optional.of(expressions(false).parse());
        cursor.expect("]", "after the number of processes");
      }
    }
    cursor.expect("proctype", "after 'active'");
    Token name = cursor.expectName("the name of a proctype");
    cursor.expect("(", "after the name of the proctype");
    List<Step.Declaration> parameters = new ArrayList<>();
    DeclarationParser declarations = new DeclarationParser(cursor, names);
    while (!cursor.is(")")) {
      parameters.add(declarations.read());
      if (!cursor.accept(";") && !cursor.accept("->")) {
        break;
      }
    }
    cursor.expect(")", "after the parameters");
    expressions(false).refusePriority();
    Optional<Expression> provided = Optional.empty();
    if (cursor.accept("provided")) {
      cursor.expect("(", "after 'provided'");
      provided = Optional.of(expressions(false).parse());
      cursor.expect(")", "after the condition");
    }
    List<Step> body = statements().braced("before the body");
    SourceSpan end = cursor.previous().span();
    units.add(new Unit.Process(start, name.text(), active, parameters, provided, body, end));
  }

  private void init() {
    SourceSpan start = cursor.next().span();
    expressions(false).refusePriority();
    List<Step> body = statements().braced("after 'init'");
    Optional<Expression> once = Optional.of(new Expression.Number(start, 1));
    SourceSpan end = cursor.previous().span();
    units.add(new Unit.Process(start, ":init:", once, List.of(), Optional.empty(), body, end));
  }

  private void never() {
    SourceSpan start = cursor.next().span();
    String name = cursor.is("{") ? "never_" + nevers : cursor.expectName("a name").text();
    nevers++;
    List<Step> body = statements().braced("after 'never'");
    units.add(new Unit.Never(start, name, body, cursor.previous().span()));
  }

  private void trace() {
    Token word = cursor.next();
    List<Step> body = statements().braced("after '" + word.text() + "'");
    units.add(new Unit.Trace(word.span(), word.is("notrace"), body, cursor.previous().span()));
  }

  private void ltl() {
    SourceSpan start = cursor.next().span();
    String name = cursor.is("{") ? "ltl_" + formulas++ : cursor.expectName("a name").text();
    cursor.expect("{", "before the formula");
    Expression formula = expressions(true).parse();
    cursor.accept(";");
    cursor.expect("}", "after the formula");
    units.add(new Unit.Ltl(cursor.since(start), name, formula));
  }

  private void typedef() {
    SourceSpan start = cursor.next().span();
    Token name = cursor.expectName("the name of a type");
    cursor.expect("{", "after the name of the type");
    List<Step.Declaration> fields = new ArrayList<>();
    DeclarationParser declarations = new DeclarationParser(cursor, names);
    while (!cursor.is("}")) {
      fields.add(declarations.read());
      if (!cursor.accept(";") && !cursor.accept("->") && !cursor.atNewLine()) {
        break;
      }
    }
    cursor.expect("}", "after the fields");
    names.typedefs().add(name.text());
    units.add(new Unit.Typedef(start, name.text(), fields));
  }

  private void inline() {
    cursor.next();
    Token name = cursor.expectName("the name of an inline");
    cursor.expect("(", "after the name of the inline");
    List<String> parameters = new ArrayList<>();
    while (!cursor.is(")")) {
      parameters.add(cursor.expectName("a parameter").text());
      if (!cursor.accept(",")) {
        break;
      }
    }
    cursor.expect(")", "after the parameters");
    List<Token> body = new ArrayList<>();
    body.add(cursor.expect("{", "before the body"));
    for (int depth = 1; depth > 0; ) {
      Token token = cursor.next();
      if (token.kind() == Token.Kind.END) {
        throw cursor.fail(name.span(), "this inline does not end");
      }
      depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
      body.add(token);
    }
    names.inlines().put(name.text(), new Inline(name.text(), parameters, body));
  }

  private void declaration() {
    SourceSpan start = cursor.peek().span();
    boolean shown = DeclarationParser.isVisibility(cursor.peek());
    if (cursor.peek(shown ? 1 : 0).is("mtype") && isMtypeNames(shown ? 2 : 1)) {
      if (shown) {
        cursor.next();
      }
      mtype(start);
      return;
    }
    DeclarationParser declarations = new DeclarationParser(cursor, names);
    if (!declarations.isHere()) {
      throw cursor.fail(
          start, "expected a declaration, a proctype or init, not " + cursor.peek().describe());
    }
    Step.Declaration declaration = declarations.read();
    units.add(new Unit.Global(declaration.span(), declaration));
  }

  /** Whether names of an mtype follow its keyword, and not the name of a variable. */
  private boolean isMtypeNames(int behind) {
    int at = behind;
    if (cursor.peek(at).is(":")) {
      at += 2;
    }
    if (cursor.peek(at).is("=")) {
      at++;
    }
    return cursor.peek(at).is("{");
  }

  private void mtype(SourceSpan start) {
    cursor.next();
    String set = "";
    if (cursor.accept(":")) {
      set = cursor.expectName("the name of an mtype").text();
    }
    cursor.accept("=");
    cursor.expect("{", "before the names");
    List<String> values = new ArrayList<>();
    while (!cursor.is("}")) {
      values.add(cursor.expectName("a name").text());
      cursor.accept(",");
    }
    cursor.next();
    units.add(new Unit.Mtype(cursor.since(start), set, values));
  }
}
