// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;

/**
 * What options say of warnings; as members of a document, which lacks those that are not set.
 *
 * @param strict whether a warning makes a check inconclusive
 * @param vacuity whether what no run does is searched for
 * @param fairness the option that asks for fairness, or nothing
 */
record WarningOptions(boolean strict, boolean vacuity, String fairness) {

  static WarningOptions of(JsonObject document) {
    return new WarningOptions(
        document.has("strict") && document.get("strict").getAsBoolean(),
        document.has("vacuity") && document.get("vacuity").getAsBoolean(),
        document.has("fairness") ? document.get("fairness").getAsString() : "");
  }

  void addTo(JsonObject document) {
    if (strict) {
      document.addProperty("strict", true);
    }
    if (vacuity) {
      document.addProperty("vacuity", true);
    }
    if (!fairness.isEmpty()) {
      document.addProperty("fairness", fairness);
    }
  }

  /** What is set in one of two. */
  WarningOptions or(WarningOptions other) {
    return new WarningOptions(
        strict || other.strict,
        vacuity || other.vacuity,
        fairness.isEmpty() ? other.fairness : fairness);
  }
}
