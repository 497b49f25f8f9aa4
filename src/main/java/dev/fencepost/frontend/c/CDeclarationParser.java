// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;

/** Reads declarations and the declarators and initialisers in them. */
final class CDeclarationParser {
  private final CTokens cursor;
  private final CParser parser;
  private final SpecifierParser specifiers;

  CDeclarationParser(CTokens cursor, CParser parser) {
    this.cursor = cursor;
    this.parser = parser;
    this.specifiers = new SpecifierParser(cursor, parser);
  }

  /** A declaration in a block, or one outside of all functions that may be a function. */
  Declaration declaration(boolean outside) {
    int position = cursor.position();
    SourceSpan start = cursor.peek().span();
    if (cursor.is("_Static_assert")) {
      return staticAssert(start);
    }
    Specifiers declared = specifiers.specifiers();
    List<Declaration.Initialized> names = new ArrayList<>();
    if (!cursor.is(";")) {
      Declarator first = declarator(false);
      declare(declared, first);
      if (cursor.is("{")) {
        return function(declared, first, outside, start);
      }
      names.add(initialized(first));
      while (cursor.accept(",")) {
        Declarator another = declarator(false);
        declare(declared, another);
        names.add(initialized(another));
      }
    }
    cursor.expect(";", "after the declaration");
    return new Declaration.Names(declared, names, cursor.sinceAll(position));
  }

  private void declare(Specifiers declared, Declarator declarator) {
    cursor.declare(declarator.named().name(), declared.has("typedef"));
  }

  private Declaration staticAssert(SourceSpan start) {
    cursor.next();
    cursor.expect("(", "after '_Static_assert'");
    CExpression condition = parser.expressions.conditional();
    String message = "";
    if (cursor.accept(",") && cursor.peek().kind() == Token.Kind.STRING) {
      message = parser.expressions.text().text();
    }
    cursor.expect(")", "after the condition");
    cursor.expect(";", "after the declaration");
    return new Declaration.StaticAssert(condition, message, cursor.since(start));
  }

  private Declaration function(
      Specifiers declared, Declarator declarator, boolean outside, SourceSpan start) {
    SourceSpan head = cursor.since(start);
    Declarator.Function function = declarator.function();
    if (function == null) {
      throw cursor.fail(cursor.peek().span(), "expected ';' after the declaration, not '{'");
    }
    if (!outside) {
      throw cursor.fail(
          head, "functions within functions are not supported", "move it out of the function");
    }
    cursor.openScope();
    for (Declarator.Parameter parameter : function.parameters()) {
      cursor.declare(parameter.declarator().named().name(), false);
    }
    CStatement.Block body = parser.statements.functionBody();
    cursor.closeScope();
    return new Declaration.Function(declared, declarator, body, head);
  }

  private Declaration.Initialized initialized(Declarator declarator) {
    specifiers.skipAttributes();
    CExpression value = cursor.accept("=") ? initializer() : null;
    SourceSpan span = cursor.since(declarator.named().span());
    return new Declaration.Initialized(declarator, value, span);
  }

  private CExpression initializer() {
    return cursor.is("{") ? braces() : parser.expressions.assignment();
  }

  /** The values of an initialiser, with their braces. */
  CExpression.Braces braces() {
    cursor.enter();
    SourceSpan start = cursor.next().span();
    List<CExpression.Item> items = new ArrayList<>();
    while (!cursor.is("}")) {
      List<CExpression.Designator> designators = designators();
      items.add(new CExpression.Item(designators, initializer()));
      if (!cursor.accept(",")) {
        break;
      }
    }
    cursor.expect("}", "after the initialiser");
    cursor.leave();
    return new CExpression.Braces(items, cursor.since(start));
  }

  private List<CExpression.Designator> designators() {
    List<CExpression.Designator> designators = new ArrayList<>();
    while (cursor.is(".") || cursor.is("[")) {
      Token open = cursor.next();
      if (open.is(".")) {
        String field = cursor.expectName("the name of a field").text();
        designators.add(new CExpression.Designator(field, null, null, cursor.since(open.span())));
      } else {
        CExpression index = parser.expressions.conditional();
        CExpression last = cursor.accept("...") ? parser.expressions.conditional() : null;
        cursor.expect("]", "after the index");
        designators.add(new CExpression.Designator(null, index, last, cursor.since(open.span())));
      }
    }
    if (!designators.isEmpty()) {
      cursor.expect("=", "after the designator");
    }
    return designators;
  }

