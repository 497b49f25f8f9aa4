// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import java.util.List;
import java.util.Optional;

/**
 * What came of a search for fences.
 *
 * @param answers cheapest first
 * @param considered all choices that there were, and the texts in which they stand
 * @param lower no assignment that is cheaper than this holds, beside the answers
 * @param checks how many assignments were checked, in one scenario under one model each
 * @param counterexamples how many violating runs were found
 */
public record FencesResult(
    List<Answer> answers,
    Ending ending,
    Considered considered,
    long lower,
    int checks,
    int counterexamples,
    double seconds) {
  public FencesResult {
    answers = List.copyOf(answers);
  }

  /**
   * What a search had to choose from.
   *
   * @param leftAlone the fences that a search for weaker ones did not touch
   */
  public record Considered(List<Choice> choices, List<LeftAlone> leftAlone, List<InputText> texts) {
    public Considered {
      choices = List.copyOf(choices);
      leftAlone = List.copyOf(leftAlone);
      texts = List.copyOf(texts);
    }
  }

  /** The check that failed, where the search ended with one. */
  public Optional<CheckResult> failure() {
    return switch (ending) {
      case Ending.FailsUnderSc sc -> Optional.of(sc.failure());
      case Ending.FailsAsItIs fails -> Optional.of(fails.failure());
      case Ending.NoFenceHelps none -> Optional.of(none.failure());
      case Ending.Complete complete -> Optional.empty();
      case Ending.NothingToAdd nothing -> Optional.empty();
      case Ending.Stopped stopped -> Optional.empty();
    };
  }

  /** How the search ended. */
  public sealed interface Ending {

    /** The answers are all that was asked for, and each is proved to be minimal. */
    record Complete() implements Ending {}

    /** The program holds without any more fences. */
    record NothingToAdd() implements Ending {}

    /** A check fails under sequential consistency. */
    record FailsUnderSc(CheckResult failure) implements Ending {}

    /** The fences that are there are not enough. */
    record FailsAsItIs(String check, CheckResult failure) implements Ending {}

    /** A run that no fence at any site forbids. */
    record NoFenceHelps(String check, CheckResult failure) implements Ending {}

    /** A limit ended the search; {@code known} holds and may not be minimal. */
    record Stopped(String why, List<Choice> known) implements Ending {
      public Stopped {
        known = List.copyOf(known);
      }
    }
  }
}
