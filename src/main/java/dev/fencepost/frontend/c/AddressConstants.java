// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Program;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Which constants in the code of a thread come from addresses of its variables: the addresses
 * themselves, and what is computed of them, be it a tagged or a shifted number. An equal number of
 * another origin is none of these, so constants are told apart by identity.
 */
final class AddressConstants {
  private final IdentityHashMap<Expr, Set<Span>> origins = new IdentityHashMap<>();

  /**
   * A variable.
   *
   * @param first its address; in the first thread, where each has its own
   */
  record Span(long first, long bytes) {

    /** Whether each of its cells may have guards and ends of its own. */
    boolean isSmall() {
      return bytes <= (long) Lifetimes.MOST_CELLS * Program.CELL_BYTES;
    }

    private boolean has(long address) {
      return address >= first && address <= first + bytes;
    }
  }

  /** The address of a variable. */
  Expr of(Span variable) {
    Expr address = Expr.constant(variable.first);
    origins.put(address, Set.of(variable));
    return address;
  }

  /** A constant that is computed of others, which are parts of the expressions. */
  Expr computed(long value, Expr... from) {
    Set<Span> all = new HashSet<>();
    for (Expr part : from) {
      addOrigins(part, all);
    }
    Expr result = Expr.constant(value);
    if (!all.isEmpty()) {
      origins.put(result, all);
    }
    return result;
  }

  /**
   * What an operation makes of two constants. Neither the result of a comparison nor the distance
   * of two addresses in a variable is the address of anything.
   */
  Expr computed(BinaryOperator operator, Expr.Constant left, Expr.Constant right) {
    long value = Arithmetic.binary(operator, left.value(), right.value());
    boolean distance = operator == BinaryOperator.SUBTRACT && areInOne(left, right);
    return operator.isComparison() || distance
        ? Expr.constant(value)
        : computed(value, left, right);
  }

  private boolean areInOne(Expr.Constant left, Expr.Constant right) {
    Set<Span> variables = origins(left);
    return variables.size() == 1
        && variables.equals(origins(right))
        && variables.stream().allMatch(one -> one.has(left.value()) && one.has(right.value()));
  }

  /** Whether an expression has a constant that comes from the address of a variable. */
  boolean has(Expr expr, Span variable) {
    return expr.has(part -> origins(part).contains(variable));
  }

  /** Adds the variables of whose addresses an expression has constants. */
  void addOrigins(Expr expr, Set<Span> variables) {
    variables.addAll(origins(expr));
    expr.operands().forEach(operand -> addOrigins(operand, variables));
  }

  private Set<Span> origins(Expr constant) {
    return origins.getOrDefault(constant, Set.of());
  }
}
