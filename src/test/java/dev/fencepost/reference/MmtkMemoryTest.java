// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Small tests of the acquire/release memory of the work-packet models, as many as MPLR'22 had: 19
 * programs and 81 outcomes, each under the three variants, where it must be possible or impossible;
 * and the layered check of its section 8, that metadata primitives are atomic.
 */
class MmtkMemoryTest {
  private static final Map<String, String> VARIANTS =
      Map.of("R", "mmtk-relaxed", "T", "mmtk-tso", "S", "mmtk-sc");

  /** Programs: the cells and threads, then outcomes, each with the variants that allow it. */
  private static final String TESTS =
      """
      store buffering | x y | x = 1; r1 = y | y = 1; r2 = x
        r1=0 r2=0: RT; r1=0 r2=1: RTS; r1=1 r2=0: RTS; r1=1 r2=1: RTS
      store buffering, fences | x y | x = 1; F; r1 = y | y = 1; F; r2 = x
        r1=0 r2=0: ; r1=0 r2=1: RTS; r1=1 r2=0: RTS; r1=1 r2=1: RTS
      store buffering, release and acquire | x y | x.rel = 1; r1 = y.acq | y.rel = 1; r2 = x.acq
        r1=0 r2=0: RT; r1=0 r2=1: RTS; r1=1 r2=0: RTS; r1=1 r2=1: RTS
      message passing | x y | x = 1; y = 1 | r1 = y; r2 = x
        r1=1 r2=0: R; r1=0 r2=0: RTS; r1=0 r2=1: RTS; r1=1 r2=1: RTS
      message passing, release | x y | x = 1; y.rel = 1 | r1 = y; r2 = x
        r1=1 r2=0: R; r1=0 r2=0: RTS; r1=0 r2=1: RTS; r1=1 r2=1: RTS
      message passing, acquire | x y | x = 1; y = 1 | r1 = y.acq; r2 = x
        r1=1 r2=0: R; r1=0 r2=0: RTS; r1=0 r2=1: RTS; r1=1 r2=1: RTS
      message passing, release and acquire | x y | x = 1; y.rel = 1 | r1 = y.acq; r2 = x
        r1=1 r2=0: ; r1=0 r2=0: RTS; r1=0 r2=1: RTS; r1=1 r2=1: RTS
      message passing, fences | x y | x = 1; F; y = 1 | r1 = y; F; r2 = x
        r1=1 r2=0: ; r1=0 r2=0: RTS; r1=0 r2=1: RTS; r1=1 r2=1: RTS
      load buffering | x y | r1 = x; y = 1 | r2 = y; x = 1
        r1=1 r2=1: R; r1=0 r2=0: RTS; r1=0 r2=1: RTS; r1=1 r2=0: RTS
      load buffering, acquire | x y | r1 = x.acq; y = 1 | r2 = y.acq; x = 1
        r1=1 r2=1: ; r1=0 r2=0: RTS; r1=0 r2=1: RTS; r1=1 r2=0: RTS
      load buffering, release | x y | r1 = x; y.rel = 1 | r2 = y; x.rel = 1
        r1=1 r2=1: ; r1=0 r2=0: RTS; r1=0 r2=1: RTS; r1=1 r2=0: RTS
      load buffering, what was read is awaited | x y | r1 = x; if r1; y = 1 | r2 = y; if r2; x = 1
        r1=1 r2=1: ; r1=0 r2=0: RTS; r1=0 r2=1: RTS; r1=1 r2=0: RTS
      loads of one location | x | x = 1; x = 2 | r1 = x; r2 = x
        r1=2 r2=1: R; r1=1 r2=0: R; r1=2 r2=0: R; r1=1 r2=2: RTS; r1=0 r2=0: RTS; r1=0 r2=1: RTS; \
      r1=0 r2=2: RTS; r1=1 r2=1: RTS
      stores to one location | x | x = 1; x = 2
        x=1: ; x=2: RTS
      a load of what was stored | x | x = 1; r1 = x
        r1=0: ; r1=1: RTS
      stores in two orders | x y | x = 1; y = 2 | y = 1; x = 2
        x=1 y=1: R; x=2 y=2: RTS; x=1 y=2: RTS; x=2 y=1: RTS
      independent readers, acquire | x y | x = 1 | y = 1 | r1 = x.acq; r2 = y | r3 = y.acq; r4 = x
        r1=1 r2=0 r3=1 r4=0: ; r1=1 r2=1 r3=1 r4=1: RTS; r1=0 r2=0 r3=0 r4=0: RTS; \
      r1=1 r2=1 r3=1 r4=0: RTS; r1=1 r2=0 r3=1 r4=1: RTS
      compare-and-swap | x | r1 = cas x 0 1 | r2 = cas x 0 2
        r1=1 r2=1: ; r1=0 r2=0: ; r1=1 r2=0: RTS; r1=0 r2=1: RTS; r1=1 x=1: RTS; r1=1 x=2: ; \
      r1=0 x=2: RTS
      fetch-and-add | x | r1 = add x 1 | r2 = add x 1
        x=2: RTS; x=1: ; r1=0 r2=0: ; r1=0 r2=1: RTS; r1=1 r2=0: RTS
      """;

