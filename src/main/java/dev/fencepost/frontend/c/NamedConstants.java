// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Notes by which names the text of a program gives constants to places. */
record NamedConstants(CheckContext context) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern NUMBER = Pattern.compile("[-+]?\\d\\w*");

  /** An array is indexed. */
  void index(CPlace array, CExpression written, Typed index) {
    ConstantNames.indices(array).ifPresent(part -> part.add(indexWords(written, index)));
  }

  /** A place is assigned a value, or compared with one. */
  void value(CPlace place, CExpression written, Typed value) {
    if (value.type().isInteger()) {
      ConstantNames.values(place).ifPresent(part -> value(part, written, value));
    }
  }

  void value(ConstantNames.Part part, CExpression written, Typed value) {
    if (value instanceof Typed.Constant constant) {
      part.add(valueWords(written, constant.value()));
    } else if (value instanceof Typed.Conditional either
        && written instanceof CExpression.Conditional choice) {
      value(part, choice.whenTrue(), either.whenTrue());
      value(part, choice.whenFalse(), either.whenFalse());
    } else if (isComputed(value)) {
      part.count();
    }
  }

  /** Two values are compared. */
  void compare(CExpression.Binary written, Typed left, Typed right) {
    if (left instanceof Typed.Read read && right instanceof Typed.Constant) {
      value(read.place(), written.right(), right);
    } else if (right instanceof Typed.Read read && left instanceof Typed.Constant) {
      value(read.place(), written.left(), left);
    }
  }

  /** A place is updated from what it held. */
  void count(CPlace place) {
    ConstantNames.values(place).ifPresent(ConstantNames.Part::count);
  }

  private static boolean isComputed(Typed value) {
    return switch (value) {
      case Typed.Convert convert -> isComputed(convert.operand());
      case Typed.Binary binary -> !binary.operator().isComparison();
      case Typed.Unary unary -> true;
      default -> false;
    };
  }

  /** The names of an index: an enum's constants, or a constant's own. */
  private Map<Long, String> indexWords(CExpression written, Typed index) {
    Map<Long, String> words = words(index.type());
    if (!words.isEmpty()) {
      return words;
    }
    CSymbol symbol = context.named(written);
    if (symbol instanceof CSymbol.OfConstant constant) {
      Type type = context.scope().findTag("enum " + constant.tag());
      words = type == null ? Map.of() : words(type);
    } else if (symbol instanceof CSymbol.OfVariable found && found.variable().isKnown()) {
      String name = found.variable().name();
      words = found.variable().knownNumber().map(number -> Map.of(number, name)).orElse(words);
    }
    return words.isEmpty() && index instanceof Typed.Constant constant
        ? name(written).map(name -> Map.of(constant.value(), name)).orElse(Map.of())
        : words;
  }

  private static Map<Long, String> words(Type type) {
    return type.unqualified() instanceof Type.IntegerType integer ? integer.words() : Map.of();
  }

  /** The name or number that stands for a value in the text itself, not in a macro around it. */
  private Map<Long, String> valueWords(CExpression written, long value) {
    Optional<String> name = name(written);
    if (name.isPresent()) {
      return Map.of(value, name.get());
    }
    boolean number = NUMBER.matcher(context.written(written.span())).matches();
    return number ? Map.of(value, Long.toString(value)) : Map.of();
  }

  /** The constant, or the program's own macro, that an expression is the use of. */
  private Optional<String> name(CExpression written) {
    if (written instanceof CExpression.Name name) {
      boolean constant = context.named(written) instanceof CSymbol.OfConstant;
      return constant ? Optional.of(name.name()) : Optional.empty();
    }
    String text = context.written(written.span());
    boolean named =
        NAME.matcher(text).matches()
            && written.equals(context.parseQuietly(text, written.span()))
            && StandardHeaders.defining(text).isEmpty();
    return named ? Optional.of(text) : Optional.empty();
  }
}
