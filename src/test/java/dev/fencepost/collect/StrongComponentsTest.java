// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StrongComponentsTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);

  /** The nodes that can be reached by one edge or more. */
  private static BitSet reached(int from, int[][] targets) {
    BitSet reached = new BitSet();
    int before = -1;
    Arrays.stream(targets[from]).forEach(reached::set);
    while (reached.cardinality() > before) {
      before = reached.cardinality();
      for (int node : reached.stream().toArray()) {
        Arrays.stream(targets[node]).forEach(reached::set);
      }
    }
    return reached;
  }

  @Test
  void agreeWithReachabilityOnRandomGraphs() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int graph = 0; graph < 2_000; graph++) {
      int nodes = random.nextInt(1, 12);
      int most = random.nextInt(1, 4);
      int[][] targets = new int[nodes][];
      Arrays.setAll(targets, i -> random.ints(random.nextInt(0, most), 0, nodes).toArray());
      StrongComponents components = new StrongComponents(nodes, i -> targets[i]);
      BitSet[] reached =
          IntStream.range(0, nodes).mapToObj(i -> reached(i, targets)).toArray(BitSet[]::new);
      for (int i = 0; i < nodes; i++) {
        assertThat(components.isOnCycle(i)).isEqualTo(reached[i].get(i));
        for (int j = 0; j < nodes; j++) {
          boolean same = i == j || reached[i].get(j) && reached[j].get(i);
          assertThat(components.of(i) == components.of(j)).isEqualTo(same);
          assertThat(!reached[i].get(j) || components.of(i) >= components.of(j)).isTrue();
        }
      }
    }
  }

  @Test
  void aLongPathIsNoDeepRecursion() {
    int nodes = 1_000_000;
    StrongComponents components =
        new StrongComponents(nodes, i -> i + 1 < nodes ? new int[] {i + 1} : new int[0]);
    assertThat(components.count()).isEqualTo(nodes);
  }
}
