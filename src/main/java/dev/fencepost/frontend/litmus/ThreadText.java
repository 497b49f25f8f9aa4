// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.List;

/** The column of one thread. */
record ThreadText(int number, List<Line> lines) {

  /**
   * A line with the labels that stand before it.
   *
   * @param instruction its mnemonic is empty where there are only labels
   */
  record Line(List<String> labels, AssemblyLine instruction) {}
}
