// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * A program with marks at places of its text, to find out what its runs come to. Copies of inlined
 * functions share their places; what a front end added has none.
 */
public final class Probes {
  /** How many marks a program may have. */
  private static final int MOST_MARKS = 64;

  private final Program program;
  private final List<Probe> all;

  /** A place that a run may come to. */
  public sealed interface Probe {
    SourceSpan place();

    /** Some instruction of this line. */
    record Line(SourceSpan place) implements Probe {}

    /** The assertion at this place. */
    record Assertion(SourceSpan place) implements Probe {}

    /** One side of the branch at this place: where the condition that is written there holds. */
    record Side(SourceSpan place, boolean holds) implements Probe {}
  }

  /** The places of a program. */
  public Probes(Program program) {
    this.program = program;
    SequencedSet<Probe> found = new LinkedHashSet<>();
    program.threads().forEach(thread -> thread.code().forEach(each -> found.addAll(of(each))));
    all = List.copyOf(found);
  }

  public List<Probe> all() {
    return all;
  }

  /** The probes in parts, each of which fits beside the marks of the program. */
  public List<List<Probe>> parts() {
    int room = Math.max(1, MOST_MARKS - program.marks().size());
    List<List<Probe>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += room) {
      parts.add(all.subList(from, Math.min(all.size(), from + room)));
    }
    return parts;
  }

  /** The program with a mark for each of these; the first has the number after its own marks. */
  public Program with(List<Probe> probes) {
    List<ThreadDecl> threads =
        program.threads().stream().map(thread -> thread.with(code(thread.code(), probes))).toList();
    List<String> marks = new ArrayList<>(program.marks());
    probes.forEach(probe -> marks.add(probe.toString()));
    return program.withThreads(threads).withMarks(marks);
  }

  private static List<Probe> of(Instruction instruction) {
    SourceSpan span = instruction.origin().span();
    if (span.equals(SourceSpan.NONE) || instruction.origin().generated()) {
      return List.of();
    }
    Probe line = line(span);
    return switch (instruction) {
      case Instruction.Assert check -> List.of(line, new Probe.Assertion(span));
      case Instruction.Branch branch when isOpen(branch) ->
          List.of(line, new Probe.Side(span, true), new Probe.Side(span, false));
      default -> List.of(line);
    };
  }

  private static Probe line(SourceSpan span) {
    return new Probe.Line(SourceSpan.at(span.file(), span.line(), 1, 0));
  }

  /** Whether the text has the branch, and leaves open where it goes. */
  private static boolean isOpen(Instruction.Branch branch) {
    return !branch.selects()
        && !(branch.condition() instanceof Expr.Constant)
        && !branch.origin().generated();
  }

  /** The code with marks before instructions and on the ways from branches. */
  private List<Instruction> code(List<Instruction> original, List<Probe> probes) {
    BitSet targets = targets(original);
    List<Instruction> code = new ArrayList<>();
    int[] moved = new int[original.size()];
    int[] branches = new int[original.size()];
    for (int i = 0; i < original.size(); i++) {
      Instruction instruction = original.get(i);
      moved[i] = code.size();
      boolean begins = i == 0 || targets.get(i) || !onLineOf(original.get(i - 1), instruction);
      for (Probe probe : of(instruction)) {
        if (!(probe instanceof Probe.Side) && (begins || probe instanceof Probe.Assertion)) {
          mark(probe, probes, instruction).ifPresent(code::add);
        }
      }
      branches[i] = code.size();
      code.add(instruction);
      if (instruction instanceof Instruction.Branch branch && isOpen(branch)) {
        SourceSpan span = branch.origin().span();
        mark(new Probe.Side(span, !branch.negated()), probes, branch).ifPresent(code::add);
        code.add(new Instruction.Jump(branch.whenTrue(), branch.origin()));
        mark(new Probe.Side(span, branch.negated()), probes, branch).ifPresent(code::add);
        code.add(new Instruction.Jump(branch.whenFalse(), branch.origin()));
      }
    }
    return redirected(original, code, moved, branches);
  }

  /** Moves the targets; an open branch goes to the marks behind it. */
  private static List<Instruction> redirected(
      List<Instruction> original, List<Instruction> code, int[] moved, int[] places) {
    code.replaceAll(instruction -> instruction.moved(target -> moved[target]));
    for (int i = 0; i < original.size(); i++) {
      if (original.get(i) instanceof Instruction.Branch branch && isOpen(branch)) {
        int whenTrue = places[i] + 1;
        int whenFalse = whenTrue;
        while (!(code.get(whenFalse) instanceof Instruction.Jump)) {
          whenFalse++;
        }
        code.set(places[i], branch.to(whenTrue, whenFalse + 1));
      }
    }
    return code;
  }

  private Optional<Instruction> mark(Probe probe, List<Probe> probes, Instruction at) {
    int index = probes.indexOf(probe);
    return index < 0
        ? Optional.empty()
        : Optional.of(new Instruction.Mark(program.marks().size() + index, at.origin()));
  }

  private static boolean onLineOf(Instruction first, Instruction second) {
    SourceSpan one = first.origin().span();
    SourceSpan other = second.origin().span();
    return one.file().equals(other.file())
        && one.line() == other.line()
        && first.origin().generated() == second.origin().generated();
  }

  private static BitSet targets(List<Instruction> code) {
    BitSet targets = new BitSet();
    for (Instruction instruction : code) {
      instruction.moved(
          target -> {
            targets.set(target);
            return target;
          });
    }
    return targets;
  }
}
