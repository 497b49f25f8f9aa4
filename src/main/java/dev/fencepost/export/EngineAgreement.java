// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.export.PromelaExport.Form;
import java.util.Locale;

/**
 * What both engines say of one check.
 *
 * @param own the machine's verdict in a word
 * @param spin SPIN's verdict, or empty where there is none
 * @param note why there is none, or what else differs
 */
public record EngineAgreement(
    Check check,
    String own,
    long ownStates,
    String spin,
    long spinStates,
    double spinSeconds,
    String note) {
  static final String HOLDS = "holds";
  static final String VIOLATED = "violated";

  /** The check. */
  public record Check(String file, String scenario, String model, Form form) {}

  static EngineAgreement leftOut(Check check, String note) {
    return new EngineAgreement(check, "", 0, "", 0, 0, note);
  }

  public boolean isLeftOut() {
    return spin.isEmpty();
  }

  public boolean agrees() {
    return !isLeftOut() && own.equals(spin) && note.isEmpty();
  }

  /** One line for people. */
  public String line() {
    String what =
        String.format(
            Locale.ROOT,
            "%-52s %-12s %-9s %-8s",
            check.file(),
            check.scenario(),
            check.model(),
            check.form().name().toLowerCase(Locale.ROOT));
    if (isLeftOut()) {
      return what + " left out: " + note;
    }
    return String.format(
            Locale.ROOT,
            "%s %-9s %,9d   SPIN %-9s %,10d %s",
            what,
            own,
            ownStates,
            spin,
            spinStates,
            agrees() ? "" : "DIFFERENT " + note)
        .stripTrailing();
  }
}
