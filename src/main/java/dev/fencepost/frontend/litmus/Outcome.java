// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

/** The answer to a litmus test: of how many of its final states the condition holds. */
public enum Outcome {
  /** Of some, but not of all. */
  ALLOWED("Sometimes"),
  /** Of none. */
  FORBIDDEN("Never"),
  /** There is no final state that counts: whatever is said of all of them holds. */
  VACUOUS("Never"),
  /** Of all. */
  REQUIRED("Always");

  private final String observation;

  Outcome(String observation) {
    this.observation = observation;
  }

  /** Herd's word for it. */
  public String observation() {
    return observation;
  }

  /** Whether this is what the quantifier asks for. */
  public boolean validates(Quantifier quantifier) {
    return switch (quantifier) {
      case EXISTS -> this == ALLOWED || this == REQUIRED;
      case NOT_EXISTS -> this == FORBIDDEN || this == VACUOUS;
      case FORALL -> this == REQUIRED || this == VACUOUS;
    };
  }
}