  /** The declarations between the braces of a struct. */
  List<Declaration> members() {
    List<Declaration> members = new ArrayList<>();
    while (!cursor.is("}") && !cursor.atEnd()) {
      SourceSpan start = cursor.peek().span();
      Specifiers declared = specifiers.specifiers();
      List<Declaration.Initialized> names = new ArrayList<>();
      while (!cursor.is(";")) {
        Declarator declarator =
            cursor.is(":") ? new Declarator.Named("", cursor.peek().span()) : declarator(false);
        CExpression width = cursor.accept(":") ? parser.expressions.conditional() : null;
        SourceSpan span = declarator.named().span();
        names.add(new Declaration.Initialized(declarator, width, span));
        if (!cursor.accept(",")) {
          break;
        }
      }
      cursor.expect(";", "after the field");
      members.add(new Declaration.Names(declared, names, cursor.since(start)));
    }
    return members;
  }

  TypeName typeName() {
    SourceSpan start = cursor.peek().span();
    Specifiers declared = specifiers.specifiers();
    Declarator declarator = declarator(true);
    return new TypeName(declared, declarator, cursor.since(start));
  }

  /** A declarator; without a name where {@code mayBeAbstract}. */
  private Declarator declarator(boolean mayBeAbstract) {
    cursor.enter();
    specifiers.skipAttributes();
    Declarator result;
    if (cursor.accept("*")) {
      boolean constant = false;
      boolean atomic = false;
      while (cursor.peek().isIdentifier() && Specifiers.isQualifier(cursor.peek().text())) {
        String word = cursor.next().text();
        constant |= word.equals("const") || word.equals("__const");
        atomic |= word.equals("_Atomic");
      }
      result = new Declarator.Pointer(declarator(mayBeAbstract), constant, atomic);
    } else {
      result = suffixes(direct(mayBeAbstract));
    }
    cursor.leave();
    return result;
  }

  private Declarator direct(boolean mayBeAbstract) {
    Token token = cursor.peek();
    boolean group = token.is("(") && !cursor.isTypeStart(cursor.peek(1)) && !cursor.isNext(")");
    if (group) {
      cursor.next();
      Declarator inner = declarator(mayBeAbstract);
      cursor.expect(")", "after the declarator");
      return inner;
    }
    if (mayBeAbstract && (!token.isIdentifier() || CKeywords.isKeyword(token.text()))) {
      return new Declarator.Named("", token.span());
    }
    Token name = cursor.expectName("a name");
    return new Declarator.Named(name.text(), name.span());
  }

  private Declarator suffixes(Declarator inner) {
    Declarator result = inner;
    for (int count = 1; ; count++) {
      cursor.checkChain(count);
      if (cursor.accept("[")) {
        SourceSpan start = cursor.previous().span();
        while (cursor.accept("static") || cursor.accept("const")) {}
        CExpression length = cursor.is("]") ? null : parser.expressions.assignment();
        cursor.expect("]", "after the length");
        result = new Declarator.Array(result, length, cursor.since(start));
      } else if (cursor.accept("(")) {
        result = functionSuffix(result);
      } else {
        specifiers.skipAttributes();
        return result;
      }
    }
  }

  private Declarator functionSuffix(Declarator inner) {
    List<Declarator.Parameter> parameters = new ArrayList<>();
    if (cursor.accept(")")) {
      return new Declarator.Function(inner, parameters, false);
    }
    if (cursor.is("void") && cursor.isNext(")")) {
      cursor.next();
      cursor.next();
      return new Declarator.Function(inner, parameters, true);
    }
    do {
      if (cursor.is("...")) {
        throw cursor.fail(
            cursor.peek().span(),
            "variadic functions are not supported",
            "give the function a parameter for each argument");
      }
      SourceSpan start = cursor.peek().span();
      Specifiers declared = specifiers.specifiers();
      Declarator declarator = declarator(true);
      parameters.add(new Declarator.Parameter(declared, declarator, cursor.since(start)));
    } while (cursor.accept(","));
    cursor.expect(")", "after the parameters");
    return new Declarator.Function(inner, parameters, true);
  }
}
