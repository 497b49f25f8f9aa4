// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import java.util.Locale;

/** How a result compares with the expected one. */
public enum Agreement {
  AS_EXPECTED("="),
  DIFFERENT("!"),
  INCONCLUSIVE("?"),
  /** Nothing was expected. */
  OPEN("-");

  private final String mark;

  Agreement(String mark) {
    this.mark = mark;
  }

  public String mark() {
    return mark;
  }

  /** The agreement in lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
