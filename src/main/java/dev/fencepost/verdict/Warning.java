// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.verdict;

import dev.fencepost.source.SourceSpan;

/**
 * A reason why a verdict may say less than it seems to.
 *
 * @param place {@link SourceSpan#NONE} if it has none in the text
 */
public record Warning(Kind kind, SourceSpan place, String message) {

  /** What is doubtful. */
  public enum Kind {
    /** In some end states a thread waits for ever. */
    BLOCKED_END,
    /** A definition that the text never asks for. */
    UNUSED_DEFINITION,
    /** An option that makes no difference to the check. */
    UNUSED_OPTION,
    /** Something that no run does. */
    VACUOUS,
    /** Plain accesses race, which leaves a C11 program without meaning. */
    DATA_RACE
  }

  /** {@code file:line: message}. */
  @Override
  public String toString() {
    return place.equals(SourceSpan.NONE)
        ? message
        : place.file() + ":" + place.line() + ": " + message;
  }
}
