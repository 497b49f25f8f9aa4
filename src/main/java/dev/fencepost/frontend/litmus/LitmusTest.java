// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.property.CheckedProgram;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A litmus test: a program, and a question about its final states. Registers that the question
 * speaks of are stored to strong cells at the end of their threads, so that memory is the final
 * state.
 *
 * @param architecture the first word of the file
 * @param cells the cell of each place that the question speaks of
 */
public record LitmusTest(
    String architecture,
    String name,
    CheckedProgram checked,
    Question question,
    SequencedMap<Place, Integer> cells) {

  public LitmusTest {
    cells = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(cells));
  }

  /** The address of each variable by its name. */
  Map<String, Long> addresses() {
    return CellTable.addresses(checked.program());
  }
}
