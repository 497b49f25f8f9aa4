// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.reference.Relation;
import java.util.function.Predicate;

/**
 * RISC-V, RVWMO: herd's riscv.cat and riscv-defs.cat. The rules have the numbers of the ISA manual.
 * An atomic is one event that reads and writes.
 */
final class RiscVModel implements CpuModel {

  @Override
  public Dependencies dependencies() {
    return new Dependencies(true, false, true, false);
  }

  @Override
  public Predicate<Communication> on(Skeleton x) {
    Relation poLocNoW = x.poLoc.minus(x.poLoc.optional().into(x.w).then(x.poLoc));
    long aq = x.set(event -> event.access() != null && event.access().order().acquires());
    long rl = x.set(event -> event.access() != null && event.access().order().releases());
    long rcsc = (aq | rl) & (x.atomic | x.exclusive);
    long sc = x.exclusive & x.w;
    // r1 = [M];po-loc;[W]
    Relation r1 = x.poLoc.into(x.w);
    // r2 = ([R];po-loc-no-w;[R]) \ rsw
    Relation readRead = poLocNoW.from(x.r).into(x.r);
    // r5 = [AQ];po;[M], r6 = [M];po;[RL], r7 = [RCsc];po;[RCsc]
    Relation r5 = x.po.from(aq).into(x.m);
    Relation r6 = x.po.from(x.m).into(rl);
    Relation r7 = x.po.from(rcsc).into(rcsc);
    // r8 = rmw, r9 = [M];addr;[M], r10 = [M];data;[W], r11 = [M];ctrl;[W], r13 = addr;[M];po;[W]
    Relation r9 = x.addr.into(x.m);
    Relation r10 = x.data.into(x.w);
    Relation r11 = x.ctrl.into(x.w);
    Relation r13 = r9.then(x.po).into(x.w);
    Relation fixed = r1.or(fences(x), r5, r6, r7, x.rmw, r9, r10, r11, r13);
    Relation toWrite = x.addr.or(x.data).into(x.w);
    return c -> {
      Relation r2 = readRead.minus(c.rf.inverse().then(c.rf));
      // r3 = [AMO|SC];rfi;[R]
      Relation r3 = c.rfi.from(x.atomic & x.w | sc);
      // r12 = [M];(addr|data);[W];rfi;[R]
      Relation r12 = toWrite.then(c.rfi);
      Relation ppo = fixed.or(r2, r3, r12);
      // acyclic co|rf|fr|po-loc as Coherence
      return c.co.or(c.rf, c.fr, x.poLoc).acyclic()
          // acyclic co|rfe|fr|ppo as Model
          && c.co.or(c.rfe, c.fr, ppo).acyclic()
          // empty rmw & (fre;coe) as Atomic
          && x.rmw.and(c.fre.then(c.coe)).isEmpty();
    };
  }

  /** r4: a fence orders the pairs that it names. */
  private static Relation fences(Skeleton x) {
    Relation fence = Relation.empty(x.size);
    int[] pairs = {FencePairs.RR, FencePairs.RW, FencePairs.WR, FencePairs.WW};
    for (int pair : pairs) {
      long before = pair == FencePairs.RR || pair == FencePairs.RW ? x.r : x.w;
      long after = pair == FencePairs.RR || pair == FencePairs.WR ? x.r : x.w;
      long fences = x.fencesWith(f -> (f.pairs() & pair) != 0);
      fence = fence.or(x.around(fences).from(before).into(after));
    }
    return fence;
  }
}
