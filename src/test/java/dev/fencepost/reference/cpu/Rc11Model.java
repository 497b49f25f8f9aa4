// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.reference.Relation;
import java.util.function.Predicate;

/**
 * C11 as repaired by Lahav and others (PLDI 2017): herd's rc11.cat. Every access is atomic: a plain
 * one is relaxed.
 *
 * @param loadBuffering leaves out the axiom against load buffering, which no processor but x86
 *     keeps
 * @param racy allows only executions with a data race
 */
record Rc11Model(boolean loadBuffering, boolean racy) implements CpuModel {

  @Override
  public Dependencies dependencies() {
    return new Dependencies(false, false, false, false);
  }

  @Override
  public Predicate<Communication> on(Skeleton x) {
    // sb = po | I * (M \ I)
    long initial = x.set(event -> event.thread() < 0);
    Relation sb = x.po.or(x.rmw, x.pairs(initial, x.m & ~initial));
    return c -> {
      Relation hb = happensBefore(x, sb, c);
      // eco = (rf | mo | rb)+
      Relation eco = c.rf.or(c.co, c.fr).closure();
      // irreflexive hb; eco?
      return hb.then(eco.optional()).irreflexive()
          // empty rmw & (rb; mo)
          && x.rmw.and(c.fr.then(c.co)).isEmpty()
          // acyclic psc_base | psc_f
          && partialSc(x, sb, hb, eco, c).acyclic()
          // acyclic sb | rf
          && (loadBuffering || sb.or(c.rf).acyclic())
          && (!racy || !races(x, hb).isEmpty());
    };
  }

  /** Conflicting accesses of two threads, one of them plain, that happens-before does not order. */
  private static Relation races(Skeleton x, Relation hb) {
    long initial = x.set(event -> event.thread() < 0);
    long plain =
        x.set(e -> e.access() != null && e.access().order() == MemoryOrder.PLAIN) & ~initial;
    Relation conflicts = x.pairs(x.w & ~initial, x.m & ~initial).and(x.sameCell).minus(x.internal);
    Relation both = conflicts.or(conflicts.inverse());
    return both.from(plain).minus(hb).minus(hb.inverse());
  }

  private static long fences(Skeleton x, int pairs) {
    return x.fencesWith(fence -> (fence.pairs() & pairs) == pairs);
  }

  private static Relation happensBefore(Skeleton x, Relation sb, Communication c) {
    long release =
        x.set(event -> event.writes() && event.access().order().releases())
            | fences(x, FencePairs.RELEASE);
    long acquire =
        x.set(event -> event.reads() && event.access().order().acquires())
            | fences(x, FencePairs.ACQUIRE);
    Relation sbLoc = sb.and(x.sameCell);
    // rs = [W]; (sb & loc)?; [W]; (rf; rmw)*
    Relation rs = sbLoc.optional().from(x.w).into(x.w).then(c.rf.then(x.rmw).star());
    long f = x.fencesWith(fence -> true);
    // sw = [REL]; ([F]; sb)?; rs; rf; [R]; (sb; [F])?; [ACQ]
    Relation released = sb.from(f).optional().from(release).then(rs).then(c.rf);
    Relation sw = released.then(sb.into(f).optional()).into(acquire);
    return sb.or(sw).closure();
  }

  private static Relation partialSc(
      Skeleton x, Relation sb, Relation hb, Relation eco, Communication c) {
    long sc = x.set(e -> e.access() != null && e.access().order() == MemoryOrder.SEQ_CST);
    long f = fences(x, FencePairs.FULL);
    // scb = sb | (sb \ loc); hb; (sb \ loc) | hb & loc | mo | rb
    Relation away = sb.minus(x.sameCell);
    Relation scb = sb.or(away.then(hb).then(away), hb.and(x.sameCell), c.co, c.fr);
    Relation toSc = scb.into(sc).or(scb.then(hb.optional()).into(f));
    // psc_base = ([SC] | [F & SC]; hb?); scb; ([SC] | hb?; [F & SC])
    Relation base = toSc.from(sc).or(hb.optional().from(f).then(toSc));
    // psc_f = [F & SC]; (hb | hb; eco; hb); [F & SC]
    Relation fenced = hb.or(hb.then(eco).then(hb)).from(f).into(f);
    return base.or(fenced);
  }
}
