// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelLoader;
import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Litmus tests that distinguish the models of the library, by facts that are published for them.
 */
class LibraryModelsTest {
  private static final String PLAIN = "tso-nmca pso-nmca-no rmo-nmca-no";
  private static final String COHERENT = "tso-coherent pso-coherent-no rmo-coherent-no";
  private static final String OWN_MEMORIES = PLAIN + " " + COHERENT + " rmo-cumulative";

  /** Of the models named, those under which the outcome is a final state. */
  private static String allowing(String models, String outcome, String memory, String... threads)
      throws LimitException {
    Litmus litmus = Litmus.of(memory, threads);
    List<String> allowing = new ArrayList<>();
    for (String name : models.split(" ", -1)) {
      MemoryModel model = BuiltInModels.named(name).orElseThrow();
      if (litmus.isAllowed(model, outcome)) {
        allowing.add(name);
      }
    }
    return String.join(" ", allowing);
  }

  private static boolean allowed(String model, String outcome, String memory, String... threads)
      throws LimitException {
    return !allowing(model, outcome, memory, threads).isEmpty();
  }

  private static String[] iriw(String store, String first, String fence, String second) {
    String between = fence.isEmpty() ? "; " : "; " + fence + "; ";
    return new String[] {
      "x" + store + " = 1",
      "y" + store + " = 1",
      "r1 = x" + first + between + "r2 = y" + second,
      "r3 = y" + first + between + "r4 = x" + second
    };
  }

  private static final String IRIW = "r1=1 r2=0 r3=1 r4=0";

  @Test
  void onlyWithoutMultiCopyAtomicityDoReadersDisagree() throws LimitException {
    String models = "tso pso-no tso-nmca tso-coherent pso-nmca-no";
    assertThat(allowing(models, IRIW, "x y", iriw("", "", "", "")))
        .isEqualTo("tso-nmca tso-coherent pso-nmca-no");
    String acquiring = "rmo-no mmtk-relaxed rmo-coherent-no";
    assertThat(allowing(acquiring, IRIW, "x y", iriw("", ".acq", "", ".acq")))
        .isEqualTo("rmo-coherent-no");
  }

  @Test
  void coherenceGivesEachCellOneOrderOfWrites() throws LimitException {
    String outcome = "r1=1 r2=2 r3=2 r4=1";
    String[] threads = {"x = 1; r1 = x.acq; r2 = x", "x = 2; r3 = x.acq; r4 = x"};
    assertThat(allowing(OWN_MEMORIES, outcome, "x", threads)).isEqualTo(PLAIN);
    assertThat(allowing("itanium itanium-mca rmo-no", outcome, "x", threads)).isEmpty();
    String[] plain = {"x = 1; r1 = x; A; r2 = x", "x = 2; r3 = x; A; r4 = x"};
    assertThat(allowing("upc upc-mca", outcome, "x", plain)).isEqualTo("upc");
    String[] readers = {"x = 1", "x = 2", "r1 = x.acq; r2 = x", "r3 = x.acq; r4 = x"};
    assertThat(allowing("itanium", outcome, "x", readers)).isEmpty();
    String[] one = {"x = 1; x = 2", "r1 = x.acq; r2 = x"};
    assertThat(allowing(OWN_MEMORIES, "r1=2 r2=1", "x", one)).isEmpty();
  }

  @Test
  void cumulativeFencesCoverWhatTheThreadHasSeen() throws LimitException {
    String models = "rmo-no rmo-nmca-no rmo-coherent-no rmo-cumulative";
    String plain = "rmo-nmca-no rmo-coherent-no";
    String[] causality = {"x = 1", "r1 = x; F; y = 1", "r2 = y; F; r3 = x"};
    assertThat(allowing(models, "r1=1 r2=1 r3=0", "x y", causality)).isEqualTo(plain);
    String[] light = {"x = 1", "r1 = x; L; y = 1", "r2 = y; A; r3 = x"};
    assertThat(allowing(models, "r1=1 r2=1 r3=0", "x y", light)).isEqualTo(plain);
    String[] bare = {"x = 1", "r1 = x; y = 1", "r2 = y; A; r3 = x"};
    assertThat(allowing(models, "r1=1 r2=1 r3=0", "x y", bare)).isEqualTo(models);
    assertThat(allowing(models, IRIW, "x y", iriw("", "", "F", ""))).isEqualTo(plain);
    assertThat(allowed("rmo-cumulative", IRIW, "x y", iriw("", "", "A", ""))).isTrue();
  }

