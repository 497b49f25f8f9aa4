// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.property;

import java.util.List;

/** What a front end makes of a text: one case for each machine that can run it. */
public sealed interface SourceModel permits CheckedProgram, CheckedPromela {

  /** The names of the properties of infinite runs that the text states, in their order. */
  List<String> temporalNames();
}
