// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.property;

import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ir.promela.PromelaModel;
import java.util.List;

/** A Promela model, with the ltl blocks and the never claim that its text states. */
public record CheckedPromela(PromelaModel model) implements SourceModel {

  @Override
  public List<String> temporalNames() {
    return model.properties().stream().map(LtlProperty::name).toList();
  }

  /**
   * Whether the never claim has acceptance labels. Its author means infinite runs, which a search
   * for the end of the claim overlooks.
   */
  public boolean claimAccepts() {
    return model.claim().stream()
        .flatMap(claim -> claim.points().stream())
        .anyMatch(ControlPoint::accept);
  }
}
