// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.reference.Relation;

/** Who reads from whom, and the order of the writes to each cell. */
public final class Communication {
  final Relation rf;
  final Relation co;
  final Relation fr;

  /** Within a thread. */
  final Relation rfi;

  final Relation coi;
  final Relation fri;

  /** Between threads. */
  final Relation rfe;

  final Relation coe;
  final Relation fre;

  Communication(Skeleton skeleton, Relation rf, Relation co) {
    this.rf = rf;
    this.co = co;
    fr = rf.inverse().then(co).minus(Relation.of(rf.size(), (a, b) -> a == b));
    rfi = rf.and(skeleton.internal);
    coi = co.and(skeleton.internal);
    fri = fr.and(skeleton.internal);
    rfe = rf.minus(rfi);
    coe = co.minus(coi);
    fre = fr.minus(fri);
  }
}
