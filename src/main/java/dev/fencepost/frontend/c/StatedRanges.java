// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Specifiers.TypeSpecifier;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of nondeterministic values that assumptions state right behind them: {@code int n =
 * __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= n && n < 4);}. Values outside of the range would
 * be chosen and dropped at once.
 */
final class StatedRanges {
  private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=", "==", "!=");

  private final CheckContext context;
  private final ExpressionChecker expressions;
  private final IdentityHashMap<CExpression.Call, Ranges.Range> ranges = new IdentityHashMap<>();

  /** The names that the statements at hand declare. */
  private Set<String> declared = Set.of();

  /** Whether they declare constants, or may do so in a struct. */
  private boolean enumerates;

  StatedRanges(CheckContext context, ExpressionChecker expressions) {
    this.context = context;
    this.expressions = expressions;
  }

  /** The range of a call, where the statements behind it state one. */
  Optional<Ranges.Range> of(CExpression.Call call) {
    return Optional.ofNullable(ranges.get(call));
  }

  /** A call whose value a variable takes. */
  private record Taken(String name, Type.IntegerType type, CExpression.Call call) {}

  /** Finds the ranges that a list of statements states. */
  void find(List<CStatement> statements) {
    declared = declared(statements);
    enumerates = statements.stream().anyMatch(StatedRanges::enumerates);
    for (int i = 0; i < statements.size(); i++) {
      Taken taken = taken(statements.get(i));
      if (taken != null) {
        Ranges.Range range = Ranges.of(taken.type);
        for (CStatement behind : statements.subList(i + 1, statements.size())) {
          CExpression assumed = assumed(behind);
          Narrowed narrowed = assumed == null ? null : narrow(range, assumed, taken);
          if (narrowed != null) {
            range = narrowed.range;
          }
          if (narrowed == null ? taken(behind) == null : !narrowed.whole) {
            break;
          }
        }
        ranges.put(taken.call, range);
      }
    }
  }

  /** The names that a list of statements declares: they hide constants. */
  private static Set<String> declared(List<CStatement> statements) {
    return statements.stream()
        .filter(CStatement.Declare.class::isInstance)
        .map(statement -> ((CStatement.Declare) statement).declaration())
        .filter(Declaration.Names.class::isInstance)
        .flatMap(declaration -> ((Declaration.Names) declaration).names().stream())
        .map(name -> name.declarator().named().name())
        .collect(Collectors.toSet());
  }

  private static boolean enumerates(CStatement statement) {
    return statement instanceof CStatement.Declare declare
        && declare.declaration() instanceof Declaration.Names names
        && switch (names.specifiers().type()) {
          case TypeSpecifier.Enumeration enumeration -> enumeration.enumerators() != null;
          case TypeSpecifier.Struct struct -> struct.members() != null;
          default -> false;
        };
  }

  /** The variable that a statement gives a nondeterministic value of its own type, or null. */
  private @Nullable Taken taken(CStatement statement) {
    if (!(statement instanceof CStatement.Declare declare)
        || !(declare.declaration() instanceof Declaration.Names names)
        || names.names().size() != 1
        || !(names.names().getFirst().declarator() instanceof Declarator.Named name)
        || !(names.names().getFirst().value() instanceof CExpression.Call call)
        || !(names.specifiers().type() instanceof TypeSpecifier.Basic)
        || !(call.function() instanceof CExpression.Name callee)) {
      return null;
    }
    Type type = expressions.types.resolve(names.specifiers()).unqualified();
    return type instanceof Type.IntegerType integer
            && callee.name().equals("__VERIFIER_nondet_" + shortName(integer))
        ? new Taken(name.name(), integer, call)
        : null;
  }

  /** As the names of the calls have it: {@code uint} for {@code unsigned int}. */
  private static String shortName(Type.IntegerType type) {
    return type.name().replace("unsigned ", "u");
  }

