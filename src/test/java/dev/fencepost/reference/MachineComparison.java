// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.memorymodel.AccessKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs a program on both machines and describes the difference. */
final class MachineComparison {
  /** Larger than any window of a loop-free random program. */
  private static final int WINDOW = 64;

  private static final Set<String> RUN_TIME_ERRORS =
      Set.of(
          ReferenceExecution.BAD_ADDRESS,
          ReferenceExecution.NO_THREAD,
          ReferenceExecution.LOCKED_TWICE,
          ReferenceExecution.NOT_LOCKED,
          ReferenceState.FREED,
          ReferenceExpressions.DIVISION_BY_ZERO,
          ReferenceExpressions.BAD_SHIFT,
          ReferenceExpressions.OUT_OF_BOUNDS);

  private final int limit;
  private final Map<List<Object>, ReferenceResult> results = new HashMap<>();
  private RandomProgram explored;
  private int compared;
  private int leftOut;

  MachineComparison(int limit) {
    this.limit = limit;
  }

  int compared() {
    return compared;
  }

  /** How often a program was not compared. */
  int leftOut() {
    return leftOut;
  }

  /** With speculation a spinning thread is fetched for ever on guesses. */
  private static boolean applies(RandomProgram program, MemoryModel model) {
    return !model.speculation() || !program.hasSpinLoop();
  }

  /** What differs, as text to report, or an empty string. */
  String difference(RandomProgram program, MemoryModel model) {
    if (!applies(program, model)) {
      leftOut++;
      return "";
    }
    ReferenceResult reference = reference(program, model);
    if (!reference.complete()) {
      leftOut++;
      return "";
    }
    ReferenceResult real;
    try {
      real = new RealMachine(program.checked(), model, WINDOW).explore(limit);
    } catch (LimitException | RuntimeException e) {
      return model.name() + ": " + e + "\n" + program;
    }
    compared++;
    boolean same = program.ordersByOutcome() ? covers(real, reference) : agree(reference, real);
    return same
        ? ""
        : String.format(
            "%s:%n%s%n  reference %s%n  machine   %s%n", model.name(), program, reference, real);
  }

  /** Models whose tables agree on the accesses that the program has are one model to it. */
  private ReferenceResult reference(RandomProgram program, MemoryModel model) {
    if (!program.equals(explored)) {
      explored = program;
      results.clear();
    }
    return results.computeIfAbsent(
        asFarAsItMatters(program, model),
        key ->
            new ReferenceMachine(program.checked(), model, ReferenceMachine.NO_BOUND)
                .explore(limit));
  }

  /**
   * What waits for what among the accesses that the program has; and behind which of them fetch
   * stops, whatever fences follow, which hangs on accesses that it need not have.
   */
  private static List<Object> asFarAsItMatters(RandomProgram program, MemoryModel model) {
    Set<AccessKind> kinds = program.kinds();
    List<Object> facts = new ArrayList<>(List.of(model.speculation()));
    for (AccessKind earlier : kinds) {
      for (AccessKind later : kinds) {
        facts.add(AccessKind.rule(model, earlier, later));
      }
      for (int fences = 0; fences <= FencePairs.FULL; fences++) {
        facts.add(stopsFetch(model, earlier, fences));
      }
    }
    return facts;
  }

  private static boolean stopsFetch(MemoryModel model, AccessKind earlier, int fences) {
    boolean stops = true;
    for (AccessKind later : AccessKind.values()) {
      stops &=
          AccessKind.rule(model, earlier, later) == OrderTable.Rule.ALWAYS
              || (ReferenceOrder.pairs(earlier, later) & fences) != 0;
    }
    return stops;
  }

  /**
   * A compare-exchange has one order if it succeeds and another if not. The reference waits for the
   * stronger of both, as the outcome is not known before; the machine follows each outcome, and so
   * must find all that the reference finds.
   */
  private static boolean covers(ReferenceResult real, ReferenceResult reference) {
    return real.complete()
        && real.finals().containsAll(reference.finals())
        && (reference.violations().isEmpty() || !real.violations().isEmpty());
  }

  /**
   * Final states are always equal, and no window bound hit where the windows bound themselves.
   * Where nothing is violated, the same marks. The machine takes local steps at once, so that of
   * several violations the first may hide others: an assertion that fails in the local steps behind
   * a store may hide the invariant that the store violates. And of the errors of one instruction,
   * or of one atomic block, each machine names the one that it meets first.
   */
  static boolean agree(ReferenceResult reference, ReferenceResult real) {
    boolean violated = !reference.violations().isEmpty();
    boolean violationsWithin =
        reference.violations().contains("invariant")
            || reference.violations().stream().anyMatch(RUN_TIME_ERRORS::contains)
            || reference.violations().containsAll(real.violations());
    boolean marksWithin = reference.marks().containsAll(real.marks());
    return real.complete()
        && real.finals().equals(reference.finals())
        && violationsWithin
        && (violated || marksWithin)
        && violated == !real.violations().isEmpty()
        && (violated || real.marks().equals(reference.marks()));
  }
}
