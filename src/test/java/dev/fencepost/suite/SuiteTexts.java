// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.source.InvalidInputException;

/** Reads the texts of this room, for tests elsewhere. */
public final class SuiteTexts {
  private SuiteTexts() {}

  /** Reads a text as what its name says. */
  public static void read(String file, String text) throws InvalidInputException {
    if (file.endsWith(".runs")) {
      TableSpec.parse("fuzz", file, text);
    } else if (file.endsWith(".litmus.expect")) {
      LitmusExpectations.parse(file, text);
    } else {
      Expectations.parse(file, text);
    }
  }
}
