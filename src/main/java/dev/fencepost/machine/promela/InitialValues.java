// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Variable;
import java.util.List;

/** Gives variables their initial values; those without one are 0. */
final class InitialValues {
  private final List<Variable> variables;
  private final ExprCode[][] values;

  InitialValues(List<Variable> variables, ModelCode code) {
    this.variables = variables;
    values =
        variables.stream()
            .map(v -> v.values().stream().map(code::expression).toArray(ExprCode[]::new))
            .toArray(ExprCode[][]::new);
  }

  /**
   * Sets the variables.
   *
   * @param base the position of their region
   * @param channels how many channels there are before those that the variables make
   */
  void apply(PromelaFrame frame, int base, int channels) {
    int channel = channels;
    for (int i = 0; i < values.length; i++) {
      Variable variable = variables.get(i);
      boolean makesChannels = variable.channel().isPresent();
      for (int j = 0; j < variable.length() && (makesChannels || values[i].length > 0); j++) {
        int value =
            makesChannels ? ++channel : values[i][Math.min(j, values[i].length - 1)].eval(frame);
        int at = base + variable.offset() + j * variable.stride();
        Bytes.put(frame.bytes, at, variable.type(), variable.width(), value);
      }
    }
  }
}
