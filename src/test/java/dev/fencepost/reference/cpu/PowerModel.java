// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.reference.Relation;
import java.util.function.Predicate;

/** POWER: herd's ppc.cat, with ppo.cat, ppcfences.cat and ppc-checks.cat. */
final class PowerModel implements CpuModel {

  @Override
  public Dependencies dependencies() {
    return new Dependencies(false, false, false, false);
  }

  @Override
  public Predicate<Communication> on(Skeleton x) {
    Relation dd = x.addr.or(x.data).into(x.m);
    Relation ctrl = x.ctrl.into(x.m);
    Relation addrPo = x.addr.into(x.m).then(x.po).into(x.m);
    // ctrlisync = ctrlcfence(ctrl, ISYNC): ctrl to the isync, then po
    Relation ctrlIsync = x.ctrl.into(x.fences("isync")).then(x.po).into(x.m);
    // cc0 = dd | po-loc | ctrl | addrpo
    Relation cc0 = dd.or(x.poLoc, ctrl, addrPo);
    Relation sync = x.around(x.fences(FencePairs.FULL)).from(x.m).into(x.m);
    // lwsync \ (W * R)
    Relation light = x.around(x.fences(FencePairs.ACQUIRE | FencePairs.RELEASE));
    Relation lwsync = light.from(x.r).into(x.m).or(light.from(x.m).into(x.w));
    // eieio & (W * W)
    Relation eieio = x.around(x.fences(FencePairs.WW)).from(x.w).into(x.w);
    Relation fence = sync.or(lwsync, eieio);
    // xx = po & (EX * EX)
    Relation xx = x.po.from(x.exclusive).into(x.exclusive);
    return c -> {
      // acyclic po-loc | rf | fr | co as scperlocation; empty rmw & (fre;coe) as atomic
      if (!x.poLoc.or(c.rf, c.fr, c.co).acyclic() || !x.rmw.and(c.fre.then(c.coe)).isEmpty()) {
        return false;
      }
      Relation rdw = x.poLoc.and(c.fre.then(c.rfe));
      Relation detour = x.poLoc.and(c.coe.then(c.rfe));
      Relation ppo = ppo(x, ctrlIsync.or(detour), dd.or(c.rfi, rdw), cc0);
      // hb = ppo | fence | rfe; acyclic hb as thinair
      Relation hb = ppo.or(fence, c.rfe);
      if (!hb.acyclic()) {
        return false;
      }
      Relation hbStar = hb.star();
      // propbase = (fence|(rfe;fence));hb*
      Relation propBase = fence.or(c.rfe.then(fence)).then(hbStar);
      // chapo = rfe|fre|coe|(fre;rfe)|(coe;rfe)
      Relation chapo = c.rfe.or(c.fre, c.coe, c.fre.then(c.rfe), c.coe.then(c.rfe));
      // prop = propbase & (W * W) | (chapo?; propbase*; strong; hb*)
      Relation prop =
          propBase
              .from(x.w)
              .into(x.w)
              .or(chapo.optional().then(propBase.star()).then(sync).then(hbStar));
      // acyclic co|prop as propagation; irreflexive fre;prop;hb* as observation
      return c.co.or(prop).acyclic()
          && c.fre.then(prop).then(hbStar).irreflexive()
          // acyclic co | xx as scXX
          && c.co.or(xx).acyclic();
    };
  }

  /** ppo.cat: the least ci, ii, cc, ic with its four equations; ic0 is empty. */
  private static Relation ppo(Skeleton x, Relation ci0, Relation ii0, Relation cc0) {
    Relation ci = ci0;
    Relation ii = ii0;
    Relation cc = cc0;
    Relation ic = Relation.empty(x.size);
    while (true) {
      Relation ciNext = ci0.or(ci.then(ii), cc.then(ci));
      Relation iiNext = ii0.or(ci, ic.then(ci), ii.then(ii));
      Relation ccNext = cc0.or(ci, ci.then(ic), cc.then(cc));
      Relation icNext = ii.or(cc, ic.then(cc), ii.then(ic));
      if (ciNext.equals(ci) && iiNext.equals(ii) && ccNext.equals(cc) && icNext.equals(ic)) {
        // ppo = ii & (R * R) | ic & (R * W)
        return ii.from(x.r).into(x.r).or(ic.from(x.r).into(x.w));
      }
      ci = ciNext;
      ii = iiNext;
      cc = ccNext;
      ic = icNext;
    }
  }
}
