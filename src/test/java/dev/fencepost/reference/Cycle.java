// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static java.util.stream.Collectors.joining;

import dev.fencepost.reference.Relaxation.Access;
import dev.fencepost.reference.Relaxation.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A cycle of relaxations: it fixes a small program, in which an execution that goes round the cycle
 * is what a memory model has to allow or forbid. It begins behind an edge between threads, and of
 * the ways to write it down it is the least.
 */
record Cycle(List<Relaxation> edges) {
  /** The names of well-known shapes: first and last access of each thread. */
  private static final Map<String, String> SHAPES =
      Map.ofEntries(
          Map.entry("WW RR", "MP"),
          Map.entry("WR WR", "SB"),
          Map.entry("RW RW", "LB"),
          Map.entry("WW WR", "R"),
          Map.entry("WW RW", "S"),
          Map.entry("WW WW", "2+2W"),
          Map.entry("W RW RR", "WRC"),
          Map.entry("W RR WR", "RWC"),
          Map.entry("W RW WW", "WWC"),
          Map.entry("W RW WR", "WRW+WR"),
          Map.entry("W RR WW", "WRR+2W"),
          Map.entry("W RW RW", "WRW+RW"),
          Map.entry("WW RW RR", "ISA2"),
          Map.entry("WW RR WR", "W+RWC"),
          Map.entry("WR WR WR", "3.SB"),
          Map.entry("RW RW RW", "3.LB"),
          Map.entry("WW WW WW", "3.2W"),
          Map.entry("WW RW WR", "Z6.0"),
          Map.entry("WW WW RW", "Z6.1"),
          Map.entry("WW RW RW", "Z6.2"),
          Map.entry("WW WW RR", "Z6.3"),
          Map.entry("WW WR WR", "Z6.4"),
          Map.entry("WW WW WR", "Z6.5"),
          Map.entry("W RR W RR", "IRIW"),
          Map.entry("W RR W RW", "IRRWIW"),
          Map.entry("W RW W RW", "IRWIW"));

  /**
   * An access of the program.
   *
   * @param number its place in the cycle
   * @param cell the number of its cell
   * @param value what a write writes; for a read, what the cell holds when the cycle passes it
   * @param incoming how it follows the access before it in its thread, if there is one
   */
  record Event(
      int number, Access access, char mark, int cell, int value, Optional<Relaxation> incoming) {}

  Cycle {
    edges = List.copyOf(edges);
    for (int i = 0; i < edges.size(); i++) {
      Relaxation edge = edges.get(i);
      Relaxation next = edges.get((i + 1) % edges.size());
      if (edge.to() != next.from() || edge.toMark() != next.fromMark()) {
        throw new IllegalArgumentException(edge + " does not lead to " + next);
      }
    }
    if (edges.stream().filter(edge -> !edge.sameCell()).count() == 1) {
      throw new IllegalArgumentException("one edge alone cannot change the cell");
    }
    edges = least(edges);
  }

  static Cycle parse(String text) {
    return new Cycle(Stream.of(text.split(" ", -1)).map(Relaxation::parse).toList());
  }

  private static List<Relaxation> least(List<Relaxation> edges) {
    return rotations(edges)
        .filter(rotated -> rotated.getLast().kind() == Kind.EXTERNAL)
        .min(Comparator.comparing(Cycle::text))
        .orElseThrow(() -> new IllegalArgumentException("no edge between threads"));
  }

  private static <T> Stream<List<T>> rotations(List<T> list) {
    return IntStream.range(0, list.size())
        .mapToObj(
            by -> {
              List<T> rotated = new ArrayList<>(list);
              Collections.rotate(rotated, by);
              return rotated;
            });
  }

  private static String text(List<Relaxation> edges) {
    return edges.stream().map(Relaxation::toString).collect(joining(" "));
  }

  @Override
  public String toString() {
    return text(edges);
  }

  /** The accesses of each thread. Writes of one cell have the values 1, 2, 3 along the cycle. */
  List<List<Event>> threads() {
    int cells = Math.max(1, (int) edges.stream().filter(edge -> !edge.sameCell()).count());
    int[] values = new int[cells];
    List<List<Event>> threads = new ArrayList<>(List.of(new ArrayList<>()));
    int cell = 0;
    Optional<Relaxation> incoming = Optional.empty();
    for (int i = 0; i < edges.size(); i++) {
      Relaxation edge = edges.get(i);
      values[cell] += edge.from() == Access.W ? 1 : 0;
      threads
          .getLast()
          .add(new Event(i, edge.from(), edge.fromMark(), cell, values[cell], incoming));
      incoming = edge.kind() == Kind.EXTERNAL ? Optional.empty() : Optional.of(edge);
      if (incoming.isEmpty() && i < edges.size() - 1) {
        threads.add(new ArrayList<>());
      }
      cell = edge.sameCell() ? cell : (cell + 1) % cells;
    }
    return threads;
  }

  /** The name that diy would give: {@code MP+fence+addr}. */
  String name() {
    return rotations(segments())
        .map(Cycle::name)
        .min(
            Comparator.comparing((String name) -> name.startsWith("?")).thenComparing(name -> name))
        .orElseThrow()
        .replaceFirst("^\\?", "");
  }

  /** The edges inside each thread; a thread of one access has its edge to the next thread. */
  private List<List<Relaxation>> segments() {
    List<List<Relaxation>> segments = new ArrayList<>();
    List<Relaxation> segment = new ArrayList<>();
    for (Relaxation edge : edges) {
      if (edge.kind() != Kind.EXTERNAL || segment.isEmpty()) {
        segment.add(edge);
      }
      if (edge.kind() == Kind.EXTERNAL) {
        segments.add(segment);
        segment = new ArrayList<>();
      }
    }
    return segments;
  }

  private static String name(List<List<Relaxation>> segments) {
    List<String> parts = new ArrayList<>();
    List<String> ends = new ArrayList<>();
    for (List<Relaxation> segment : segments) {
      boolean single = segment.getFirst().kind() == Kind.EXTERNAL;
      ends.add(segment.getFirst().from() + (single ? "" : segment.getLast().to().toString()));
      char mark = segment.getFirst().fromMark();
      if (!single) {
        parts.add(segment.stream().map(Relaxation::shortName).collect(joining("-")));
      } else if (mark != Relaxation.PLAIN) {
        parts.add("w" + mark);
      }
    }
    String shape = String.join(" ", ends);
    String name = SHAPES.getOrDefault(shape, "?" + shape.replace(' ', '+'));
    if (parts.stream().allMatch(part -> part.equals("po"))) {
      return name;
    }
    return parts.stream().distinct().count() == 1 && parts.size() > 1
        ? name + "+" + parts.getFirst() + "s"
        : name + "+" + String.join("+", parts);
  }
}
