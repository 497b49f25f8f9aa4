// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.source.SourceSpan;
import java.util.List;

/**
 * What FENCEPOST_LTL states.
 *
 * @param atoms what the atoms of the formula stand for, by their numbers
 */
record StatedFormula(LtlFormula formula, List<Typed> atoms, SourceSpan span) {
  StatedFormula {
    atoms = List.copyOf(atoms);
  }
}
