// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The strongly connected components of a graph (Tarjan 1972), numbered so that edges never lead to
 * a component with a higher number. Takes time linear in nodes and edges.
 */
public final class StrongComponents {
  private static final int UNSEEN = -1;

  private final int[][] targets;
  private final int[] component;
  private final int[] order;
  private final int[] lowest;
  private final int[] nextEdge;
  private final IntList path = new IntList();
  private final IntList open = new IntList();
  private int seen;
  private int count;

  /**
   * @param successors the nodes to which the edges of a node lead
   */
  public StrongComponents(int nodes, IntFunction<int[]> successors) {
    targets = new int[nodes][];
    component = new int[nodes];
    order = new int[nodes];
    lowest = new int[nodes];
    nextEdge = new int[nodes];
    Arrays.setAll(targets, successors);
    Arrays.fill(component, UNSEEN);
    Arrays.fill(order, UNSEEN);
    for (int node = 0; node < nodes; node++) {
      if (order[node] == UNSEEN) {
        search(node);
      }
    }
  }

  /** The component of a node. */
  public int of(int node) {
    return component[node];
  }

  public int count() {
    return count;
  }

  /** Whether a node lies on a cycle. */
  public boolean isOnCycle(int node) {
    return Arrays.stream(targets[node]).anyMatch(target -> component[target] == component[node]);
  }

  private void search(int root) {
    enter(root);
    while (!path.isEmpty()) {
      int node = path.last();
      if (nextEdge[node] < targets[node].length) {
        int target = targets[node][nextEdge[node]++];
        if (order[target] == UNSEEN) {
          enter(target);
        } else if (component[target] == UNSEEN) {
          lowest[node] = Math.min(lowest[node], order[target]);
        }
      } else {
        leave(path.pop());
      }
    }
  }

  private void enter(int node) {
    order[node] = seen;
    lowest[node] = seen;
    seen++;
    path.add(node);
    open.add(node);
  }

  private void leave(int node) {
    if (lowest[node] == order[node]) {
      int member;
      do {
        member = open.pop();
        component[member] = count;
      } while (member != node);
      count++;
    }
    if (!path.isEmpty()) {
      int parent = path.last();
      lowest[parent] = Math.min(lowest[parent], lowest[node]);
    }
  }
}
