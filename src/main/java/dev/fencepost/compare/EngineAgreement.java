// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.compare;

import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.source.Phrase;
import java.util.List;
import java.util.Locale;

/**
 * The answers of three engines to one check.
 *
 * @param own the machine's answer
 * @param promela our own Promela machine's answer on the exported text
 * @param spin SPIN's answer on the exported text
 * @param note the reason why an answer is missing, or a difference other than the verdict
 * @param sameEnds whether the memory of all end states agrees, as far as it was compared
 */
public record EngineAgreement(
    Check check, Answer own, Answer promela, Answer spin, String note, boolean sameEnds) {
  static final String HOLDS = "holds";
  static final String VIOLATED = "violated";

  /** The check. */
  public record Check(String file, String scenario, String model, Form form) {}

  /**
   * The answer of one engine.
   *
   * @param verdict in a word, or empty where it came to none
   */
  public record Answer(String verdict, long states, double seconds) {
    static final Answer NONE = new Answer("", 0, 0);

    boolean isGiven() {
      return !verdict.isEmpty();
    }
  }

  static EngineAgreement leftOut(Check check, String note) {
    return new EngineAgreement(check, Answer.NONE, Answer.NONE, Answer.NONE, note, true);
  }

  /** Whether two engines differ about the verdict or about the states at the end. */
  public boolean differs() {
    return !sameEnds
        || List.of(own, promela, spin).stream()
                .filter(Answer::isGiven)
                .map(Answer::verdict)
                .distinct()
                .count()
            > 1;
  }

  /** Whether some engine came to no verdict, and the others agree. */
  public boolean isLeftOut() {
    return !differs() && !(own.isGiven() && promela.isGiven() && spin.isGiven());
  }

  public boolean agrees() {
    return !differs() && !isLeftOut();
  }

  /** One line for people. */
  public String line() {
    String what =
        Phrase.of(
            "%-52s %-12s %-9s %-8s",
            check.file(),
            check.scenario(),
            check.model(),
            check.form().name().toLowerCase(Locale.ROOT));
    if (isLeftOut()) {
      return what + " left out: " + note;
    }
    return Phrase.of(
            "%s %-9s %,9d   Promela %-9s %,10d   SPIN %-9s %,10d %s",
            what,
            own.verdict(),
            own.states(),
            promela.verdict(),
            promela.states(),
            spin.verdict(),
            spin.states(),
            agrees() ? "" : "DIFFERENT " + note)
        .stripTrailing();
  }
}
