// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.budget.Budget;
import dev.fencepost.frontend.c.Specifiers.TypeSpecifier;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Checks declarations, of a file and of blocks. */
final class DeclarationChecker {
  private final CheckContext context;
  private final ExpressionChecker expressions;
  private final List<CVariable> globals = new ArrayList<>();
  private final Map<String, CVariable> unresolved = new LinkedHashMap<>();
  private final List<Function> functions = new ArrayList<>();

  DeclarationChecker(CheckContext context, ExpressionChecker expressions) {
    this.context = context;
    this.expressions = expressions;
  }

  /** Checks all declarations of a file. */
  static CheckedUnit check(List<Declaration> file, CheckContext context) {
    ExpressionChecker expressions = new ExpressionChecker(context);
    DeclarationChecker checker = new DeclarationChecker(context, expressions);
    StatementChecker statements = new StatementChecker(context, expressions, checker);
    expressions.use(statements);
    for (Declaration declaration : file) {
      switch (declaration) {
        case Declaration.Names names -> checker.names(names, Origin.of(""));
        case Declaration.Function function -> checker.function(function, statements);
        case Declaration.StaticAssert assertion -> checker.staticAssert(assertion);
      }
    }
    checker.finish();
    context.checkStarts();
    return new CheckedUnit(
        checker.globals,
        checker.functions,
        context.largest(),
        context.takesResults(),
        context.goesBack(),
        context.pointers());
  }

  private void finish() {
    for (CVariable variable : unresolved.values()) {
      if (variable.isUsed()) {
        context.error(
            variable.span(),
            "'" + variable.name() + "' is declared extern and defined nowhere",
            "define it in this file");
      }
    }
  }

  void staticAssert(Declaration.StaticAssert assertion) {
    Typed condition = expressions.condition(assertion.condition());
    boolean constant = condition instanceof Typed.Constant;
    if (!constant && !condition.isError()) {
      context.error(assertion.span(), "the condition of _Static_assert must be a constant");
    } else if (condition instanceof Typed.Constant value && value.value() == 0) {
      context.error(assertion.span(), "static assertion failed: " + assertion.message());
    }
  }

  /** Declares; gives what begins and initialises the local variables among the names. */
  List<Checked> names(Declaration.Names declaration, Origin origin) {
    Specifiers specifiers = declaration.specifiers();
    Type base = base(declaration);
    List<Checked> begun = new ArrayList<>();
    for (Declaration.Initialized name : declaration.names()) {
      Budget.ask();
      Type type = expressions.types.apply(name.declarator(), base, name.span());
      String identifier = name.declarator().named().name();
      SourceSpan span = name.declarator().named().span();
      if (specifiers.has("typedef")) {
        declareType(identifier, type, span);
      } else if (type instanceof Type.FunctionType function) {
        declareFunction(identifier, function, span);
      } else {
        CVariable variable = declareVariable(specifiers, type, name);
        if (name.value() != null) {
          Optional<Checked> value = initialize(variable, name.value(), origin);
          if (!variable.isGlobal() && variable.isUsed()) {
            // the value may be made of the variable itself
            begun.add(new Checked.Begin(variable));
          }
          value.ifPresent(begun::add);
        } else if (!variable.isGlobal()) {
          begun.add(new Checked.Begin(variable));
        }
        boolean later = unresolved.containsKey(identifier) && isArray(variable);
        if (!variable.type().isError() && !variable.type().isComplete() && !later) {
          context.error(
              span, "'" + identifier + "' has the type '" + type + "', which has no size");
          variable.complete(CTypes.ERROR);
        }
      }
    }
    return begun;
  }

  /** The type before the declarators. */
  private Type base(Declaration.Names declaration) {
    boolean taken = declaration.specifiers().type() instanceof TypeSpecifier.OfInitializer;
    return taken && !declaration.names().isEmpty() && declaration.names().getFirst().value() != null
        ? Conversions.whole(
            expressions.value(declaration.names().getFirst().value()).type().unqualified())
        : expressions.types.resolve(declaration.specifiers());
  }

