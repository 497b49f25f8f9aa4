// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.reference.Relation;
import java.util.function.Predicate;

/** x86-TSO: herd's x86tso.cat. */
final class X86Model implements CpuModel {

  @Override
  public Dependencies dependencies() {
    return new Dependencies(false, false, false, false);
  }

  @Override
  public Predicate<Communication> on(Skeleton x) {
    // po_ghb = WW(po) | RM(po)
    Relation poGhb = x.po.from(x.w).into(x.w).or(x.po.from(x.r).into(x.m));
    Relation mfence = x.around(x.fences(FencePairs.FULL));
    // implied = MA(poWR) | AM(poWR)
    Relation poWr = x.po.from(x.w).into(x.r);
    Relation implied = poWr.into(x.atomic).or(poWr.from(x.atomic));
    Relation ordered = mfence.or(implied, poGhb);
    return c ->
        // acyclic po-loc | amo | com
        x.poLoc.or(x.rmw, c.rf, c.fr, c.co).acyclic()
            // empty rmw & (fre;coe)
            && x.rmw.and(c.fre.then(c.coe)).isEmpty()
            // acyclic mfence | implied | po_ghb | rfe | fr | co as tso
            && ordered.or(c.rfe, c.fr, c.co).acyclic();
  }
}
