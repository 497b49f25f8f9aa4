// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.AtomicRegions;
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

/**
 * A program that was translated with its places: fences and orders are put into it without its
 * text.
 */
final class PlacedProgram {
  private final CheckedProgram checked;
  private final Scope scope;
  private final SequencedMap<Site.Key, Site> sites = new LinkedHashMap<>();
  private final List<AtomicRegions> blocks = new ArrayList<>();

  /** The sites of accesses by their positions. */
  private final Map<Position, Site.Key> accesses = new HashMap<>();

  /** Statements that are a fence, and whose text is that of nothing else. */
  private final Set<SourceSpan> fenceStatements = new HashSet<>();

  /**
   * Which sites count.
   *
   * @param free whether a place is in a file that may be changed
   * @param calls the copies that have places of their own
   */
  record Scope(Ask ask, Predicate<SourceSpan> free, Texts texts, Calls calls) {

    private boolean replacesFences() {
      return ask == Ask.WEAKEN;
    }

    private boolean isWritable(SourceSpan span, AccessOrder present, AccessOrder order) {
      return new OrderText(texts).edits(span, present, order).isPresent();
    }
  }

  PlacedProgram(CheckedProgram checked, Scope scope) {
    this.checked = checked;
    this.scope = scope;
    findFenceStatements();
    Map<Integer, String> paths = paths();
    for (int thread = 0; thread < threads().size(); thread++) {
      List<Instruction> code = code(thread);
      blocks.add(new AtomicRegions(code));
      for (int pc = 0; pc < code.size(); pc++) {
        String path = mark(code.get(pc)).orElse(paths.getOrDefault(thread, Places.FAST));
        if (keyAt(thread, pc).isPresent()) {
          addFence(keyAt(thread, pc).get(), code.get(pc), path);
        } else if (pc > 0 && isOrder(code.get(pc - 1)) && isFree(thread, pc - 1)) {
          addAccess(new Position(thread, pc), path);
        }
      }
    }
    accesses.values().removeIf(key -> !sites.containsKey(key));
  }

  private void addFence(Site.Key key, Instruction instruction, String path) {
    Origin origin = instruction.origin();
    int pairs = instruction instanceof Instruction.Fence fence ? fence.pairs() : 0;
    Site.Present present = new Site.Present(pairs, Optional.empty());
    add(new Site(key, origin.text(), origin.function(), path, present));
  }

  private void add(Site site) {
    sites.merge(site.key(), site, Site::joined);
  }

  /** Adds an access whose order may change, and whose text can say so. */
  private void addAccess(Position at, String path) {
    Instruction place = code(at.thread).get(at.pc - 1);
    Origin origin = place.origin();
    Optional<AccessOrder> present = AccessOrder.of(code(at.thread).get(at.pc));
    if (present.isEmpty()) {
      return;
    }
    List<AccessOrder> orders = scope.ask.orders(present.get());
    if (orders.size() > 1 && scope.isWritable(origin.span(), present.get(), orders.getLast())) {
      String text = scope.texts.at(origin.span()).replaceAll("\\s+", " ");
      Site.Present order = new Site.Present(0, present);
      Site.Key key = new Site.Key(Places.ORDER, origin.span(), scope.calls.chain(place));
      add(new Site(key, text, origin.function(), path, order));
      accesses.put(at, key);
    }
  }

  /** The site of the access at a position. */
  Optional<Site.Key> accessAt(Position at) {
    return Optional.ofNullable(accesses.get(at));
  }

  /** An access with each order that it may get, the weakest first; every other one as it is. */
  List<Instruction> alternatives(Position at) {
    Instruction access = code(at.thread).get(at.pc);
    return accesses.containsKey(at)
        ? scope.ask.orders(AccessOrder.of(access).orElseThrow()).stream()
            .map(order -> order.applied(access))
            .toList()
        : List.of(access);
  }

  private static boolean isOrder(Instruction instruction) {
    return Places.isPlace(instruction) && instruction.attributes().contains(Places.ORDER);
  }

