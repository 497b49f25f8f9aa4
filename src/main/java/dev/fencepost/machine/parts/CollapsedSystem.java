// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.transition.TransitionSystem;
import java.util.Optional;

/** A system whose states are lists of the identifiers of their parts. */
public interface CollapsedSystem extends TransitionSystem {

  PartNumbers parts();

  /** Whether identifiers do not pay for so many states, or there are no more of them. */
  boolean isWaste(long states);

  /** This system with fewer parts to a state; empty where they cannot be fewer. */
  default Optional<CollapsedSystem> withFewerParts() {
    return Optional.empty();
  }
}