  private Optional<Checked> initialize(CVariable variable, CExpression value, Origin origin) {
    boolean copied =
        variable.type().unqualified() instanceof StructType
            && !variable.isGlobal()
            && !(value instanceof CExpression.Braces);
    if (!copied) {
      new InitializerChecker(context, expressions, variable).check(value);
      return variable.isGlobal()
          ? Optional.empty()
          : Optional.of(new Checked.Initialize(variable, origin));
    }
    String what = "'" + variable.name() + "'";
    Typed from = expressions.conversions.assign(expressions.value(value), variable.type(), what);
    CPlace to = new CPlace.Named(variable, variable.span());
    return from.isError()
        ? Optional.empty()
        : Optional.of(
            new Checked.Evaluate(new Typed.Copy(to, from, from.type(), value.span()), origin));
  }

  private void declareType(String name, Type type, SourceSpan span) {
    CSymbol before = context.scope().findHere(name);
    boolean same = before instanceof CSymbol.OfType other && Type.same(other.type(), type);
    if (before != null && !same) {
      redeclared(name, span);
    }
    context.scope().declare(name, new CSymbol.OfType(type));
    if (type.unqualified() instanceof StructType struct) {
      struct.call(name);
    }
  }

  private void redeclared(String name, SourceSpan span) {
    context.error(span, "'" + name + "' is declared twice");
  }

  /** The function of a name; a second declaration must agree with the first. */
  private Function declareFunction(String name, Type.FunctionType type, SourceSpan span) {
    CSymbol before = context.file().findHere(name);
    if (before instanceof CSymbol.OfFunction found) {
      if (Type.same(found.function().type(), type)) {
        found.function().declare(type);
        return found.function();
      }
      context.error(
          span,
          "'" + name + "' has the type '" + type + "' here",
          "it was declared as '" + found.function().type() + "'");
    } else if (before != null) {
      redeclared(name, span);
    }
    Function function = new Function(name, type, span);
    context.file().declare(name, new CSymbol.OfFunction(function));
    return function;
  }

  private CVariable declareVariable(
      Specifiers specifiers, Type declared, Declaration.Initialized name) {
    String identifier = name.declarator().named().name();
    SourceSpan span = name.declarator().named().span();
    boolean ghost = specifiers.has("FENCEPOST_GHOST");
    CVariable.Storage storage = storage(specifiers);
    Type type = checkType(declared, identifier, span);
    if (ghost) {
      checkGhost(type, storage != CVariable.Storage.LOCAL, span);
    }
    CSymbol before =
        specifiers.has("extern")
            ? context.file().findHere(identifier)
            : context.scope().findHere(identifier);
    if (before != null) {
      if (storage == CVariable.Storage.GLOBAL && before instanceof CSymbol.OfVariable other) {
        context.scope().declare(identifier, before);
        return redeclare(other.variable(), type, specifiers, name);
      }
      redeclared(identifier, span);
    }
    String function =
        storage == CVariable.Storage.STATIC
            ? Objects.requireNonNull(context.function()).name() + "."
            : "";
    CVariable variable = new CVariable(function + identifier, type, storage, ghost, span);
    if (specifiers.has("FENCEPOST_INTERCHANGEABLE")) {
      interchange(variable);
    }
    if (specifiers.has("_Thread_local")) {
      variable.localToThreads();
    }
    context.scope().declare(identifier, new CSymbol.OfVariable(variable));
    if (specifiers.has("extern") && name.value() == null) {
      unresolved.put(identifier, variable);
    }
    if (variable.isGlobal()) {
      globals.add(variable);
    } else {
      context.declareLocal(variable);
    }
    return variable;
  }

  private CVariable.Storage storage(Specifiers specifiers) {
    if (context.scope().isFile() || specifiers.has("extern")) {
      return CVariable.Storage.GLOBAL;
    }
    boolean lasts = specifiers.has("static") || specifiers.has("_Thread_local");
    return lasts ? CVariable.Storage.STATIC : CVariable.Storage.LOCAL;
  }