  @Test
  void writesOfProcessorConsistencyReachEachThreadInOrder() throws LimitException {
    String[] passing = {"x = 1; y = 1", "r1 = y; r2 = x"};
    assertThat(allowing("tso-nmca pso-nmca-no", "r1=1 r2=0", "x y", passing))
        .isEqualTo("pso-nmca-no");
    String[] causality = {"x = 1", "r1 = x; y = 1", "r2 = y; r3 = x"};
    assertThat(allowing("tso tso-nmca tso-coherent", "r1=1 r2=1 r3=0", "x y", causality))
        .isEqualTo("tso-nmca tso-coherent");
    String[] buffering = {"x = 1; r1 = add z 1; r2 = y", "y = 1; r3 = add w 1; r4 = x"};
    assertThat(allowed("tso-nmca", "r2=0 r4=0", "x y z w", buffering)).isFalse();
    assertThat(allowed("pso-nmca-full", "r2=0 r4=0", "x y z w", buffering)).isFalse();
    assertThat(allowed("pso-nmca-no", "r2=0 r4=0", "x y z w", buffering)).isTrue();
  }

  /** MPLR'22, section 6: the constraints in its list, one after the other. */
  @Test
  void mmtkOrdersAcquireReleaseAndFences() throws LimitException {
    String all = "mmtk-relaxed mmtk-tso mmtk-sc";
    String[] plain = {"x = 1; y = 1", "r1 = y; r2 = x"};
    assertThat(allowing(all, "r1=1 r2=0", "x y", plain)).isEqualTo("mmtk-relaxed");
    String[] ordered = {"x = 1; y.rel = 1", "r1 = y.acq; r2 = x"};
    assertThat(allowing(all, "r1=1 r2=0", "x y", ordered)).isEmpty();
    String[] half = {"x = 1; y.rel = 1", "r1 = y; r2 = x"};
    assertThat(allowing(all, "r1=1 r2=0", "x y", half)).isEqualTo("mmtk-relaxed");
    String[] buffering = {"x.rel = 1; r1 = y.acq", "y.rel = 1; r2 = x.acq"};
    assertThat(allowing(all, "r1=0 r2=0", "x y", buffering)).isEqualTo("mmtk-relaxed mmtk-tso");
    String[] fenced = {"x = 1; F; r1 = y", "y = 1; F; r2 = x"};
    assertThat(allowing(all, "r1=0 r2=0", "x y", fenced)).isEmpty();
    String[] atomics = {"r1 = add x 1; r2 = y", "r3 = add y 1; r4 = x"};
    assertThat(allowing(all, "r2=0 r4=0", "x y", atomics)).isEqualTo("mmtk-relaxed");
    String[] sameCell = {"x = 1; x = 2", "r1 = x; r2 = x"};
    assertThat(allowing(all, "r1=2 r2=1", "x", sameCell)).isEqualTo("mmtk-relaxed");
    assertThat(allowing(all, "x=1", "x", sameCell)).isEmpty();
  }

  /** "Itanium Architecture Software Developer's Manual", volume 2, part 2, section 2.2.1. */
  @Test
  void itaniumOrdersAcquireAndRelease() throws LimitException {
    String[] unordered = {"x = 1; y = 1", "r1 = y; r2 = x"};
    assertThat(allowed("itanium", "r1=1 r2=0", "x y", unordered)).isTrue();
    String[] ordered = {"x = 1; y.rel = 1", "r1 = y.acq; r2 = x"};
    assertThat(allowed("itanium", "r1=1 r2=0", "x y", ordered)).isFalse();
    String[] buffering = {"x.rel = 1; r1 = y.acq", "y.rel = 1; r2 = x.acq"};
    assertThat(allowed("itanium", "r1=0 r2=0", "x y", buffering)).isTrue();
    String[] fenced = {"x = 1; F; r1 = y", "y = 1; F; r2 = x"};
    assertThat(allowed("itanium", "r1=0 r2=0", "x y", fenced)).isFalse();
    String[] dependent = {"x = 1; F; y = 1", "r1 = y; r2 = x+r1"};
    assertThat(allowed("itanium", "r1=1 r2=0", "x y", dependent)).isFalse();
    String[] semaphores = {"x = 1; r1 = add y.rel 1", "r2 = add y 1; r3 = x"};
    assertThat(allowed("itanium", "r2=1 r3=0", "x y", semaphores)).isFalse();
  }

