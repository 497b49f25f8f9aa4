// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.Attempt.Meaning;
import dev.fencepost.check.Attempt.Role;
import dev.fencepost.source.Phrase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The attempts of a check, in their order, and the rules by which a result changes them.
 *
 * <p>Expanding a state with reductions takes several times as long as without. So a search begins
 * without reductions, and pauses at a number of states, and again at {@link #AGAIN} times as many.
 * An estimate on the first states shows how much a reduction saves. If it saves much, the reduced
 * system is searched to its end; if it saves something, up to a part of the states known so far,
 * which costs little; if it saves nothing, never.
 *
 * <p>Runs of a reduced system are not the shortest. So a violation is searched for again without
 * reductions, breadth-first, and that run is shown. The run of the reduced system is shown if a
 * limit stops this search, for other orders, and for exhaustive searches.
 *
 * @param attempts the attempts that are left, in their order
 * @param unsymmetric finds a run if the runs of the reduced system are none of the machine
 * @param violation a violation of the reduced system that still needs its run
 */
record SearchPlan(
    List<Attempt> attempts, Optional<Attempt> unsymmetric, Optional<Found> violation) {

  /** At so many times the states at which reductions were tried they are tried again. */
  private static final int AGAIN = 4;

  /** A reduction that leaves out little gets one part in so many of the states met without it. */
  private static final int PART = 10;

  /** One in so many where a state takes nearly as long without reductions. */
  private static final int LARGE_PART = 4;

  /**
   * The share of steps up to which the reduced system is searched to its end. On the library the
   * share is a half or less, or seven tenths and more.
   */
  private static final double WORTHWHILE = 0.6;

  /** Above this one hardly anything is left out. */
  private static final double HOPELESS = 0.95;

  /** How many attempts are named. */
  private static final int SHOWN = 4;

  SearchPlan {
    attempts = List.copyOf(attempts);
  }

  private SearchPlan(List<Attempt> attempts) {
    this(attempts, Optional.empty(), Optional.empty());
  }

  /** Attempts of which each follows if the one before does not give the answer. */
  static SearchPlan of(Attempt... attempts) {
    return new SearchPlan(List.of(attempts));
  }

  /** The reduced system from the first state on. */
  static SearchPlan reducedFirst(Attempt reduced, Attempt whole, Attempt unsymmetric) {
    return new SearchPlan(toEnd(reduced, whole)).withUnsymmetric(unsymmetric);
  }

  private static List<Attempt> toEnd(Attempt reduced, Attempt whole) {
    Attempt unlimited = reduced.upTo(Attempt.UNLIMITED);
    return reduced.meaning() == Meaning.HOLDS
        ? List.of(unlimited, whole.upTo(Attempt.UNLIMITED).meaning(Meaning.RUN))
        : List.of(unlimited);
  }

  /**
   * The reduced system where the whole one is large.
   *
   * @param estimate nothing where the reduced system is to be searched to its end
   * @param large the number of states at which the whole search first pauses
   * @param most the number of states that a search may know
   */
  static SearchPlan whenLarge(
      Attempt whole, Attempt reduced, Optional<Attempt> estimate, long large, long most) {
    if (most <= large) {
      return of(whole);
    }
    List<Attempt> attempts = new ArrayList<>();
    if (estimate.isEmpty()) {
      attempts.add(whole.upTo(large));
      attempts.addAll(toEnd(reduced, whole));
    } else {
      attempts.addAll(tries(whole, reduced, PART, large, most));
      attempts.add(1, estimate.get());
    }
    return new SearchPlan(attempts);
  }

  /**
   * The reduced system where the whole one is large and slow, and its first states say little: up
   * to a part of the states known so far, again and again.
   */
  static SearchPlan triedWhenLarge(Attempt whole, Attempt reduced, long large, long most) {
    return most <= large
        ? of(whole)
        : new SearchPlan(tries(whole, reduced, LARGE_PART, large, most));
  }

  private static List<Attempt> tries(
      Attempt whole, Attempt reduced, int part, long large, long most) {
    List<Attempt> attempts = new ArrayList<>();
    for (long states = large; states < Math.min(most, Integer.MAX_VALUE); states *= AGAIN) {
      attempts.add(whole.upTo(states));
      attempts.add(reduced.upTo(states / part));
    }
    attempts.add(whole);
    attempts.add(reduced.meaning(Meaning.ANSWER));
    return attempts;
  }

  SearchPlan withUnsymmetric(Attempt newUnsymmetric) {
    return new SearchPlan(attempts, Optional.of(newUnsymmetric), violation);
  }

  private SearchPlan with(List<Attempt> newAttempts) {
    return new SearchPlan(newAttempts, unsymmetric, violation);
  }

  private SearchPlan withViolation(Found known) {
    return new SearchPlan(attempts, unsymmetric, Optional.of(known));
  }

  Attempt first() {
    return attempts.getFirst();
  }

  /**
   * What comes after an attempt.
   *
   * @param why the reason, in words
   */
  record Step(SearchPlan rest, Optional<Found> answer, String why) {}

  /** What comes after the first attempt has found this. */
  Step after(Found found) {
    SearchPlan rest = with(attempts.subList(1, attempts.size()));
    return switch (found.ending()) {
      case Found.Complete complete -> rest.afterCompletion(found);
      case Found.Violation violated -> rest.afterViolation(first(), found);
      case Found.Stopped stopped -> rest.afterStop(first(), found, stopped);
      case Found.Paused paused -> rest.goOn("pauses, for it is large");
      case Found.Share(double share) -> rest.afterEstimate(share);
    };
  }

  private Step afterCompletion(Found found) {
    if (violation.isPresent()) {
      throw new IllegalStateException("a violation of the reduced system is none of the system");
    }
    return answer(found, "the answer: all states were searched");
  }

  private Step afterViolation(Attempt done, Found found) {
    if (done.meaning() == Meaning.RUN && done.role() == Role.REDUCED) {
      return answer(violation.orElseThrow().withEnding(found.ending()), "gives the run");
    }
    if (done.role() == Role.WHOLE) {
      return answer(found, "the answer: a violation");
    }
    if (done.meaning() == Meaning.HOLDS) {
      return with(List.of(whole().meaning(Meaning.RUN)))
          .withViolation(found)
          .goOn("has a violation; the shortest run is searched for");
    }
    boolean counts = done.meaning() == Meaning.COUNTS;
    return counts && done.isLimited() && !found.counts().exhausted()
        ? goOn("left at its limit")
        : withRun(found);
  }

  private Step afterStop(Attempt done, Found found, Found.Stopped stopped) {
    if (done.meaning() == Meaning.RUN) {
      Found known = violation.orElseThrow();
      return done.role() == Role.WHOLE
          ? withRun(known)
          : answer(known, "gives no run before its limit: the answer is a violation without one");
    }
    if (done.role() == Role.REDUCED) {
      return done.isLimited() ? goOn("left: it may not be small") : ended(done, found, stopped);
    }
    boolean more = !attempts.isEmpty() && attempts.getLast().role() == Role.REDUCED;
    boolean tried = attempts.stream().noneMatch(each -> each.role() == Role.ESTIMATE);
    return stopped.tooLarge() && more && tried
        ? with(List.of(attempts.getLast())).goOn("left: it is too large")
        : with(List.of()).ended(done, found, stopped);
  }

  private Step ended(Attempt done, Found found, Found.Stopped stopped) {
    Optional<Attempt> onDisk = stopped.why().isOutOfMemory() ? done.onDisk() : Optional.empty();
    if (onDisk.isEmpty()) {
      return answer(found, "ended by a limit");
    }
    List<Attempt> rest = new ArrayList<>(attempts);
    rest.addFirst(onDisk.get());
    return with(rest).goOn("left: memory is full");
  }

  private Step afterEstimate(double share) {
    String part = Phrase.of("%.0f %% of the first steps are taken: ", share * 100);
    if (share > HOPELESS) {
      return with(List.of(whole())).goOn(part + "reductions are left out");
    }
    return share <= WORTHWHILE
        ? with(toEnd(attempts.getFirst(), whole())).goOn(part + "the reduced system is searched")
        : goOn(part + "the reduced system is tried for a while");
  }

  /** The search without reductions, to its end. */
  private Attempt whole() {
    return attempts.stream()
        .filter(each -> each.role() == Role.WHOLE)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  /** A result of the reduced system, with a run of the machine where it has a violation. */
  private Step withRun(Found found) {
    boolean lacksRun = found.ending() instanceof Found.Violation(Found.OfQuotient run);
    return lacksRun
        ? with(List.of(unsymmetric.orElseThrow()))
            .withViolation(found)
            .goOn("has a violation; a run is searched for without symmetry")
        : answer(found, "the answer: a violation");
  }

  private Step goOn(String why) {
    return new Step(this, Optional.empty(), why);
  }

  private Step answer(Found found, String why) {
    return new Step(this, Optional.of(found), why);
  }

  /** The attempts that are left, in words. */
  @Override
  public String toString() {
    String first =
        attempts.stream().limit(SHOWN).map(Attempt::toString).collect(Collectors.joining("; "));
    return first + (attempts.size() > SHOWN ? "; and so on" : "");
  }
}
