// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import java.util.List;

/**
 * A work-packet collector as a graph: buckets with the kinds of work that they hold, and who
 * requests which kind.
 *
 * @param others what is no bucket and can request work: barriers, allocation
 * @param notes milestones and phases, one on a line
 */
public record CollectorGraph(
    String title,
    List<Bucket> buckets,
    List<Node> others,
    List<Request> requests,
    List<String> notes) {

  public CollectorGraph {
    buckets = List.copyOf(buckets);
    others = List.copyOf(others);
    requests = List.copyOf(requests);
    notes = List.copyOf(notes);
  }

  /** A bucket with its guards. */
  public record Bucket(String name, String guard, List<Node> kinds) {
    public Bucket {
      kinds = List.copyOf(kinds);
    }
  }

  /** A kind of work or a hook: its name and its details. */
  public record Node(String name, String text) {}

  /** One node requests a kind of work. */
  public record Request(String from, String to) {}
}
