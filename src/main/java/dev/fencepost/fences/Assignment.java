// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import java.util.List;
import java.util.Map;

/**
 * Fences at sites, and orders of accesses.
 *
 * @param orders of all accesses that a search may change
 */
record Assignment(Map<Site.Key, List<FenceKind>> fences, Map<Site.Key, AccessOrder> orders) {

  /** No fence, and each access as it is. */
  static final Assignment NONE = new Assignment(Map.of(), Map.of());

  Assignment {
    fences = Map.copyOf(fences);
    orders = Map.copyOf(orders);
  }

  List<FenceKind> fencesAt(Site.Key site) {
    return fences.getOrDefault(site, List.of());
  }
}
