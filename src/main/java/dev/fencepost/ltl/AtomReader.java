// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;

/** Gives meaning to the atoms of a formula's text; the language of atoms is its own affair. */
@FunctionalInterface
public interface AtomReader {

  /**
   * What an atom stands for: mostly a {@link LtlFormula.Atom} that the reader has numbered, the
   * same for the same condition, from 0 up to {@link BuchiTranslation#MAX_ATOMS}.
   *
   * @param text as written, without white space at its ends
   */
  LtlFormula read(String text, SourceSpan span) throws InvalidInputException;
}