  private boolean isFree(int thread, int pc) {
    Instruction instruction = code(thread).get(pc);
    return scope.free.test(instruction.origin().span())
        && !instruction.attributes().contains(Places.KEEP)
        && !blocks.get(thread).isInside(pc);
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
            || !fence.attributes().stream().allMatch(Places::isMark)) {
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
        .anyMatch(condition -> !condition.marks().isEmpty());
  }

  Program program() {
    return checked.program();
  }

  /** The site of a fence at a position, unless the user keeps it as it is. */
  Optional<Site.Key> keyAt(int thread, int pc) {
    Instruction instruction = code(thread).get(pc);
    String position =
        scope.replacesFences()
            ? Places.FENCE
            : instruction.attributes().stream().findFirst().orElse("");
    return isSite(instruction) && isFree(thread, pc)
        ? Optional.of(
            new Site.Key(position, instruction.origin().span(), scope.calls.chain(instruction)))
        : Optional.empty();
  }

  private boolean isSite(Instruction instruction) {
    return scope.replacesFences()
        ? instruction instanceof Instruction.Fence
            && !Places.isPlace(instruction)
            && fenceStatements.contains(instruction.origin().span())
        : scope.ask.addsFences() && Places.isPlace(instruction) && !isOrder(instruction);
  }

  /** The fences of the source that a search for weaker ones does not touch. */
  List<LeftAlone> leftAlone() {
    List<LeftAlone> found = new ArrayList<>();
    for (int thread = 0; thread < threads().size() && scope.replacesFences(); thread++) {
      for (int pc = 0; pc < code(thread).size(); pc++) {
        boolean inside = blocks.get(thread).isInside(pc);
        if (code(thread).get(pc) instanceof Instruction.Fence fence
            && !Places.isPlace(fence)
            && !inside
            && keyAt(thread, pc).isEmpty()) {
          found.add(new LeftAlone(fence.origin(), whyLeftAlone(fence)));
        }
      }
    }
    return found;
  }

  private String whyLeftAlone(Instruction.Fence fence) {
    if (!scope.free.test(fence.origin().span())) {
      return "a header of the library";
    }
    if (fence.attributes().contains(Places.KEEP)) {
      return "fencepost_keep";
    }
    return fence.attributes().stream().allMatch(Places::isMark)
        ? "a part of other statements, as by a macro"
        : "a kind that the model declares";
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
    return scope.replacesFences()
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

  /** This program with fences at sites and orders of accesses, and without places and marks. */
  Fenced with(Assignment assignment) {
    IdentityHashMap<SourceSpan, Position> positions = new IdentityHashMap<>();
    List<ThreadDecl> fenced = new ArrayList<>();
    for (int thread = 0; thread < threads().size(); thread++) {
      List<Instruction> code = new ArrayList<>();
      int[] moved = new int[code(thread).size()];
      for (int pc = 0; pc < moved.length; pc++) {
        moved[pc] = code.size();
        Position at = new Position(thread, pc);
        Instruction unmarked = Unmarked.of(code(thread).get(pc));
        Instruction instruction =
            accessAt(at)
                .map(assignment.orders()::get)
                .map(order -> order.applied(unmarked))
                .orElse(unmarked);
        Optional<Site.Key> key = keyAt(thread, pc);
        if (key.isPresent() && !isContinued(thread, pc)) {
          assignment
              .fencesAt(key.get())
              .forEach(kind -> code.add(kind.fence(instruction.origin())));
        }
        if (key.isEmpty() && !Places.isPlace(instruction)) {
          code.add(instruction);
          positions.put(instruction.origin().span(), at);
        }
      }
      code.replaceAll(instruction -> instruction.moved(to -> moved[to]));
      fenced.add(threads().get(thread).with(code));
    }
    return new Fenced(
        new CheckedProgram(checked.program().withThreads(fenced), checked.properties()), positions);
  }
}
