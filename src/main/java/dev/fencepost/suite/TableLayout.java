// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import java.util.List;

/** How the cells of a table are laid out in lines. */
interface TableLayout {

  /** For people: column titles. */
  List<String> header();

  /** For people: the lines below, each cell marked. */
  List<List<String>> lines(Marks marks);

  /** For programs: the header and words of the file of published results. */
  List<String> csvHeader();

  List<List<String>> csvLines();

  /** How a cell says whether it is as published. */
  interface Marks {
    String mark(TableCell cell);
  }
}
