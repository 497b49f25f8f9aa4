// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import dev.fencepost.source.SourceSpan;
import java.util.List;

/**
 * An {@code ltl} block.
 *
 * @param formula the formula, in which {@code p0}, {@code p1}, ... stand for its atoms
 * @param atoms for each of those its number in {@link PromelaModel#atoms}
 */
public record LtlProperty(String name, String formula, List<Integer> atoms, SourceSpan span) {
  public LtlProperty {
    atoms = List.copyOf(atoms);
  }
}
