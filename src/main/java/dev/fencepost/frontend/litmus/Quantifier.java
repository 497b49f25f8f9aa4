// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

/** How a test asks about its condition. */
public enum Quantifier {
  EXISTS("exists"),
  NOT_EXISTS("~exists"),
  FORALL("forall");

  private final String text;

  Quantifier(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
