// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.sat4j.core.Vec;
import org.sat4j.core.VecInt;
import org.sat4j.pb.IPBSolver;
import org.sat4j.pb.ObjectiveFunction;
import org.sat4j.pb.OptToPBSATAdapter;
import org.sat4j.pb.PseudoOptDecorator;
import org.sat4j.pb.SolverFactory;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.IVec;
import org.sat4j.specs.TimeoutException;

/**
 * Cheapest sets of choices that have an element of each of some sets. Of two sets with one cost the
 * weaker one is cheaper, if something costs nothing or is the order of an access; else both are
 * minimal.
 */
final class HittingSets {
  private final long[] costs;
  private final List<BitSet> exclusive;

  HittingSets(Choices choices) {
    List<Choice> all = choices.all();
    exclusive = choices.exclusive();
    long[] plain = all.stream().mapToLong(Choice::cost).toArray();
    boolean ranked = choices.hasOrders() || LongStream.of(plain).anyMatch(cost -> cost == 0);
    BigInteger divisor =
        LongStream.of(plain).mapToObj(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::gcd);
    long ranks = 1 + all.stream().mapToLong(each -> each.kind().rank()).sum();
    costs = new long[plain.length];
    for (int i = 0; i < costs.length; i++) {
      long cost = plain[i] / Math.max(1, divisor.longValueExact());
      costs[i] = ranked ? cost * ranks + all.get(i).kind().rank() : cost;
    }
  }

  /**
   * The cheapest set.
   *
   * @param hit the sets to be hit
   * @param excluded lists of sets, of which no answer has an element of each
   */
  Optional<BitSet> cheapest(List<BitSet> hit, List<List<BitSet>> excluded) {
    IPBSolver solver = SolverFactory.newDefault();
    solver.newVar(costs.length + excluded.stream().mapToInt(List::size).sum());
    int last = costs.length;
    try {
      for (BitSet set : hit) {
        solver.addClause(new VecInt(set.stream().map(i -> i + 1).toArray()));
      }
      for (BitSet set : exclusive) {
        int[] numbers = set.stream().map(i -> i + 1).toArray();
        if (numbers.length > 1) {
          solver.addAtMost(new VecInt(numbers), 1);
        }
      }
      for (List<BitSet> sets : excluded) {
        VecInt some = new VecInt();
        for (BitSet set : sets) {
          int has = ++last;
          for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
            solver.addClause(new VecInt(new int[] {-i - 1, has}));
          }
          some.push(-has);
        }
        solver.addClause(some);
      }
      solver.setObjectiveFunction(objective());
      OptToPBSATAdapter optimum = new OptToPBSATAdapter(new PseudoOptDecorator(solver));
      optimum.setTimeout(Integer.MAX_VALUE / 1000);
      return optimum.isSatisfiable() ? Optional.of(chosen(optimum.model())) : Optional.empty();
    } catch (ContradictionException e) {
      return Optional.empty();
    } catch (TimeoutException e) {
      throw new IllegalStateException("the solver has no limit of time", e);
    }
  }

  private ObjectiveFunction objective() {
    VecInt variables = new VecInt();
    IVec<BigInteger> factors = new Vec<>();
    for (int i = 0; i < costs.length; i++) {
      variables.push(i + 1);
      factors.push(BigInteger.valueOf(costs[i]));
    }
    return new ObjectiveFunction(variables, factors);
  }

  private BitSet chosen(int[] model) {
    BitSet chosen = new BitSet();
    for (int literal : model) {
      if (literal > 0 && literal <= costs.length) {
        chosen.set(literal - 1);
      }
    }
    return chosen;
  }
}