  private static boolean isArray(CVariable variable) {
    return variable.type().unqualified() instanceof Type.ArrayType;
  }

  private void checkGhost(Type type, boolean global, SourceSpan span) {
    if (!global) {
      context.error(span, "a local variable cannot be a ghost", "declare it outside of functions");
    } else if (type.isAtomic()) {
      context.error(span, "a ghost is outside the memory model", "leave _Atomic away");
    }
  }

  private void interchange(CVariable variable) {
    if (variable.isGlobal() && isArray(variable)) {
      variable.interchange();
    } else {
      context.error(
          variable.span(),
          "only the elements of an array can be interchangeable",
          "declare an array of objects outside of functions");
    }
  }

  private CVariable redeclare(
      CVariable variable, Type type, Specifiers specifiers, Declaration.Initialized name) {
    SourceSpan span = name.declarator().named().span();
    if (!Type.same(variable.type(), type)) {
      context.error(
          span,
          "'" + variable.name() + "' has the type '" + type + "' here",
          "it was declared as '" + variable.type() + "'");
    } else if (name.value() != null && variable.initial() != null) {
      redeclared(variable.name(), span);
    } else if (type.isComplete()) {
      variable.complete(type);
    }
    if (!specifiers.has("extern")) {
      unresolved.remove(variable.name());
    }
    return variable;
  }

  private Type checkType(Type type, String name, SourceSpan span) {
    if (type.isVoid()) {
      return context.error(span, "'" + name + "' cannot be void").type();
    }
    return type.cells() > TypeResolver.MOST_CELLS
        ? expressions.types.tooLarge(name, type.cells(), span)
        : type;
  }

  /** Whether calls up to here may have taken a name as that of the tool's own function. */
  private boolean isGiven(String name) {
    String header = Intrinsics.header(name);
    return header.isEmpty() || context.isIncluded(header) || context.scope().find(name) != null;
  }

  private void function(Declaration.Function declaration, StatementChecker statements) {
    Type base = expressions.types.resolve(declaration.specifiers());
    Type type = expressions.types.apply(declaration.declarator(), base, declaration.span());
    String name = declaration.declarator().named().name();
    SourceSpan span = declaration.declarator().named().span();
    if (!(type instanceof Type.FunctionType functionType)) {
      context.scope().declare(name, new CSymbol.Unknown());
      return;
    }
    if (Intrinsics.isIntrinsic(name) && isGiven(name)) {
      context.error(span, "'" + name + "' has a meaning already", "give the function another name");
    }
    Function function = declareFunction(name, functionType, span);
    if (function.isDefined()) {
      context.error(span, "'" + name + "' is defined twice");
      return;
    }
    functions.add(function);
    context.enter(function);
    if (function.isTemporal()) {
      new TemporalChecker(context, expressions).check(declaration.body(), function);
      context.enter(null);
      return;
    }
    context.openScope();
    List<CVariable> parameters =
        parameters(Objects.requireNonNull(declaration.declarator().function()));
    Checked body = statements.body(declaration.body(), function);
    context.closeScope();
    context.enter(null);
    function.define(parameters, body);
  }

  private List<CVariable> parameters(Declarator.Function declarator) {
    List<CVariable> parameters = new ArrayList<>();
    for (Declarator.Parameter parameter : declarator.parameters()) {
      String name = parameter.declarator().named().name();
      Type type = checkType(expressions.types.parameterType(parameter), name, parameter.span());
      CVariable variable =
          new CVariable(name, type, CVariable.Storage.PARAMETER, false, parameter.span());
      parameters.add(variable);
      if (name.isEmpty()) {
        context.error(parameter.span(), "this parameter has no name");
      } else if (context.scope().findHere(name) != null) {
        redeclared(name, parameter.span());
      }
      context.scope().declare(name, new CSymbol.OfVariable(variable));
    }
    return parameters;
  }
}
