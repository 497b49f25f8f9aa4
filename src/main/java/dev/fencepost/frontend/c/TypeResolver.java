// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Specifiers.TypeSpecifier;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes types of specifiers and declarators. */
record TypeResolver(CheckContext context, ExpressionChecker expressions) {
  /** Objects with more cells are taken for a mistake. */
  static final long MOST_CELLS = 1 << 16;

  Type resolve(TypeName name) {
    return apply(name.declarator(), resolve(name.specifiers()), name.span());
  }

  Type resolve(Specifiers specifiers) {
    Type type =
        switch (specifiers.type()) {
          case TypeSpecifier.Basic basic -> basic(basic, specifiers.span());
          case TypeSpecifier.TypedefName name -> named(name.name(), specifiers.span());
          case TypeSpecifier.Struct struct -> struct(struct, specifiers.span());
          case TypeSpecifier.Enumeration enumeration -> enumeration(enumeration, specifiers.span());
          case TypeSpecifier.AtomicOf atomic -> resolve(atomic.type()).qualify(false, true);
          case TypeSpecifier.SameAs same -> resolve(same.type());
          case TypeSpecifier.TypeOf of -> expressions.typeOf(of.expression());
          case TypeSpecifier.OfInitializer none ->
              error(specifiers.span(), "there is no initialiser to take the type of", "");
        };
    if (specifiers.atomic() && !type.isError() && !type.isScalar()) {
      return error(
          specifiers.span(),
          "an _Atomic '" + type + "' is not supported",
          "make the fields atomic, or use __VERIFIER_atomic_begin() and _end()");
    }
    return type.qualify(specifiers.constant(), specifiers.atomic());
  }

  /** The type of what is complained about. */
  private Type error(SourceSpan span, String message, String hint) {
    return context.error(span, message, hint).type();
  }

  private Type basic(TypeSpecifier.Basic basic, SourceSpan span) {
    String words = String.join(" ", basic.words());
    return switch (words) {
      case "void" -> CTypes.VOID;
      case "_Bool" -> CTypes.BOOL;
      case "char" -> CTypes.CHAR;
      case "char signed" -> CTypes.SIGNED_CHAR;
      case "char unsigned" -> CTypes.UNSIGNED_CHAR;
      case "short", "int short", "short signed", "int short signed" -> CTypes.SHORT;
      case "short unsigned", "int short unsigned" -> CTypes.UNSIGNED_SHORT;
      case "int", "signed", "int signed" -> CTypes.INT;
      case "unsigned", "int unsigned" -> CTypes.UNSIGNED_INT;
      case "long", "int long", "long signed", "int long signed" -> CTypes.LONG;
      case "long unsigned", "int long unsigned" -> CTypes.UNSIGNED_LONG;
      case "long long", "int long long", "long long signed", "int long long signed" ->
          CTypes.LONG_LONG;
      case "long long unsigned", "int long long unsigned" -> CTypes.UNSIGNED_LONG_LONG;
      default -> error(span, "these words together are no type", "");
    };
  }

  private Type named(String name, SourceSpan span) {
    CSymbol symbol = context.scope().find(name);
    if (symbol instanceof CSymbol.OfType type) {
      return type.type();
    }
    if (symbol == null) {
      context.undeclared(name, span, "");
    }
    return CTypes.ERROR;
  }

  private Type struct(TypeSpecifier.Struct specifier, SourceSpan span) {
    String tag = "struct " + specifier.tag();
    if (specifier.members() == null) {
      Type known = context.scope().findTag(tag);
      return known != null ? known : declareStruct(specifier);
    }
    StructType struct =
        context.scope().findTagHere(tag) instanceof StructType here
            ? here
            : declareStruct(specifier);
    if (struct.isComplete()) {
      context.error(span, "'" + struct + "' is defined twice");
      return struct;
    }
    complete(struct, specifier.members());
    return struct;
  }

  private StructType declareStruct(TypeSpecifier.Struct specifier) {
    StructType struct = new StructType(specifier.tag(), specifier.union());
    if (!specifier.tag().isEmpty()) {
      context.scope().declareTag("struct " + specifier.tag(), struct);
    }
    return struct;
  }

  private void complete(StructType struct, List<Declaration> members) {
    FieldLayout layout = new FieldLayout(struct.isUnion());
    Set<String> names = new HashSet<>();
    for (Declaration member : members) {
      Declaration.Names declared = (Declaration.Names) member;
      Type base = resolve(declared.specifiers());
      if (declared.names().isEmpty() && base.unqualified() instanceof StructType inner) {
        layout.add("", inner);
      }
      for (Declaration.Initialized name : declared.names()) {
        Type type = apply(name.declarator(), base, name.span());
        String field = name.declarator().named().name();
        if (!field.isEmpty() && !names.add(field)) {
          context.error(name.span(), "'" + struct + "' has two fields '" + field + "'");
        } else if (!type.isComplete()) {
          String message = "the field '" + field + "' has a type without a size";
          if (type instanceof Type.ArrayType) {
            context.error(name.span(), message, "write how many elements there are at most");
          } else {
            context.error(name.span(), message);
          }
        } else if (name.value() != null) {
          bitField(layout, field, type, name.value());
        } else {
          layout.add(field, type);
        }
      }
    }
    boolean large = layout.cells() > MOST_CELLS;
    if (large) {
      tooLarge(struct.toString(), layout.cells(), members.getFirst().span());
    }
    struct.complete(large ? List.of() : layout.fields(), large ? 0 : layout.cells());
  }

