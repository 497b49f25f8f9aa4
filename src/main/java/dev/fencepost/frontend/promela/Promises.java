// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.source.Diagnostics;
import java.util.HashMap;
import java.util.Map;

/**
 * What {@code xr} and {@code xs} say: that no other process receives from a channel, or sends to
 * it. That changes no behaviour.
 */
final class Promises {
  private final ExpressionLowering expressions;
  private final Diagnostics diagnostics;

  /** Per word and global channel, the process type that has it alone. */
  private final Map<String, String> owners = new HashMap<>();

  Promises(ExpressionLowering expressions, Diagnostics diagnostics) {
    this.expressions = expressions;
    this.diagnostics = diagnostics;
  }

  /** Notes what a process type says about a channel. */
  void add(String word, Expression.Reference channel, Scope scope, String owner) {
    PromelaExpr read = expressions.channel(channel, scope);
    if (channel.parts().stream().anyMatch(part -> part.index().isPresent())) {
      diagnostics.error(
          channel.span(),
          "'" + word + "' cannot be about an element of an array",
          "leave it out: it changes no behaviour");
    } else if (read instanceof PromelaExpr.Read(Place place)
        && place.region() == Place.Region.GLOBAL) {
      String other = owners.putIfAbsent(word + " " + place.text(), owner);
      if (other != null && !other.equals(owner)) {
        diagnostics.error(
            channel.span(),
            "'%s' and '%s' both say %s of '%s'".formatted(other, owner, word, place.text()),
            "one process alone can have a channel for itself");
      }
    }
  }
}
