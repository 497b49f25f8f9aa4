// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.reference.Relation;
import dev.fencepost.reference.cpu.Event.Role;
import java.util.function.Predicate;

/**
 * ARMv8 (AArch64) at application level: herd's aarch64.cat, aarch64hwreqs.cat and aarch64deps.cat,
 * without mixed sizes, translation, tags and instruction fetch.
 */
final class ArmModel implements CpuModel {

  @Override
  public Dependencies dependencies() {
    return new Dependencies(false, true, false, true);
  }

  @Override
  public Predicate<Communication> on(Skeleton x) {
    Relation lob = locallyOrderedBefore(x);
    // pick-lob = pick-dep; lob; [W], local-hw-reqs = (lob | pick-lob)+
    Relation pickDep = x.origin(event -> event.origins().any().picked()).or(pickAddr(x));
    Relation pickLob = pickDep.or(pickData(x), pickCtrl(x)).then(lob).into(x.w);
    Relation local = lob.or(pickLob);
    Relation readRead = x.poLoc.from(x.r).into(x.r);
    return c -> {
      Relation caExternal = c.fre.or(c.coe);
      // Exp-haz-ob = [R]; po & same-loc; [R]; ca & ext; [W]
      Relation hazard = readRead.then(caExternal);
      // obs = rf & ext | ca & ext
      Relation ob = local.or(hazard, c.rfe, caExternal);
      Relation caInternal = c.fri.or(c.coi);
      Relation writeWrite = x.poLoc.from(x.w);
      // atomic: (rmw & (fr; co)) \ (rmw & (fri; [W]; coi))
      Relation between = x.rmw.and(c.fr.then(c.co)).minus(c.fri.then(c.coi));
      // coRW1: irreflexive [R]; (po & same-loc | rmw); [W]; rfi
      return x.poLoc.or(x.rmw).from(x.r).into(x.w).then(c.rfi).irreflexive()
          // coWW: irreflexive [W]; po & same-loc; [W]; ca & int
          && writeWrite.into(x.w).then(caInternal).irreflexive()
          // coWR: irreflexive [W]; po & same-loc; [R]; ca & int
          && writeWrite.into(x.r).then(caInternal).irreflexive()
          && between.isEmpty()
          // external: irreflexive ob
          && ob.acyclic();
    };
  }

  private static Relation pickAddr(Skeleton x) {
    return x.origin(event -> event.origins().address().picked());
  }

  private static Relation pickData(Skeleton x) {
    return x.origin(event -> event.origins().data().picked());
  }

  private static Relation pickCtrl(Skeleton x) {
    return x.origin(event -> event.origins().control().picked());
  }

  /** lob, transitively. */
  private static Relation locallyOrderedBefore(Skeleton x) {
    // lmws = [M]; po & same-loc; [W]
    Relation lmws = x.poLoc.from(x.m).into(x.w);
    Relation lmrs = lastWriteBefore(x);
    return lmws.or(
            dependencies(x, lmrs), picks(x), atomics(x, lmrs), barriers(x), instructionFences(x))
        .closure();
  }

  /** lmrs: from the last write of the thread to a cell to a read of that cell. */
  private static Relation lastWriteBefore(Skeleton x) {
    Relation writeRead = x.poLoc.from(x.w).into(x.r);
    return writeRead.minus(x.poLoc.from(x.w).into(x.w).then(x.poLoc));
  }

  /** dob. */
  private static Relation dependencies(Skeleton x, Relation lmrs) {
    // addr | data | ctrl; [W] | addr; [M]; po; [W] | (addr | data); [M]; lmrs; [R]
    Relation addr = x.addr.into(x.m);
    Relation data = x.data.into(x.w);
    return addr.or(
        data, x.ctrl.into(x.w), addr.then(x.po).into(x.w), addr.then(lmrs), data.then(lmrs));
  }

  /** pob. */
  private static Relation picks(Skeleton x) {
    // pick-addr-dep; [W] | pick-data-dep | pick-ctrl-dep; [W] | pick-addr-dep; [M]; po; [W]
    Relation addr = pickAddr(x).into(x.m);
    return addr.into(x.w)
        .or(pickData(x).into(x.w), pickCtrl(x).into(x.w), addr.then(x.po).into(x.w));
  }

  /** A: load-acquire, and the read of an atomic with acquire that returns what it has read. */
  private static long acquire(Skeleton x) {
    return x.set(
        event ->
            event.reads()
                && (isAtomicInstruction(event)
                    ? event.access().order().acquires() && event.access().returns()
                    : event.access().order() == MemoryOrder.SEQ_CST));
  }

  private static boolean isAtomicInstruction(Event event) {
    return event.access().role() == Role.ATOMIC;
  }

  /** Q: load-acquire of the weaker kind. */
  private static long acquirePc(Skeleton x) {
    return x.set(
        event ->
            event.reads()
                && !isAtomicInstruction(event)
                && event.access().order() == MemoryOrder.ACQUIRE);
  }

  /** aob. */
  private static Relation atomics(Skeleton x, Relation lmrs) {
    // rmw | rmw; lmrs; [A | Q]
    return x.rmw.or(x.rmw.then(lmrs).into(acquire(x) | acquirePc(x)));
  }

  /** bob, and DSB-ob. */
  private static Relation barriers(Skeleton x) {
    long a = acquire(x);
    long l = x.set(event -> event.writes() && event.access().order().releases());
    long noReturn = x.set(event -> event.reads() && !event.access().returns());
    Relation po = x.po.from(x.m).into(x.m);
    // [M]; po; [dmb.full]; po; [M]
    Relation full = x.around(x.fences(FencePairs.FULL)).from(x.m).into(x.m);
    // [R \ NoRet]; po; [dmb.ld]; po; [M]
    Relation ld = x.around(x.fences(FencePairs.ACQUIRE)).from(x.r & ~noReturn).into(x.m);
    // [W]; po; [dmb.st]; po; [W]
    Relation st = x.around(x.fences(FencePairs.WW)).from(x.w).into(x.w);
    // [W]; po; [dsb.st]; po
    Relation dsbSt = x.around(x.fences(FencePairs.WR | FencePairs.WW)).from(x.w).into(x.m);
    // [range([A]; amo; [L])]; po
    long acquireRelease = x.rmw.from(a & x.atomic).into(l).range();
    return full.or(
        ld,
        st,
        dsbSt,
        po.from(acquireRelease),
        // [L]; po; [A] | [A | Q]; po | po; [L]
        po.from(l).into(a),
        po.from(a | acquirePc(x)),
        po.into(l));
  }

  /** IFB-ob. */
  private static Relation instructionFences(Skeleton x) {
    long isb = x.fences("isb");
    // (ctrl | pick-ctrl-dep); [ISB]; po
    Relation branch = x.ctrl.or(pickCtrl(x)).into(isb);
    // (addr | pick-addr-dep); [M]; po; [ISB]; po
    Relation address = x.addr.or(pickAddr(x)).into(x.m).then(x.po).into(isb);
    return branch.or(address).then(x.po).into(x.m);
  }
}
