// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

/**
 * Assertions of the exported model. An assertion fails at once. Under general laws, which may still
 * drop the run, {@code fail} records it until no pending instance can be blocked any more.
 */
record Judgement(Lines out, boolean isDeferred) {

  /** Asserts a condition. */
  void require(String condition) {
    out.add(text(condition) + ";");
  }

  String text(String condition) {
    return isDeferred
        ? "if :: (" + condition + ") :: else -> fail = 1 fi"
        : "assert(" + condition + ")";
  }
}
