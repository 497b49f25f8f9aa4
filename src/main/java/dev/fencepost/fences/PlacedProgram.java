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
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;

/** A program that was translated with its places: fences are put into it without its text. */
final class PlacedProgram {
  private final CheckedProgram checked;
  private final Scope scope;
  private final SequencedMap<Site.Key, Site> sites = new LinkedHashMap<>();
  private final List<AtomicRegions> blocks = new ArrayList<>();

  /** Statements that are a fence, and whose text is that of nothing else. */
  private final Set<SourceSpan> fenceStatements = new HashSet<>();

  /**
   * Which sites count.
   *
   * @param existing whether those are sites where a fence stands, instead of those where none does
   * @param free whether a place is in a file that may be changed
   */
  record Scope(boolean existing, Predicate<SourceSpan> free) {}

  PlacedProgram(CheckedProgram checked, Scope scope) {
    this.checked = checked;
    this.scope = scope;
    findFenceStatements();
    Map<Integer, String> paths = paths();
    for (int thread = 0; thread < threads().size(); thread++) {
      List<Instruction> code = code(thread);
      blocks.add(new AtomicRegions(code));
      for (int pc = 0; pc < code.size(); pc++) {
        Optional<Site.Key> key = keyAt(thread, pc);
        if (key.isPresent()) {
          String usual = paths.getOrDefault(thread, Places.FAST);
          addSite(key.get(), code.get(pc), mark(code.get(pc)).orElse(usual));
        }
      }
    }
  }

  private void addSite(Site.Key key, Instruction instruction, String path) {
    Origin origin = instruction.origin();
    int pairs = instruction instanceof Instruction.Fence fence ? fence.pairs() : 0;
    Site site =
        new Site(key.position(), origin.span(), origin.text(), origin.function(), path, pairs);
    sites.merge(key, site, (known, more) -> known.joined(more));
  }

  private void findFenceStatements() {
    Set<SourceSpan> others = new HashSet<>();
    Set<SourceSpan> statements = new HashSet<>();
    for (ThreadDecl thread : threads()) {
      for (Instruction instruction : thread.code()) {
        SourceSpan span = instruction.origin().span();
        if (Places.isPlace(instruction)) {
          statements.add(span);
        } else if (!(instruction instanceof Instruction.Fence fence)
            || !fence.attributes().stream().allMatch(Places.WORDS::containsValue)) {
          others.add(span);
        } else {
          fenceStatements.add(span);
        }
      }
    }
    fenceStatements.stream().filter(span -> !statements.contains(span)).forEach(others::add);
    fenceStatements.removeIf(span -> others.stream().anyMatch(span::overlaps));
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

  /** The site at a position, unless the user keeps it as it is. */
  Optional<Site.Key> keyAt(int thread, int pc) {
    Instruction instruction = code(thread).get(pc);
    SourceSpan span = instruction.origin().span();
    boolean isSite =
        isSite(instruction)
            && scope.free.test(span)
            && !instruction.attributes().contains(Places.KEEP)
            && !blocks.get(thread).isInside(pc);
    String position =
        scope.existing ? Places.FENCE : instruction.attributes().stream().findFirst().orElse("");
    return isSite ? Optional.of(new Site.Key(position, span)) : Optional.empty();
  }

  private boolean isSite(Instruction instruction) {
    return scope.existing
        ? instruction instanceof Instruction.Fence
            && !Places.isPlace(instruction)
            && fenceStatements.contains(instruction.origin().span())
        : Places.isPlace(instruction);
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

  /**
   * Whether the fence before this one is of the same statement: a set of pairs that is no product.
   */
  private boolean isContinued(int thread, int pc) {
    return scope.existing
        && pc > 0
        && code(thread).get(pc - 1) instanceof Instruction.Fence before
        && !Places.isPlace(before)
        && before.origin().span().equals(code(thread).get(pc).origin().span());
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
        Optional<Site.Key> key = keyAt(thread, pc);
        if (key.isPresent() && !isContinued(thread, pc)) {
          fences
              .getOrDefault(key.get(), List.of())
              .forEach(kind -> code.add(kind.fence(instruction.origin())));
        }
        if (key.isEmpty() && !Places.isPlace(instruction)) {
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