  private static MemoryModel variant(String letter) {
    return BuiltInModels.named(VARIANTS.get(letter)).orElseThrow();
  }

  private static String[] parts(String line, String separator) {
    return line.strip().split("\\s*" + separator + "\\s*", -1);
  }

  @Test
  void outcomesArePossibleOrImpossibleUnderEachVariant() throws LimitException {
    List<String> lines = TESTS.lines().toList();
    int outcomes = 0;
    for (int i = 0; i < lines.size(); i += 2) {
      String[] program = parts(lines.get(i), "\\|");
      String[] threads = new String[program.length - 2];
      System.arraycopy(program, 2, threads, 0, threads.length);
      for (String outcome : parts(lines.get(i + 1), ";")) {
        outcomes++;
        String[] expected = parts(outcome, ":");
        StringBuilder allowed = new StringBuilder();
        for (String letter : List.of("R", "T", "S")) {
          Litmus litmus = Litmus.of(program[1], threads);
          boolean possible = litmus.isAllowed(variant(letter), expected[0]);
          assertThat(litmus.allows(variant(letter), expected[0])).isEqualTo(possible);
          allowed.append(possible ? letter : "");
        }
        assertThat(allowed.toString()).as("%s: %s", program[0], expected[0]).isEqualTo(expected[1]);
      }
    }
    assertThat(lines.size() / 2).isEqualTo(19);
    assertThat(outcomes).isEqualTo(81);
  }

  /** The primitives on a mark m, as they go through memory; r is where the result goes. */
  private static final List<String> PRIMITIVES =
      List.of("%s = m", "m = 1", "%s = add m 2", "%s = cas m 0 1");

  private static String thread(List<String> primitives, int first, boolean atomic, boolean awaits) {
    List<String> statements = new ArrayList<>();
    for (int i = 0; i < primitives.size(); i++) {
      String register = "r" + (first + i);
      String primitive = primitives.get(i).formatted(register);
      statements.add(atomic ? "atomic; " + primitive + "; end" : primitive);
      if (awaits && primitive.contains(register)) {
        statements.add("if " + register);
      }
    }
    return String.join("; ", statements);
  }

  private static Map<String, Boolean> differing(String letter, boolean awaits) {
    Map<String, Boolean> differing = new LinkedHashMap<>();
    for (String one : PRIMITIVES) {
      for (String two : PRIMITIVES) {
        for (String three : PRIMITIVES) {
          List<String> pair = List.of(two, three);
          String name = one + " beside " + pair;
          Litmus plain =
              Litmus.of(
                  "m", thread(List.of(one), 1, false, awaits), thread(pair, 2, false, awaits));
          Litmus atomic =
              Litmus.of("m", thread(List.of(one), 1, true, awaits), thread(pair, 2, true, awaits));
          differing.put(
              name, !plain.finals(variant(letter)).equals(atomic.finals(variant(letter))));
        }
      }
    }
    differing.values().removeIf(differs -> !differs);
    return differing;
  }

  /** So the variant with atomic metadata may stand for the other: bodies look at every result. */
  @Test
  void metadataPrimitivesWhoseResultIsAwaitedAreAtomic() {
    for (String letter : List.of("R", "T", "S")) {
      assertThat(differing(letter, true)).as(letter).isEmpty();
    }
  }

  /** Loads of one location pass one another: this is what awaiting the result is for. */
  @Test
  void metadataPrimitivesWhoseResultIsNotAwaitedAreNotAtomic() {
    assertThat(differing("R", false).keySet()).isNotEmpty().allMatch(name -> name.contains("= m,"));
    assertThat(differing("T", false)).isEmpty();
    assertThat(differing("S", false)).isEmpty();
  }
}