  /** A thread may read its own release store before others can see it. */
  @Test
  void itaniumLetsAThreadReadItsOwnStoreEarly() throws LimitException {
    String[] bypass = {"x.rel = 1; r1 = x.acq; r2 = y", "y.rel = 1; r3 = y.acq; r4 = x"};
    assertThat(allowed("itanium", "r1=1 r2=0 r3=1 r4=0", "x y", bypass)).isTrue();
  }

  @Test
  void itaniumHasOneOrderOfReleaseStores() throws LimitException {
    assertThat(allowed("itanium", IRIW, "x y", iriw(".rel", ".acq", "", ""))).isFalse();
    assertThat(allowed("itanium", IRIW, "x y", iriw("", ".acq", "", ""))).isTrue();
    String[] fenced = {"F; x = 1", "F; y = 1", "r1 = x.acq; r2 = y", "r3 = y.acq; r4 = x"};
    assertThat(allowed("itanium", IRIW, "x y", fenced)).isTrue();
    assertThat(allowed("itanium-mca", IRIW, "x y", iriw("", ".acq", "", ""))).isFalse();
    String[] causality = {"x.rel = 1", "r1 = x; y = 1+r1", "r2 = y.acq; r3 = x"};
    assertThat(allowed("itanium", "r1=1 r2=1 r3=0", "x y", causality)).isFalse();
    String[] weak = {"x = 1", "r1 = x; y = 1+r1", "r2 = y.acq; r3 = x"};
    assertThat(allowed("itanium", "r1=1 r2=1 r3=0", "x y", weak)).isTrue();
  }

  @Test
  void upcKeepsStrictAccessesInOneOrder() throws LimitException {
    String s = ".strict";
    String[] buffering = {"x.strict = 1; r1 = y.strict", "y.strict = 1; r2 = x.strict"};
    String[] passing = {"x.strict = 1; y.strict = 1", "r1 = y.strict; r2 = x.strict"};
    for (String model : List.of("upc", "upc-mca")) {
      assertThat(allowed(model, "r1=0 r2=0", "x y", buffering)).isFalse();
      assertThat(allowed(model, "r1=1 r2=0", "x y", passing)).isFalse();
      assertThat(allowed(model, IRIW, "x y", iriw(s, s, "", s))).isFalse();
    }
  }

  @Test
  void upcLeavesRelaxedAccessesFree() throws LimitException {
    String[] buffering = {"x = 1; r1 = y", "y = 1; r2 = x"};
    String[] passing = {"x = 1; y = 1", "r1 = y; r2 = x"};
    assertThat(allowed("upc", "r1=0 r2=0", "x y", buffering)).isTrue();
    assertThat(allowed("upc", "r1=1 r2=0", "x y", passing)).isTrue();
    assertThat(allowed("upc", IRIW, "x y", iriw("", "", "F", ""))).isTrue();
    assertThat(allowed("upc-mca", IRIW, "x y", iriw("", "", "F", ""))).isFalse();
    String[] flag = {"x = 1; y.strict = 1", "r1 = y.strict; r2 = x"};
    assertThat(allowed("upc", "r1=1 r2=0", "x y", flag)).isFalse();
    String[] mixed = {"x = 1; r1 = y.strict", "y.strict = 1; r2 = x"};
    assertThat(allowed("upc", "r1=0 r2=0", "x y", mixed)).isFalse();
    String[] sameCell = {"x = 1; x = 2; r1 = x"};
    assertThat(allowed("upc", "r1=1", "x", sameCell)).isFalse();
  }

  /** With general laws a violation must wait until no law can block the run, and no longer. */
  @Test
  void generalLawsHideNoViolation() throws LimitException {
    for (String name : List.of("rmo-coherent-no", "rmo-cumulative", "itanium", "upc")) {
      MemoryModel model = BuiltInModels.named(name).orElseThrow();
      assertThat(Litmus.of("x p", "r1 = p; r2 = *r1; x = 1", "x = 2").violations(model))
          .as(name)
          .containsExactly("bad address");
      assertThat(Litmus.of("x m", "lock m; x = 1", "lock m; x = 2").violations(model))
          .as(name)
          .containsExactly("deadlock");
      assertThat(Litmus.of("x", "x = 1", "r1 = x; exit r1; assert 0").violations(model))
          .as(name)
          .containsExactly("assert 0");
      assertThat(spinning().violations(model)).as(name).containsExactly("assert 0");
    }
  }

