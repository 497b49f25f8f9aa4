// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.MemoryModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Litmus tests with known answers, so that we may believe the reference machine. */
class ReferenceMachineTest {
  private static final String NONE = "";
  private static final String RMO = "rmo-full rmo-no rmo-v9";
  private static final String PSO = "pso-full pso-no " + RMO;
  private static final String TSO = "tso " + PSO;
  private static final String NO = "rmo-no rmo-v9";

  /** The outcome is a final state under just these models. */
  private static void allowed(String models, String outcome, String memory, String... threads) {
    Litmus litmus = Litmus.of(memory, threads);
    List<String> allowing = new ArrayList<>();
    for (MemoryModel model : ReferenceModels.all()) {
      if (litmus.allows(model, outcome)) {
        allowing.add(model.name());
      }
    }
    assertThat(String.join(" ", allowing)).as(String.join(" | ", threads)).isEqualTo(models);
  }

  @Test
  void storeBuffering() {
    allowed(TSO, "r1=0 r2=0", "x y", "x = 1; r1 = y", "y = 1; r2 = x");
    allowed(NONE, "r1=0 r2=0", "x y", "x = 1; F; r1 = y", "y = 1; F; r2 = x");
    allowed(TSO, "r1=0 r2=0", "x y", "x = 1; F; r1 = y", "y = 1; r2 = x");
    allowed(TSO, "r1=0 r2=0", "x y", "x = 1; L; A; r1 = y", "y = 1; A; L; r2 = x");
    allowed(TSO, "r1=0 r2=0", "x y", "x = 1; assert 1; r1 = y", "y = 1; assert 1; r2 = x");
    assertThat(
            Litmus.of("x y", "x = 1; r1 = y", "y = 1; r2 = x").finals(ReferenceModels.named("sc")))
        .containsExactly(
            "{r1=0, r2=1, x=1, y=1}", "{r1=1, r2=0, x=1, y=1}", "{r1=1, r2=1, x=1, y=1}");
  }

  @Test
  void messagePassing() {
    String read = "r1 = y; r2 = x";
    allowed(PSO, "r1=1 r2=0", "x y", "x = 1; y = 1", read);
    allowed(RMO, "r1=1 r2=0", "x y", "x = 1; L; y = 1", read);
    allowed(PSO, "r1=1 r2=0", "x y", "x = 1; A; y = 1", read);
    allowed(PSO, "r1=1 r2=0", "x y", "x = 1; y = 1", "r1 = y; F; r2 = x");
    allowed(NONE, "r1=1 r2=0", "x y", "x = 1; L; y = 1", "r1 = y; A; r2 = x");
    allowed(RMO, "r1=1 r2=0", "x y", "x = 1; L; y = 1", "r1 = y; L; r2 = x");
    allowed(NONE, "r1=1 r2=0", "x y", "x = 1; L; y = 1", "r1 = y; r2 = x+r1");
    allowed("rmo-v9", "r1=1 r2=0", "x y", "x = 1; L; y = 1", "r1 = y; if r1; r2 = x");
    allowed("rmo-v9", "r1=1 r2=0", "x y", "x = 1; L; y = 1", "r1 = y; exit r1; r2 = x");
    allowed(NONE, "r1=1 r2=0", "x y", "x = 1; L; y = 1", "r1 = y; if r1; A; r2 = x");
    allowed(NONE, "r1=1 r2=0", "x y", "x = 1; L; y = 1", "r1 = y; exit r1; r2 = x+r1");
    allowed("rmo-v9", "r1=1 r2=0", "x y", "x = 1; L; y = 1", "r1 = y; assume r1; r2 = x");
    allowed(NONE, "r1=1 r2=0", "x y", "x = 1; L; y = 1", "r1 = y; if r1; y = 2; L; r2 = x+r1");
  }

  @Test
  void loadBuffering() {
    allowed(RMO, "r1=1 r2=1", "x y", "r1 = x; y = 1", "r2 = y; x = 1");
    allowed(RMO, "r1=1 r2=1", "x y", "r1 = x; y = 1", "r2 = y; x = 1+r2");
    allowed(NONE, "r1=1 r2=1", "x y", "r1 = x; y = 1+r1", "r2 = y; x = 1+r2");
    allowed(NONE, "r1=1 r2=1", "x y", "r1 = x; y = r1", "r2 = y; x = r2");
    allowed(NONE, "r1=1 r2=1", "x y", "r1 = x; y+r1 = 1", "r2 = y; x+r2 = 1");
    allowed(NONE, "r1=1 r2=1", "x y", "r1 = x; if r1; y = 1", "r2 = y; if r2; x = 1");
    allowed(NONE, "r1=1 r2=1", "x y", "r1 = x; A; y = 1", "r2 = y; L; x = 1");
  }

