// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.SmallSystem;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.WrapperContract;

/** Partial order on top of symmetry. */
class SymmetricActionsTest extends WrapperContract {
  @Override
  protected Generator wrapped(SmallSystem system) {
    SymmetryReduction symmetry = new SymmetryReduction(system, system);
    return new PartialOrderReduction(symmetry).newGenerator();
  }
}
