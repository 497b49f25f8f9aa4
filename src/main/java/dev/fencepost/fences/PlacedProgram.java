// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.AtomicRegions;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Places;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;

/** A program that was translated with its places: fences are put into it without its text. */
final class PlacedProgram {
  private final CheckedProgram checked;
  private final SequencedMap<Site.Key, Site> sites = new LinkedHashMap<>();
  private final List<AtomicRegions> blocks = new ArrayList<>();

  private final Predicate<SourceSpan> free;

  /**
   * Finds the sites.
   *
   * @param free whether a place is in a file that may be changed
   */
  PlacedProgram(CheckedProgram checked, Predicate<SourceSpan> free) {
    this.checked = checked;
    this.free = free;
    Map<Integer, String> paths = paths();
    for (int thread = 0; thread < threads().size(); thread++) {
      List<Instruction> code = code(thread);
      blocks.add(new AtomicRegions(code));
      for (int pc = 0; pc < code.size(); pc++) {
        Optional<Site.Key> key = keyAt(thread, pc);
        if (key.isPresent()) {
          Origin origin = code.get(pc).origin();
          String usual = paths.getOrDefault(thread, Places.FAST);
          String path = mark(code.get(pc)).orElse(usual);
          Site site =
              new Site(key.get().position(), origin.span(), origin.text(), origin.function(), path);
          sites.merge(key.get(), site, (known, more) -> known.on(path));
        }
      }
    }
  }

  /** The path of each thread that was started with a mark. */
  private Map<Integer, String> paths() {
    Map<Integer, String> paths = new HashMap<>();
    for (ThreadDecl thread : threads()) {
      for (Instruction instruction : thread.code()) {
        if (instruction instanceof Instruction.Spawn spawn) {
          paths.merge(spawn.thread(), mark(spawn).orElse(Places.FAST), Weights::worse);
        }
      }
    }
    return paths;
  }

  /** The innermost path that an instruction is marked with. */
  private static Optional<String> mark(Instruction instruction) {
    return instruction.attributes().stream()
        .filter(List.of(Places.FAST, Places.SLOW, Places.COLLECTOR)::contains)
        .findFirst();
  }

  private List<ThreadDecl> threads() {
    return checked.program().threads();
  }

  List<Instruction> code(int thread) {
    return threads().get(thread).code();
  }

  /** Whether a property asks for marks, which are passed at fetch. */
  boolean asksForMarks() {
    return checked.properties().stream()
        .flatMap(property -> property.conditions().stream())
        .anyMatch(PlacedProgram::asksForMarks);
  }

  private static boolean asksForMarks(Expr expr) {
    return expr instanceof Expr.Reached
        || expr.operands().stream().anyMatch(PlacedProgram::asksForMarks);
  }

  Program program() {
    return checked.program();
  }

  /** The site whose place stands at a position, unless the user keeps it as it is. */
  Optional<Site.Key> keyAt(int thread, int pc) {
    Instruction instruction = code(thread).get(pc);
    boolean isSite =
        Places.isPlace(instruction)
            && free.test(instruction.origin().span())
            && !instruction.attributes().contains(Places.KEEP)
            && !blocks.get(thread).isInside(pc);
    return isSite
        ? Optional.of(
            new Site.Key(instruction.attributes().getFirst(), instruction.origin().span()))
        : Optional.empty();
  }

  /** The sites, in the order of the code. */
  SequencedMap<Site.Key, Site> sites() {
    return sites;
  }

  /** Whether it is an access that the memory model orders, in a window. */
  boolean isAccess(int thread, int pc) {
    Instruction instruction = code(thread).get(pc);
    boolean access =
        instruction.touchesMemory()
            || instruction instanceof Instruction.Lock
            || instruction instanceof Instruction.Unlock;
    return access && !blocks.get(thread).isInside(pc);
  }

  /** A position of the code with places. */
  record Position(int thread, int pc) {}

  /**
   * The program with some fences.
   *
   * @param positions the access of each span, by identity
   */
  record Fenced(CheckedProgram program, IdentityHashMap<SourceSpan, Position> positions) {}

  /** This program with fences at sites, and without places and marks. */
  Fenced with(Map<Site.Key, List<FenceKind>> fences) {
    IdentityHashMap<SourceSpan, Position> positions = new IdentityHashMap<>();
    List<ThreadDecl> fenced = new ArrayList<>();
    for (int thread = 0; thread < threads().size(); thread++) {
      List<Instruction> code = new ArrayList<>();
      int[] moved = new int[code(thread).size()];
      for (int pc = 0; pc < moved.length; pc++) {
        moved[pc] = code.size();
        Instruction instruction = Unmarked.of(code(thread).get(pc));
        if (Places.isPlace(instruction)) {
          keyAt(thread, pc)
              .map(key -> fences.getOrDefault(key, List.of()))
              .ifPresent(
                  kinds -> kinds.forEach(kind -> code.add(kind.fence(instruction.origin()))));
        } else {
          code.add(instruction);
          positions.put(instruction.origin().span(), new Position(thread, pc));
        }
      }
      ThreadDecl old = threads().get(thread);
      fenced.add(
          new ThreadDecl(
              old.name(),
              code.stream().map(i -> i.moved(to -> moved[to])).toList(),
              old.registers()));
    }
    return new Fenced(
        new CheckedProgram(checked.program().withThreads(fenced), checked.properties()), positions);
  }
}
