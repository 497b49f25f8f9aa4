// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.reference.Relaxation.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Cycles of up to four threads. Each thread is a segment, and what communication goes from one to
 * the next follows from the accesses at their ends. A cycle that a shorter one implies is left out:
 * one in which two edges of communication could be one.
 */
final class CycleAlphabet {

  /** The edges inside a thread, or none for a thread of one write. */
  record Segment(List<Relaxation> edges) {
    static final Segment WRITE = new Segment(List.of());

    static Segment of(String edges) {
      return new Segment(Stream.of(edges.split(" ", -1)).map(Relaxation::parse).toList());
    }

    Segment withMarks(char first, char last) {
      return new Segment(List.of(edges.getFirst().withMarks(first, last)));
    }

    Access first() {
      return edges.isEmpty() ? Access.W : edges.getFirst().from();
    }

    Access last() {
      return edges.isEmpty() ? Access.W : edges.getLast().to();
    }

    char firstMark() {
      return edges.isEmpty() ? Relaxation.PLAIN : edges.getFirst().fromMark();
    }

    char lastMark() {
      return edges.isEmpty() ? Relaxation.PLAIN : edges.getLast().toMark();
    }
  }

  private static final List<Segment> ORDERS = segments("PodRR PodRW PodWR PodWW");
  private static final List<Segment> FENCES = segments("FencedRR FencedRW FencedWR FencedWW");
  private static final List<Segment> HALF_FENCES =
      segments(
          "AcqFencedRR AcqFencedRW AcqFencedWR AcqFencedWW"
              + " RelFencedRR RelFencedRW RelFencedWR RelFencedWW");
  private static final List<Segment> DEPENDENCIES =
      segments("DpAddrdR DpAddrdW DpDatadW DpCtrldR DpCtrldW");
  private static final List<Segment> SAME_CELL = segments("PosRR PosRW PosWR PosWW");

  /** Marks of reads and of writes that are tried together. */
  private static final List<String> THEMES = List.of("AL", "SS", "XX");

  private final SequencedMap<String, Cycle> cycles = new TreeMap<>();

  private CycleAlphabet() {}

  /** The cycles for the models that are no architecture's, by their names. */
  static SequencedMap<String, Cycle> classic() {
    CycleAlphabet alphabet = new CycleAlphabet();
    List<Segment> order = join(ORDERS, FENCES);
    List<Segment> strong = join(order, DEPENDENCIES);
    List<Segment> all = join(strong, HALF_FENCES);
    List<Segment> write = List.of(Segment.WRITE);
    alphabet.add(List.of(all, all));
    for (String theme : THEMES) {
      List<Segment> marked = marked(theme.charAt(0), theme.charAt(1));
      alphabet.add(List.of(marked, marked));
    }
    alphabet.add(List.of(twoEdges(order, strong), order));
    alphabet.add(List.of(write, strong, strong));
    alphabet.add(List.of(strong, strong, strong));
    alphabet.add(List.of(write, strong, write, strong));
    alphabet.add(List.of(write, SAME_CELL));
    alphabet.add(List.of(SAME_CELL, SAME_CELL));
    return alphabet.cycles;
  }

  private static List<Segment> segments(String edges) {
    return Stream.of(edges.split(" ", -1)).map(Segment::of).toList();
  }

  private static List<Segment> join(List<Segment> first, List<Segment> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static List<Segment> marked(char ofReads, char ofWrites) {
    List<Segment> marked = new ArrayList<>();
    for (Segment segment : ORDERS) {
      for (boolean first : new boolean[] {false, true}) {
        for (boolean last : new boolean[] {false, true}) {
          marked.add(
              segment.withMarks(
                  first ? segment.first() == Access.R ? ofReads : ofWrites : Relaxation.PLAIN,
                  last ? segment.last() == Access.R ? ofReads : ofWrites : Relaxation.PLAIN));
        }
      }
    }
    return marked;
  }

  /** An edge to an other cell, with an edge of one cell before or behind it. */
  private static List<Segment> twoEdges(List<Segment> behind, List<Segment> before) {
    List<Segment> found = new ArrayList<>();
    for (Segment near : segments("Rfi Fri Wsi PosRR")) {
      for (Segment far : before) {
        addJoined(near, far, found);
      }
      for (Segment far : behind) {
        addJoined(far, near, found);
      }
    }
    return found;
  }

  private static void addJoined(Segment first, Segment second, List<Segment> found) {
    if (first.last() == second.first()) {
      found.add(new Segment(Stream.of(first, second).flatMap(s -> s.edges().stream()).toList()));
    }
  }

  private void add(List<List<Segment>> choices) {
    choose(choices, new ArrayList<>());
  }

  private void choose(List<List<Segment>> choices, List<Segment> chosen) {
    if (chosen.size() == choices.size()) {
      close(chosen).ifPresent(this::add);
      return;
    }
    for (Segment segment : choices.get(chosen.size())) {
      chosen.addLast(segment);
      choose(choices, chosen);
      chosen.removeLast();
    }
  }

  private void add(Cycle cycle) {
    Cycle namesake = cycles.putIfAbsent(cycle.name(), cycle);
    if (namesake != null && !namesake.equals(cycle)) {
      throw new IllegalStateException(cycle + " has the name of " + namesake);
    }
  }

  private static Optional<Cycle> close(List<Segment> threads) {
    List<Relaxation> edges = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      Segment thread = threads.get(i);
      Segment next = threads.get((i + 1) % threads.size());
      boolean twoReads = thread.last() == Access.R && next.first() == Access.R;
      boolean implied = thread.edges().isEmpty() && next.first() == Access.W;
      if (twoReads || implied) {
        return Optional.empty();
      }
      edges.addAll(thread.edges());
      edges.add(
          Relaxation.external(thread.last(), thread.lastMark(), next.first(), next.firstMark()));
    }
    return Optional.of(new Cycle(edges));
  }
}
