// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.SourceTexts;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Reads a whole model. */
final class PromelaParser {
  private final PromelaTokens cursor;
  private final Names names;
  private final ModelBuilder model;
  private final List<Formula> formulas = new ArrayList<>();
  private int unnamedClaims;
  private int unnamedFormulas;

  /** A formula, which is read behind all else: it may ask about all processes. */
  private record Formula(Token word, String name, int start) {}

  PromelaParser(List<Token> tokens, SourceTexts texts, Diagnostics diagnostics) {
    cursor = new PromelaTokens(tokens, diagnostics);
    Processes processes = new Processes(tokens, diagnostics);
    model = new ModelBuilder(processes, texts, diagnostics);
    names = new Names(processes.names(), new HashSet<>(), new HashMap<>());
  }

  PromelaModel parse() {
    SourceSpan start = cursor.atEnd() ? SourceSpan.NONE : cursor.peek().span();
    while (!cursor.atEnd()) {
      if (!cursor.accept(";") && !cursor.accept("->")) {
        unit();
      }
    }
    formulas.forEach(this::formula);
    return model.build(start);
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
      case "trace", "notrace" -> {
        cursor.next();
        model.addTrace(token.is("notrace"), start, body("after '" + token.text() + "'"));
      }
      default -> declaration();
    }
  }

  private ModelBuilder.Body body(String where) {
    return (builder, scope) -> new StatementParser(cursor, names, builder).body(where, scope);
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
    List<DeclaredVariables> parameters = new ArrayList<>();
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
    model.addProcess(
        new ModelBuilder.Head(start, name.text(), active, parameters, provided),
        body("before the body"));
  }

  private void init() {
    SourceSpan start = cursor.next().span();
    expressions(false).refusePriority();
    Optional<Expression> once = Optional.of(new Expression.Number(start, 1));
    model.addProcess(
        new ModelBuilder.Head(start, Processes.INIT, once, List.of(), Optional.empty()),
        body("after 'init'"));
  }

  private void never() {
    SourceSpan start = cursor.next().span();
    String name = cursor.is("{") ? "never_" + unnamedClaims++ : claimName();
    model.addNever(name, cursor.since(start), body("after 'never'"));
  }

  /** Notes a formula, and passes over it. */
  private void ltl() {
    Token word = cursor.next();
    String name = cursor.is("{") ? "ltl_" + unnamedFormulas++ : claimName();
    formulas.add(new Formula(word, name, cursor.position()));
    cursor.expect("{", "before the formula");
    cursor.toClosingBrace();
  }

  private String claimName() {
    Token name = cursor.expectName("a name");
    if (names.processes().contains(name.text())) {
      cursor
          .diagnostics()
          .error(name.span(), "'" + name.text() + "' is the name of a proctype already");
    }
    return name.text();
  }

  private void formula(Formula block) {
    cursor.moveTo(block.start);
    cursor.expect("{", "before the formula");
    Expression formula = expressions(true).parse();
    cursor.accept(";");
    cursor.expect("}", "after the formula");
    model.addFormula(block.name, formula, cursor.since(block.word.span()));
  }

  private void typedef() {
    SourceSpan start = cursor.next().span();
    Token name = cursor.expectName("the name of a type");
    cursor.expect("{", "after the name of the type");
    List<DeclaredVariables> fields = new ArrayList<>();
    DeclarationParser declarations = new DeclarationParser(cursor, names);
    while (!cursor.is("}")) {
      fields.add(declarations.read());
      if (!cursor.accept(";") && !cursor.accept("->") && !cursor.atNewLine()) {
        break;
      }
    }
    cursor.expect("}", "after the fields");
    names.typedefs().add(name.text());
    model.types().declareStructure(start, name.text(), fields);
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
    body.addAll(
        cursor
            .toClosingBrace()
            .orElseThrow(() -> cursor.fail(name.span(), "this inline does not end")));
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
    model.declareGlobal(declarations.read());
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
    model.types().declareNames(cursor.since(start), set, values);
  }
}