  @Test
  void writesSeenByOthers() {
    String[] iriw = {"x = 1", "y = 1", "r1 = x; r2 = y", "r3 = y; r4 = x"};
    allowed(RMO, "r1=1 r2=0 r3=1 r4=0", "x y", iriw);
    iriw[2] = "r1 = x; r2 = y+r1";
    iriw[3] = "r3 = y; A; r4 = x";
    allowed(NONE, "r1=1 r2=0 r3=1 r4=0", "x y", iriw);
    String[] wrc = {"x = 1", "r1 = x; y = 1", "r2 = y; r3 = x"};
    allowed(RMO, "r1=1 r2=1 r3=0", "x y", wrc);
    wrc[1] = "r1 = x; y = r1";
    wrc[2] = "r2 = y; r3 = x+r2";
    allowed(NONE, "r1=1 r2=1 r3=0", "x y", wrc);
  }

  @Test
  void ordersOfWrites() {
    allowed(PSO, "x=1 y=1", "x y", "x = 1; y = 2", "y = 1; x = 2");
    allowed(NONE, "x=1 y=1", "x y", "x = 1; L; y = 2", "y = 1; F; x = 2");
    allowed(TSO, "y=2 r1=0", "x y", "x = 1; y = 1", "y = 2; r1 = x");
    allowed(PSO, "r1=1 x=2", "x y", "x = 2; y = 1", "r1 = y; x = 1");
    allowed(NONE, "r1=1 x=2", "x y", "x = 2; L; y = 1", "r1 = y; x = 1+r1");
    allowed(NONE, "r1=1 x=2", "x y", "x = 2; L; y = 1", "r1 = y; if r1; x = 1");
    allowed(NONE, "x=1", "x", "x = 1; x = 2");
  }

  @Test
  void oneCell() {
    allowed(RMO, "r1=1 r2=0", "x", "x = 1", "r1 = x; r2 = x");
    allowed(NONE, "r1=1 r2=0", "x", "x = 1", "r1 = x; A; r2 = x");
    allowed(NONE, "r1=2 x=1", "x", "x = 1; r1 = x", "x = 2");
    allowed(NONE, "r1=1", "x", "r1 = x; x = 1");
    allowed(NONE, "r1=0", "x", "x = 1; r1 = x");
    allowed(NONE, "r1=2 x=2", "x", "r1 = x; x = 1", "x = 2");
  }

  @Test
  void forwarding() {
    allowed(TSO, "r1=1 r2=0 x=1", "x y", "x = 1; r1 = x; r2 = y", "y = 2; x = 2");
    String[] both = {"x = 1; r1 = x; r2 = y", "y = 1; r3 = y; r4 = x"};
    allowed(TSO, "r1=1 r2=0 r3=1 r4=0", "x y", both);
    both[0] = "x = 1; r1 = x; r2 = y+r1";
    allowed(TSO, "r1=1 r2=0 r3=1 r4=0", "x y", both);
    both[0] = "r5 = z; x = 1+r5; r1 = x; r2 = y+r1";
    allowed(TSO, "r1=1 r2=0 r3=1 r4=0", "x y z", both);
    allowed(NONE, "r1=1 r3=0", "x y z", "r1 = x; z = 1+r1; r2 = z; r3 = y+r2", "y = 1; L; x = 1");
  }

  @Test
  void compareAndSwapAsFence() {
    String[] buffering = {"r5 = cas x 0 1; r1 = y", "r6 = cas y 0 1; r2 = x"};
    allowed(NO, "r1=0 r2=0", "x y", buffering);
    String[] passing = {"x = 1; r5 = cas z 0 1; y = 1", "r1 = y; A; r2 = x"};
    allowed("pso-no " + NO, "r1=1 r2=0", "x y z", passing);
    passing[0] = "x = 1; r5 = cas z 1 1; y = 1";
    allowed("pso-no " + NO, "r1=1 r2=0", "x y z", passing);
    passing[0] = "x = 1; r5 = cas z 0 1; if r5; y = 1";
    allowed("pso-no " + NO, "r1=1 r2=0", "x y z", passing);
    passing[0] = "x = 1; r5 = cas x 1 2; if r5; y = 1";
    allowed(NONE, "r1=1 r2=0", "x y z", passing);
  }