  /** What an atomic block reads and writes are instances like others. */
  @Test
  void lawsSeeAccessesInAtomicBlocks() throws LimitException {
    String outcome = "r1=1 r2=1 r3=0";
    String[] seen = {"x = 1", "atomic; r1 = x; end; F; y = 1", "r2 = y; F; r3 = x"};
    assertThat(allowing("rmo-cumulative rmo-coherent-no", outcome, "x y", seen))
        .isEqualTo("rmo-coherent-no");
    String[] strict = {
      "x.strict = 1", "atomic; r1 = x.strict; end; y.strict = 1", "r2 = y.strict; r3 = x.strict"
    };
    assertThat(allowed("upc", outcome, "x y", strict)).isFalse();
    String[] relaxed = {"x = 1", "atomic; r1 = x; end; y = 1", "r2 = y; A; r3 = x"};
    assertThat(allowed("upc", outcome, "x y", relaxed)).isTrue();
  }

  private static MemoryModel withLaw(String law) throws InvalidInputException {
    ModelText text = new ModelText("test.mcm", "model test\ninclude sc\nlaw \"test\": " + law);
    return MemoryModel.compile(
        ModelLoader.load(text, Map.of(), (name, from) -> BuiltInModels.find(name)));
  }

  /** A thread that laws make wait for a deadlocked one is deadlocked with it. */
  @Test
  void aDeadlockIsFoundWhereLawsMakeOtherThreadsWaitForIt()
      throws InvalidInputException, LimitException {
    MemoryModel mutexes =
        withLaw("l: rmw, s: store, thread(l) != thread(s) => execute(l) < reflect(s)");
    assertThat(Litmus.of("x m", "lock m", "lock m", "x = 1").violations(mutexes))
        .containsExactly("deadlock");
    assertThat(Litmus.of("x m", "lock m", "x = 1").violations(mutexes)).isEmpty();
  }

  /** Each store must wait for the other thread's load, which stands behind its own store. */
  @Test
  void aRunThatLawsDropIsNoDeadlock() throws InvalidInputException, LimitException {
    MemoryModel model =
        withLaw(
            "l: load, s: store, thread(l) != thread(s), cell(l) != cell(s)"
                + " => execute(l) < reflect(s)");
    assertThat(Litmus.of("x y", "x = 1; r1 = x", "y = 1; r2 = y").violations(model)).isEmpty();
    String[] locking = {"x = 1; r1 = x", "y = 1; r2 = y", "lock m", "lock m"};
    assertThat(Litmus.of("x y m", locking).violations(model)).isEmpty();
    assertThat(Litmus.of("x y m", "r1 = x", "lock m", "lock m").violations(model))
        .containsExactly("deadlock");
  }

  /** The second store would have to come before a load that has read its value. */
  @Test
  void aRunThatALawOfValuesDropsIsNoDeadlock() throws InvalidInputException, LimitException {
    MemoryModel model =
        withLaw(
            "a: store, b: load; thread(a) != thread(b), value(a) = value(b), cell(a) = cell(b)"
                + " => done(a) < execute(b)");
    assertThat(Litmus.of("x", "x = 1; x = 1", "r1 = x").violations(model)).isEmpty();
  }

  /** A law that makes stores reach their own thread first does not forbid the block. */
  @Test
  void aStoreInAnAtomicBlockReachesAllThreadsAtOnce() throws LimitException {
    for (String name : List.of("itanium", "rmo-coherent-no", "rmo-cumulative")) {
      MemoryModel model = BuiltInModels.named(name).orElseThrow();
      String[] threads = {"atomic; x = 1; end; y.rel = 1", "r1 = y.acq; r2 = x"};
      assertThat(Litmus.of("x y", threads).isAllowed(model, "r1=1 r2=1")).as(name).isTrue();
      assertThat(Litmus.of("x y", threads).isAllowed(model, "r1=1 r2=0")).as(name).isFalse();
    }
  }

  /** One thread waits for ever, so that its window is never empty. */
  private static Litmus spinning() {
    return Litmus.of("x y", "r1 = x; until r1", "y = 1; assert 0");
  }
}
