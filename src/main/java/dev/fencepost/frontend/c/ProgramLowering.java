// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.ir.footprint.BlockSizes;
import dev.fencepost.ir.footprint.MissingValues;
import dev.fencepost.ir.footprint.PointerChecks;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Makes a program of a checked file: {@code main} runs first, other threads when it starts them.
 */
final class ProgramLowering {
  private static final int DEFAULT_POOL = 64;

  final CheckedUnit unit;

  /** Whether each access has the place of its order before it. */
  final boolean places;

  /** How often a function may be called while it runs. */
  final int recursion;

  final Diagnostics diagnostics;
  final MemoryLayout memory;
  private final Map<Function, Integer> threads = new LinkedHashMap<>();
  private final List<String> marks = new ArrayList<>();

  /** For each thread its locals that live in memory. */
  private final List<LocalVariables> locals = new ArrayList<>();

  /** Whether threads besides {@code main} start threads. */
  private final boolean threadsStartOthers;

  private boolean allocates;

  /** The address of the results of threads, or 0 while there is none. */
  private long results;

  ProgramLowering(CheckedUnit unit, boolean places, int recursion, Diagnostics diagnostics) {
    this(unit, places, recursion, diagnostics, false);
  }

  private ProgramLowering(
      CheckedUnit unit,
      boolean places,
      int recursion,
      Diagnostics diagnostics,
      boolean threadsStartOthers) {
    this.threadsStartOthers = threadsStartOthers;
    this.unit = unit;
    this.places = places;
    this.recursion = recursion;
    this.diagnostics = diagnostics;
    this.memory = new MemoryLayout(unit.globals(), unit.largest(), diagnostics);
  }

  /**
   * The program, unless there are errors, which go to the diagnostics.
   *
   * @param pool how many cells may be allocated, where the text says so
   */
  Optional<CheckedProgram> lower(String name, OptionalInt pool) {
    Optional<Function> main = main(name);
    if (main.isEmpty()) {
      return Optional.empty();
    }
    thread(main.get());
    List<ThreadDecl> declarations = new ArrayList<>();
    while (declarations.size() < threads.size() && diagnostics.isEmpty()) {
      Function next = new ArrayList<>(threads.keySet()).get(declarations.size());
      declarations.add(thread(next, declarations));
    }
    List<Property> properties = properties();
    if (!diagnostics.isEmpty()) {
      return Optional.empty();
    }
    if (!threadsStartOthers && declarations.stream().skip(1).anyMatch(ProgramLowering::starts)) {
      return new ProgramLowering(unit, places, recursion, diagnostics, true).lower(name, pool);
    }
    Program whole = program(name, declarations, pool.orElse(DEFAULT_POOL));
    PointerChecks checks =
        PointerChecks.of(whole, properties.stream().flatMap(p -> p.conditions().stream()).toList());
    Program program = checks.needed();
    properties.replaceAll(property -> property.mapped(checks::neededIn));
    properties.forEach(this::requireTypes);
    List<ThreadDecl> guarded = new ArrayList<>();
    BitSet missing = new BitSet();
    for (int i = 0; i < declarations.size(); i++) {
      ThreadDecl thread = program.threads().get(i);
      guarded.add(UnwrittenReads.guarded(thread, locals.get(i), missing, diagnostics));
    }
    if (!diagnostics.isEmpty()) {
      return Optional.empty();
    }
    Program withValues = MissingValues.guarded(program.withThreads(guarded), missing);
    return Optional.of(new CheckedProgram(withValues, properties));
  }

  private Program program(String name, List<ThreadDecl> declarations, int cells) {
    List<Program.ThreadStart> start = List.of(new Program.ThreadStart(0, 0));
    Pool pool = allocates ? Pool.of(cells, declarations, Map.of()) : Pool.NONE;
    Program program =
        new Program(
            name,
            memory.cells(),
            declarations,
            start,
            pool,
            marks,
            memory.interchangeable(),
            false);
    Pool known = BlockSizes.pool(program);
    requireRegions(known, declarations);
    memory.finish(known);
    return program.withPool(known);
  }