  @Test
  void readModifyWritesAreAtomic() {
    allowed(NONE, "r1=0 r2=0", "x", "r1 = add x 1", "r2 = add x 1");
    allowed(NONE, "r1=1 r2=1", "x", "r1 = cas x 0 1", "r2 = cas x 0 2");
    allowed(NONE, "r1=1 r2=1", "x y", "r1 = cas2 x y 0 0 1 1", "r2 = cas2 y x 0 0 2 2");
    allowed(NONE, "r1=1 r2=1", "x y", "r1 = cas2 x y 0 0 1 1", "r2 = cas x 0 2");
    allowed(NONE, "r1=0 r2=0", "x y", "r1 = cas2 x y 0 0 1 1", "r2 = cas x 0 2");
    allowed(NONE, "r1=0", "x", "x = 1; r1 = add x 1");
    allowed("rmo-no rmo-v9", "r1=1 r2=0", "x y z", "x = 1; L; y = 1", "r1 = add y 0; r2 = x");
  }

  @Test
  void linkedLoads() {
    String[] both = {"r1 = ll x; r2 = sc x 1", "r3 = ll x; r4 = sc x 2"};
    String all = "sc " + TSO;
    allowed(NONE, "r1=0 r2=1 r3=0 r4=1", "x", both);
    allowed(all, "r1=0 r2=1 r3=1 r4=1", "x", both);
    allowed(all, "r1=0 r2=1 r3=0 r4=0", "x", both);
    allowed(NONE, "r2=0 r4=0", "x", both);
    allowed(NONE, "r1=1", "x", "r1 = sc x 1");
    allowed(NONE, "r2=1 r3=1", "x", "r1 = ll x; r2 = sc x 1; r3 = sc x 2");
    allowed(NONE, "r1=0 r2=1 x=1", "x", "r1 = ll x; r2 = sc x 1", "x = 5");
    allowed(NONE, "r2=0", "x", "r1 = ll x; r2 = sc x 1", "r3 = cas x 7 8");
    allowed(NONE, "r2=1", "x y", "r1 = ll x; r2 = sc y 1");
  }

  @Test
  void c11Orders() {
    allowed(NONE, "r1=1 r2=0", "x y", "x = 1; y.rel = 1", "r1 = y.acq; r2 = x");
    allowed(RMO, "r1=1 r2=0", "x y", "x = 1; y.rel = 1", "r1 = y; r2 = x.acq");
    allowed(PSO, "r1=1 r2=0", "x y", "x.rel = 1; y = 1", "r1 = y.acq; r2 = x");
    allowed(TSO, "r1=0 r2=0", "x y", "x.rel = 1; r1 = y.acq", "y.rel = 1; r2 = x.acq");
    allowed(NONE, "r1=0 r2=0", "x y", "x.sc = 1; r1 = y.sc", "y.sc = 1; r2 = x.sc");
    allowed(TSO, "r1=0 r2=0", "x y", "x.sc = 1; r1 = y.acq", "y.sc = 1; r2 = x.sc");
    allowed(NONE, "r1=1 r2=0", "x y", "x = 1; y.rel = 1", "r1 = cas y.acq 5 5; r1 = y; r2 = x+r1");
    allowed(NONE, "r1=1 r2=0", "x y", "x = 1; r3 = add y.rel 1", "r1 = add y.acq 0; r2 = x");
  }

  @Test
  void aFailedCompareAndSwapDoesNotRelease() {
    String[] failing = {"x = 1; r4 = cas y.rel 7 1", "y = 7; F; r1 = x"};
    allowed("pso-no " + NO, "r4=0 r1=0", "x y", failing);
    String[] succeeding = {"x = 1; r4 = cas y.rel 0 1", "r5 = cas y 0 7; F; r1 = x"};
    allowed(NONE, "r4=1 r5=0 r1=0", "x y", succeeding);
  }
}
