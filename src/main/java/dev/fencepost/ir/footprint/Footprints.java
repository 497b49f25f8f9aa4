// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.AtomicRegions;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.ObjectArray;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The cells that each thread may access, at each of its instructions and from there on. One more
 * cell stands behind those of the program, for the counter of the pool.
 *
 * <p>Threads are distinguished if the threads that the program starts are known ({@link #isFixed}).
 * Otherwise all threads of one declaration count as one.
 */
public final class Footprints {
  private static final int ALL = -1;

  private final Program program;
  private final List<PlannedThread> threads;
  private final @Nullable StartupRun startup;
  private final boolean fixed;

  /** By thread and position. */
  private final Cells[][] cells;

  /** What an instruction may access, and what the thread may access from there on. */
  private record Cells(
      BitSet reads, BitSet stores, BitSet writes, BitSet readsAhead, BitSet writesAhead) {
    Cells() {
      this(new BitSet(), new BitSet(), new BitSet(), new BitSet(), new BitSet());
    }
  }

  private Footprints(Program program, List<PlannedThread> known, @Nullable StartupRun startup) {
    this.program = program;
    this.startup = startup;
    fixed = !known.isEmpty();
    threads = fixed ? known : PlannedThread.unknown(program);
    cells = new Cells[threads.size()][];
    ValueAnalysis values = ValueAnalysis.of(program, threads, fixed);
    for (int i = 0; i < cells.length; i++) {
      collect(i, values);
      close(i);
    }
    lookAhead();
  }

  /** Finds the footprints of a program whose threads execute decided branches alone. */
  public static Footprints of(Program program) {
    if (program.threads().stream().noneMatch(Footprints::spawns)) {
      List<PlannedThread> threads = program.initial().stream().map(PlannedThread::of).toList();
      return new Footprints(program, threads, null);
    }
    if (program.initial().size() != 1 || spawnsElsewhere(program)) {
      return new Footprints(program, List.of(), null);
    }
    StartupRun first = StartupRun.run(program, allCells(program));
    if (!first.isFixed()) {
      return new Footprints(program, List.of(), null);
    }
    Footprints coarse = new Footprints(program, planned(program, first), first);
    StartupRun second = StartupRun.run(program, coarse.writtenByOthers());
    return second.isFixed() && second.started().equals(first.started())
        ? new Footprints(program, planned(program, second), second)
        : coarse;
  }

  private static List<PlannedThread> planned(Program program, StartupRun startup) {
    List<PlannedThread> threads = new ArrayList<>();
    threads.add(PlannedThread.of(program.initial().getFirst()));
    threads.addAll(startup.started());
    return threads;
  }

  private static boolean spawnsElsewhere(Program program) {
    int first = program.initial().getFirst().thread();
    return IntStream.range(0, program.threads().size())
        .anyMatch(i -> i != first && spawns(program.threads().get(i)));
  }

  private static boolean spawns(ThreadDecl thread) {
    return thread.code().stream().anyMatch(Instruction.Spawn.class::isInstance);
  }

  private static BitSet allCells(Program program) {
    BitSet all = new BitSet();
    all.set(0, program.cells());
    return all;
  }

  /** What any thread but the first may write. */
  private BitSet writtenByOthers() {
    BitSet written = new BitSet();
    for (int i = 1; i < threads.size(); i++) {
      written.or(writesAhead(i, 0));
    }
    return written;
  }

  /** Whether it is known which threads run: thread n of the program is thread n here. */
  public boolean isFixed() {
    return fixed;
  }

  /** The number of distinguished threads. */
  public int threads() {
    return threads.size();
  }

  /** The number here of a running thread. */
  public int thread(int number, int declaration) {
    return fixed ? number : declaration;
  }

  /** What users call a thread: its function, with the argument where there are several. */
  public String name(int thread) {
    PlannedThread planned = threads.get(thread);
    String name = declaration(thread).name();
    long same = threads.stream().filter(t -> t.declaration() == planned.declaration()).count();
    return same > 1 && planned.argument().isPresent()
        ? name + "(" + planned.argument().getAsLong() + ")"
        : name;
  }

  /** How many instructions a thread has. */
  public int size(int thread) {
    return declaration(thread).code().size();
  }

  /** The number of the declaration that a thread runs. */
  public int declarationOf(int thread) {
    return threads.get(thread).declaration();
  }

  /** The argument of a thread, where it is known. */
  public OptionalLong argument(int thread) {
    return threads.get(thread).argument();
  }

  ThreadDecl declaration(int thread) {
    return program.threads().get(declarationOf(thread));
  }

  Program program() {
    return program;
  }

  /** The cells that the instruction may read. */
  public BitSet reads(int thread, int pc) {
    return cells[thread][pc].reads;
  }

  /** The cells that the instruction may write by a store, which reaches each memory by itself. */
  public BitSet stores(int thread, int pc) {
    return cells[thread][pc].stores;
  }

  /** The cells that the instruction may write in all memories at once. */
  public BitSet writes(int thread, int pc) {
    return cells[thread][pc].writes;
  }

  /** The cells that the thread and its children may read from a position on. */
  public BitSet readsAhead(int thread, int pc) {
    return cells[thread][pc].readsAhead;
  }

  /** The cells that the thread and its children may write from a position on. */
  public BitSet writesAhead(int thread, int pc) {
    return cells[thread][pc].writesAhead;
  }

  /** The threads that may run while a thread executes an instruction, as bits. */
  int beside(int thread, int pc) {
    if (startup == null) {
      return ALL;
    }
    return thread == 0 ? startup.beside(pc) : startup.besideThread(thread) | 1;
  }

  private void collect(int thread, ValueAnalysis values) {
    List<Instruction> code = declaration(thread).code();
    AtomicRegions blocks = new AtomicRegions(code);
    cells[thread] = new Cells[code.size()];
    for (int pc = 0; pc < code.size(); pc++) {
      Budget.ask();
      cells[thread][pc] = new Cells();
      if (values.isReached(thread, pc)) {
        collect(thread, pc, values, blocks.isInside(pc));
      }
    }
  }

  private void collect(int thread, int pc, ValueAnalysis values, boolean atomic) {
    Cells here = cells[thread][pc];
    switch (declaration(thread).code().get(pc)) {
      case Instruction.Load i -> here.reads.or(values.cells(thread, pc, i.address()));
      case Instruction.Store i -> {
        BitSet written = atomic || i.strong() ? here.writes : here.stores;
        written.or(values.cells(thread, pc, i.address()));
      }
      case Instruction.Allocate i -> {
        here.reads.set(program.cells());
        here.writes.set(program.cells());
      }
      case Instruction.Observe i -> {
        ConditionCells.collect(i.condition(), program, here.reads);
        here.writes.set(program.cellAt(i.address()));
      }
      case Instruction other -> {
        for (Expr address : other.addresses()) {
          here.reads.or(values.cells(thread, pc, address));
          here.writes.or(values.cells(thread, pc, address));
        }
      }
    }
  }

  /** An access to one of several interchangeable objects counts as an access to all of them. */
  private void close(int thread) {
    for (ObjectArray array : program.interchangeable()) {
      for (Cells here : cells[thread]) {
        close(here.reads, array);
        close(here.stores, array);
        close(here.writes, array);
      }
    }
  }

  private static void close(BitSet cells, ObjectArray array) {
    for (int offset = 0; offset < array.stride(); offset++) {
      boolean any = false;
      for (int object = 0; object < array.objects(); object++) {
        any |= cells.get(array.first() + object * array.stride() + offset);
      }
      for (int object = 0; any && object < array.objects(); object++) {
        cells.set(array.first() + object * array.stride() + offset);
      }
    }
  }

  /** Spreads footprints backwards along the control flow, and from children to their creators. */
  private void lookAhead() {
    for (Cells[] thread : cells) {
      for (Cells here : thread) {
        here.readsAhead.or(here.reads);
        here.writesAhead.or(here.stores);
        here.writesAhead.or(here.writes);
      }
    }
    boolean grown = true;
    while (grown) {
      grown = false;
      for (int thread = 0; thread < threads.size(); thread++) {
        for (int pc = cells[thread].length - 1; pc >= 0; pc--) {
          grown |= spread(thread, pc, Cells::readsAhead);
          grown |= spread(thread, pc, Cells::writesAhead);
        }
      }
    }
  }

  private boolean spread(int thread, int pc, Function<Cells, BitSet> kind) {
    Instruction instruction = declaration(thread).code().get(pc);
    BitSet ahead = kind.apply(cells[thread][pc]);
    int before = ahead.cardinality();
    for (int next : ControlFlow.successors(instruction, pc)) {
      ahead.or(kind.apply(cells[thread][next]));
    }
    for (int child = 0;
        instruction instanceof Instruction.Spawn && child < threads.size();
        child++) {
      if (starts(thread, pc, (Instruction.Spawn) instruction, child)) {
        ahead.or(kind.apply(cells[child][0]));
      }
    }
    return ahead.cardinality() > before;
  }

  private boolean starts(int thread, int pc, Instruction.Spawn spawn, int child) {
    return fixed
        ? thread == 0 && threads.get(child).spawn() == pc
        : threads.get(child).declaration() == spawn.thread();
  }
}
