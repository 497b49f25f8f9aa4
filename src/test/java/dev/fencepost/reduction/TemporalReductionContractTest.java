// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.SmallSystem;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.WrapperContract;

class TemporalReductionContractTest extends WrapperContract {
  @Override
  protected Generator wrapped(SmallSystem system) {
    return new TemporalReduction(system, system).newGenerator();
  }
}
