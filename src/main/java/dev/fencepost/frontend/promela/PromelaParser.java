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
  private final List<Later> nevers = new ArrayList<>();
  private final List<Later> formulas = new ArrayList<>();
  private final List<Later> traces = new ArrayList<>();

  /** A part in braces that is read behind all others, as it may ask about all processes. */
  private record Later(Token word, boolean named, String name, String where, int start) {}

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
    for (Later never : nevers) {
      cursor.moveTo(never.start);
      model.addNever(never.name, never.word.span(), body(never.where));
    }
    formulas.forEach(this::formula);
    for (Later trace : traces) {
      cursor.moveTo(trace.start);
      model.addTrace(trace.word.is("notrace"), trace.word.span(), body(trace.where));
    }
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
      case "never" -> later(nevers, "never_", "after 'never'");
      case "ltl" -> later(formulas, "ltl_", "before the formula");
      case "typedef" -> typedef();
      case "inline" -> inline();
      case "trace", "notrace" -> later(traces, "", "after '" + token.text() + "'");
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

  /**
   * Notes a claim or formula, and passes over it.
   *
   * @param unnamed with a number, the name of one that has none; empty where none has a name
   */
  private void later(List<Later> parts, String unnamed, String where) {
    Token word = cursor.next();
    boolean named = !unnamed.isEmpty() && !cursor.is("{");
    long number = parts.stream().filter(part -> !part.named).count();
    String name = named ? cursor.expectName("a name").text() : unnamed + number;
    parts.add(new Later(word, named, name, where, cursor.position()));
    cursor.expect("{", where);
    cursor.toClosingBrace();
  }

  private void formula(Later block) {
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