  /** Complains where blocks would lie side by side: a pointer that leaves one would not be seen. */
  private void requireRegions(Pool pool, List<ThreadDecl> declarations) {
    if (pool.computed()) {
      Instruction first =
          declarations.stream()
              .flatMap(thread -> thread.code().stream())
              .filter(Instruction.Allocate.class::isInstance)
              .findFirst()
              .orElseThrow();
      diagnostics.error(
          first.origin().span(),
          "blocks may have too many sizes for a pool of " + pool.cells() + " cells",
          "allocate constant sizes, or give a smaller pool: -D FENCEPOST_POOL=64");
    }
  }

  /** Complains where a formula may read a cell as another type: it would be true or false of it. */
  private void requireTypes(Property property) {
    if (property instanceof Property.Temporal temporal
        && temporal.atoms().stream().anyMatch(e -> e.has(Expr.Alike.class::isInstance))) {
      diagnostics.error(
          property.span(),
          "a pointer in this formula may be to an object of another type",
          "read a variable by its name, or a copy that the program keeps for it");
    }
  }

  /** The function that runs first; empty after a complaint. */
  private Optional<Function> main(String file) {
    Optional<Function> main =
        unit.functions().stream().filter(function -> function.name().equals("main")).findFirst();
    if (main.isEmpty()) {
      diagnostics.error(
          SourceSpan.at(file, 1, 1, 0),
          "a model with no thread: there is no function 'main'",
          "write int main(void) { ... } that starts the threads with pthread_create");
    } else if (main.get().parameters().stream().anyMatch(CVariable::isUsed)) {
      diagnostics.error(
          main.get().span(), "what 'main' is given is not known", "use choose(n), or a macro");
      return Optional.empty();
    }
    return main;
  }

  private ThreadDecl thread(Function function, List<ThreadDecl> before) {
    int copies = before.isEmpty() ? 1 : threads(before.getFirst().code());
    ThreadLowering lowering = new ThreadLowering(this, function, copies);
    ThreadDecl thread = lowering.run();
    locals.add(lowering.locals);
    return before.isEmpty()
        ? thread.with(SpawnLoops.writtenOut(thread.code(), lowering.locals))
        : thread;
  }

  /** How many threads there can be at the most: known where {@code main} alone starts each once. */
  private int threads(List<Instruction> main) {
    BitSet starts = new BitSet();
    IntStream.range(0, main.size()).filter(pc -> isStart(main.get(pc))).forEach(starts::set);
    boolean known =
        !threadsStartOthers && !ControlFlow.onCycles(main, new BitSet()).intersects(starts);
    return known ? Math.min(1 + starts.cardinality(), Program.MAX_THREADS) : Program.MAX_THREADS;
  }

  private static boolean starts(ThreadDecl thread) {
    return thread.code().stream().anyMatch(ProgramLowering::isStart);
  }

  private static boolean isStart(Instruction instruction) {
    return instruction instanceof Instruction.Spawn;
  }

  private List<Property> properties() {
    List<Property> properties = new ArrayList<>();
    for (Function function : unit.functions()) {
      if (function.isProperty()) {
        new PropertyLowering(this, function).lower().ifPresent(properties::add);
      }
    }
    return properties;
  }

  /** The number of the code that a thread runs which starts with a function. */
  int thread(Function start) {
    return threads.computeIfAbsent(start, key -> threads.size());
  }

  boolean hasThread(Function start) {
    return threads.containsKey(start);
  }

  /** The number of a mark; the same label is the same mark. */
  int mark(String label) {
    if (!marks.contains(label)) {
      marks.add(label);
    }
    return marks.indexOf(label);
  }

  boolean hasMark(String label) {
    return marks.contains(label);
  }

  /** The address of the results of threads, by their numbers. */
  long results() {
    if (results == 0) {
      Type cells = new Type.ArrayType(CTypes.VOID_POINTER, Program.MAX_THREADS);
      results = memory.allocate("result", cells);
    }
    return results;
  }

  Instruction.Allocate allocated(Instruction.Allocate instruction) {
    allocates = true;
    return instruction;
  }
}