  private void bitField(FieldLayout layout, String name, Type type, CExpression width) {
    long bits = expressions.constant(width, "the width of a bit-field");
    if (type.isAtomic() || !(type.unqualified() instanceof Type.IntegerType integer)) {
      context.error(width.span(), "a bit-field cannot have the type '" + type + "'");
    } else if (bits < (name.isEmpty() ? 0 : 1) || bits > (integer.isBool() ? 1 : integer.bits())) {
      context.error(width.span(), "a bit-field of '" + type + "' cannot have " + bits + " bits");
    } else {
      layout.add(name, integer, (int) bits);
    }
  }

  /** Complains about an object with more cells than are taken. */
  Type tooLarge(String name, long cells, SourceSpan span) {
    return error(
        span,
        "'" + name + "' has " + cells + " cells",
        "an object has at most " + MOST_CELLS + ", one for each number or pointer");
  }

  private Type enumeration(TypeSpecifier.Enumeration enumeration, SourceSpan span) {
    if (enumeration.enumerators() == null) {
      Type declared = context.scope().findTag("enum " + enumeration.tag());
      if (declared == null) {
        context.error(span, "'enum " + enumeration.tag() + "' is not declared");
      }
      return declared == null ? CTypes.INT : declared;
    }
    Map<Long, String> words = new HashMap<>();
    long next = 0;
    for (Specifiers.Enumerator enumerator : enumeration.enumerators()) {
      if (enumerator.value() != null) {
        next = expressions.constant(enumerator.value(), "the value of an enum constant");
      }
      if (context.scope().findHere(enumerator.name()) != null) {
        context.error(enumerator.span(), "'" + enumerator.name() + "' is declared twice");
      }
      if (next != (int) next) {
        context.error(
            enumerator.span(),
            "'" + enumerator.name() + "' is " + next + ", which is no int",
            "an enum constant is " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        next = 0;
      }
      context
          .scope()
          .declare(enumerator.name(), new CSymbol.OfConstant((int) next, enumeration.tag()));
      words.putIfAbsent(next, enumerator.name());
      next++;
    }
    Type type = CTypes.enumeration(words);
    if (!enumeration.tag().isEmpty()) {
      context.scope().declareTag("enum " + enumeration.tag(), type);
    }
    return type;
  }

  /** The type of the name that a declarator declares. */
  Type apply(Declarator declarator, Type base, SourceSpan span) {
    return switch (declarator) {
      case Declarator.Named named -> base;
      case Declarator.Pointer pointer ->
          apply(
              pointer.inner(), pointerTo(base).qualify(pointer.constant(), pointer.atomic()), span);
      case Declarator.Array array -> apply(array.inner(), array(array, base), span);
      case Declarator.Function function -> apply(function.inner(), function(function, base), span);
    };
  }

  private static Type pointerTo(Type target) {
    return target.isError() ? target : new Type.PointerType(target);
  }

  private Type array(Declarator.Array array, Type element) {
    if (element.isError()) {
      return element;
    }
    if (!element.isComplete()) {
      return error(array.span(), "an array of '" + element + "' has no size", "");
    }
    if (array.length() == null) {
      return new Type.ArrayType(element, -1);
    }
    Typed length = expressions.value(array.length());
    if (length.isError()) {
      return length.type();
    }
    if (!(length instanceof Typed.Constant constant)) {
      return error(
          array.span(),
          "the length of an array must be a constant",
          "arrays of variable length are not supported");
    }
    long cells = Math.max(1, element.cells());
    if (constant.value() < 1 || constant.value() > MOST_CELLS / cells) {
      return error(
          array.span(),
          "an array cannot have " + constant.value() + " elements",
          "an object has 1 to " + MOST_CELLS + " cells");
    }
    return new Type.ArrayType(element, (int) constant.value());
  }

  private Type function(Declarator.Function function, Type result) {
    List<Type> parameters = new ArrayList<>();
    for (Declarator.Parameter parameter : function.parameters()) {
      parameters.add(parameterType(parameter));
    }
    return result.isError()
        ? result
        : new Type.FunctionType(result, parameters, function.prototype());
  }

  /** Arrays are pointers as parameters. */
  Type parameterType(Declarator.Parameter parameter) {
    Type type = apply(parameter.declarator(), resolve(parameter.specifiers()), parameter.span());
    return switch (type.unqualified()) {
      case Type.ArrayType array -> new Type.PointerType(array.element());
      case Type.FunctionType f -> new Type.PointerType(f);
      default -> type;
    };
  }
}
