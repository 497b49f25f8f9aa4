// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Transition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The bytes of the global region that {@link MemoisedSteps} of a process read or write, atomic
 * sequences to their ends. The value of an index is known if it depends on variables alone that
 * these steps do not write; otherwise the footprint has all elements of the array.
 */
final class GlobalFootprints {
  private final PromelaProgram program;
  private final boolean[][] local;
  private final PromelaFrame frame;
  private final Site[][] sites;

  /** The steps from a control point: the bytes that are always in their footprint, and others. */
  private record Site(BitSet always, List<Access> others) {}

  /**
   * A place with its indices.
   *
   * @param indices those that are known
   */
  private record Access(Place place, boolean written, List<Optional<PromelaExpr>> indices) {}

  GlobalFootprints(PromelaProgram program, Reduction reduction) {
    this.program = program;
    local = reduction.amplePoints(program);
    frame = new PromelaFrame(program);
    sites = new Site[program.types.length][];
    for (ProcessCode type : program.types) {
      sites[type.index] = new Site[type.points.length];
    }
  }

  /** The bytes for the steps that a process can take in a state. */
  BitSet of(int process, byte[] state, int length) {
    frame.load(state, 0, length);
    ProcessCode code = frame.processCode[process];
    int point = frame.point(process);
    if (sites[code.index][point] == null) {
      sites[code.index][point] = site(code, followed(code.type, point, local[code.index]));
    }
    return bytes(process, sites[code.index][point]);
  }

  /**
   * The bytes for all steps that a process of a state may ever take.
   *
   * @param written only those that they may write to
   */
  BitSet anywhere(int process, byte[] state, boolean written) {
    frame.load(state, 0, state.length);
    ProcessCode code = frame.processCode[process];
    Site site = site(code, IntStream.range(0, code.points.length).boxed().toList());
    if (written) {
      site.others.removeIf(access -> !access.written);
    }
    return bytes(process, site);
  }

  private BitSet bytes(int process, Site site) {
    frame.enter(process);
    BitSet bytes = (BitSet) site.always.clone();
    for (Access access : site.others) {
      mark(access, 0, program.globals + access.place.offset(), bytes);
    }
    return bytes;
  }

  private void mark(Access access, int next, int at, BitSet bytes) {
    if (next == access.indices.size()) {
      bytes.set(at, at + access.place.bytes());
      return;
    }
    Place.Index index = access.place.indices().get(next);
    int known = value(access.indices.get(next));
    if (known >= 0 && known < index.length()) {
      mark(access, next + 1, at + known * index.stride(), bytes);
    } else {
      for (int i = 0; i < index.length(); i++) {
        mark(access, next + 1, at + i * index.stride(), bytes);
      }
    }
  }

  /** The value of an index, or -1. */
  private int value(Optional<PromelaExpr> index) {
    if (index.isEmpty()) {
      return -1;
    }
    frame.violation = null;
    int value =
        switch (index.get()) {
          case PromelaExpr.Constant(int number) -> number;
          case PromelaExpr.Pid pid -> frame.pid;
          case PromelaExpr.Read(Place place) ->
              Bytes.get(frame.bytes, frame.variables + place.offset(), place.type(), place.width());
          default -> program.code.expression(index.get()).eval(frame);
        };
    return frame.violation == null ? value : -1;
  }

  private Site site(ProcessCode code, List<Integer> points) {
    List<Accesses> accesses = new ArrayList<>();
    code.type.provided().ifPresent(value -> accesses.add(Accesses.of(value)));
    if (program.watch != null) {
      for (int atom : program.watch.formula.atoms()) {
        accesses.add(Accesses.of(program.model.atoms().get(atom).value()));
      }
    }
    points.stream()
        .flatMap(i -> code.type.points().get(i).transitions().stream())
        .forEach(step -> accesses.add(Accesses.of(step.statement())));
    BitSet always = new BitSet();
    // how many processes there are, what is known of the run so far, and all channels
    always.set(0, program.globals);
    always.set(program.globals + program.model.globalBytes(), program.firstProcess);
    BitSet assigned = new BitSet();
    accesses.forEach(each -> each.writes().forEach(place -> assign(place, assigned)));
    List<Access> others = new ArrayList<>();
    for (Accesses each : accesses) {
      each.reads().forEach(place -> add(place, false, assigned, others));
      each.writes().forEach(place -> add(place, true, assigned, others));
    }
    return new Site(always, others);
  }

  /**
   * The control points of a sequence that begins here: it goes on through atomic and local points.
   */
  private static List<Integer> followed(ProcessType type, int point, boolean[] local) {
    List<Integer> points = new ArrayList<>(List.of(point));
    for (int i = 0; i < points.size(); i++) {
      for (Transition step : type.points().get(points.get(i)).transitions()) {
        boolean passes = step.atomic() || local[step.target()];
        if (passes && !points.contains(step.target())) {
          points.add(step.target());
        }
      }
    }
    return points;
  }

  /** Adds the bytes of the process's variables that may be written to. */
  private static void assign(Place place, BitSet assigned) {
    if (place.region() == Place.Region.LOCAL) {
      int last = place.offset();
      for (Place.Index index : place.indices()) {
        last += (index.length() - 1) * index.stride();
      }
      assigned.set(place.offset(), last + place.bytes());
    }
  }

  private void add(Place place, boolean written, BitSet assigned, List<Access> accesses) {
    if (place.region() == Place.Region.GLOBAL) {
      List<Optional<PromelaExpr>> indices =
          place.indices().stream()
              .map(index -> Optional.of(index.value()).filter(i -> stays(i, assigned)))
              .toList();
      accesses.add(new Access(place, written, indices));
    }
  }

  /** Whether an index may be known and has to be computed. */
  static boolean needsCode(PromelaExpr index) {
    return !index.parts().isEmpty() && stays(index, new BitSet());
  }

  /** Whether an expression depends on the process alone, and not on what may be assigned. */
  private static boolean stays(PromelaExpr expr, BitSet assigned) {
    Accesses accesses = Accesses.of(expr);
    return accesses.asked().stream().allMatch(PromelaExpr::isArithmetic)
        && accesses.reads().stream().allMatch(place -> stays(place, assigned));
  }

  private static boolean stays(Place place, BitSet assigned) {
    return place.region() == Place.Region.LOCAL
        && place.indices().isEmpty()
        && assigned.get(place.offset(), place.offset() + place.bytes()).isEmpty();
  }
}
