// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import java.util.Collections;
import java.util.List;

/**
 * A class of instances: kinds, attributes that they carry, and attributes that they do not.
 *
 * @param kinds a bit for each {@link InstanceKind}
 */
public record Pattern(int kinds, List<String> with, List<String> without) {
  public static final int LOAD = 1 << InstanceKind.LOAD.ordinal();
  public static final int STORE = 1 << InstanceKind.STORE.ordinal();
  public static final int RMW = 1 << InstanceKind.RMW.ordinal();
  public static final int FENCE = 1 << InstanceKind.FENCE.ordinal();
  public static final int BRANCH = 1 << InstanceKind.BRANCH.ordinal();
  public static final int ACCESS = LOAD | STORE | RMW;

  public Pattern {
    with = List.copyOf(with);
    without = List.copyOf(without);
  }

  public boolean matches(InstanceClass instance) {
    return (kinds & 1 << instance.kind().ordinal()) != 0
        && (with.isEmpty() || instance.attributes().containsAll(with))
        && Collections.disjoint(without, instance.attributes());
  }

  boolean onlyBranches() {
    return kinds == BRANCH;
  }

  boolean onlyFences() {
    return kinds == FENCE;
  }

  boolean onlyAccesses() {
    return (kinds & ~ACCESS) == 0;
  }
}
