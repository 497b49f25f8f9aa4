// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.property;

import dev.fencepost.ir.Program;
import java.util.List;

/** What a front end makes of a text: the program and the properties that the text states. */
public record CheckedProgram(Program program, List<Property> properties) {
  public CheckedProgram {
    properties = List.copyOf(properties);
  }
}