  /** The condition of an assumption, or null; a function of the program's own is none. */
  private @Nullable CExpression assumed(CStatement statement) {
    return statement instanceof CStatement.Evaluate evaluate
            && evaluate.expression() instanceof CExpression.Call call
            && call.function() instanceof CExpression.Name name
            && (name.name().equals("assume") || name.name().equals("__VERIFIER_assume"))
            && !declared.contains(name.name())
            && !isDefined(name)
            && call.arguments().size() == 1
        ? call.arguments().getFirst()
        : null;
  }

  private boolean isDefined(CExpression.Name name) {
    return switch (context.scope().find(name.name())) {
      case null -> false;
      case CSymbol.OfFunction(Function function) -> function.isDefined();
      default -> true;
    };
  }

  /** {@code whole}: whether all of the condition was understood, so that none of it can fail. */
  private record Narrowed(Ranges.Range range, boolean whole) {}

  private Narrowed narrow(Ranges.Range range, CExpression condition, Taken taken) {
    if (condition instanceof CExpression.Binary and && and.operator().equals("&&")) {
      Narrowed left = narrow(range, and.left(), taken);
      return left.whole ? narrow(left.range, and.right(), taken) : left;
    }
    if (condition instanceof CExpression.Binary compare) {
      Long right = constant(compare.right(), taken);
      Long left = constant(compare.left(), taken);
      if (isName(compare.left(), taken) && right != null) {
        return bound(range, compare.operator(), right);
      }
      if (isName(compare.right(), taken) && left != null) {
        return bound(range, swapped(compare.operator()), left);
      }
      boolean harmless = isSimple(compare.left()) && isSimple(compare.right());
      return new Narrowed(range, harmless && COMPARISONS.contains(compare.operator()));
    }
    return new Narrowed(range, false);
  }

  private static boolean isName(CExpression expression, Taken taken) {
    return expression instanceof CExpression.Name name && name.name().equals(taken.name);
  }

  /** A constant that is compared in the variable's own type, or null. */
  private @Nullable Long constant(CExpression expression, Taken taken) {
    return isConstant(expression)
            && expressions.value(expression) instanceof Typed.Constant constant
            && constant.type() instanceof Type.IntegerType type
            && Conversions.usual(type, taken.type).equals(taken.type)
            && (taken.type.signed() || constant.value() >= 0)
        ? (Long) constant.value()
        : null;
  }

  /** A name or a constant: to compare them cannot fail. */
  private boolean isSimple(CExpression expression) {
    return expression instanceof CExpression.Name || isConstant(expression);
  }

  private boolean isConstant(CExpression expression) {
    return switch (expression) {
      case CExpression.IntegerConstant number -> true;
      case CExpression.Name name ->
          !declared.contains(name.name())
              && !enumerates
              && context.named(name) instanceof CSymbol.OfConstant;
      case CExpression.Unary unary -> !unary.operator().equals("*") && isConstant(unary.operand());
      case CExpression.Binary binary -> isConstant(binary.left()) && isConstant(binary.right());
      default -> false;
    };
  }

  private static String swapped(String operator) {
    return operator.startsWith("<")
        ? operator.replace('<', '>')
        : operator.startsWith(">") ? operator.replace('>', '<') : operator;
  }

  private static Narrowed bound(Ranges.Range range, String operator, long value) {
    long least = range.least();
    long greatest = range.greatest();
    switch (operator) {
      case "<" -> greatest = Math.min(greatest, value - 1);
      case "<=" -> greatest = Math.min(greatest, value);
      case ">" -> least = Math.max(least, value + 1);
      case ">=" -> least = Math.max(least, value);
      case "==" -> {
        least = Math.max(least, value);
        greatest = Math.min(greatest, value);
      }
      case "!=" -> {}
      default -> {
        return new Narrowed(range, false);
      }
    }
    return new Narrowed(new Ranges.Range(least, greatest), true);
  }
}
