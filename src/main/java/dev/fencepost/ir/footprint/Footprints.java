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
  private final List<PlannedThread> threads = new ArrayList<>();
  private final @Nullable StartupRun startup;
  private final boolean fixed;
  private final BitSet[][] reads;
  private final BitSet[][] stores;
  private final BitSet[][] writes;
  private final BitSet[][] readsAhead;
  private final BitSet[][] writesAhead;

  private Footprints(Program program, List<PlannedThread> threads, @Nullable StartupRun startup) {
    this.program = program;
    this.threads.addAll(threads);
    this.startup = startup;
    fixed = !threads.isEmpty();
    for (int i = 0; !fixed && i < program.threads().size(); i++) {
      this.threads.add(new PlannedThread(i, OptionalLong.empty(), PlannedThread.AT_START));
    }
    int count = this.threads.size();
    reads = new BitSet[count][];
    stores = new BitSet[count][];
    writes = new BitSet[count][];
    readsAhead = new BitSet[count][];
    writesAhead = new BitSet[count][];
    ValueAnalysis values = ValueAnalysis.of(program, this.threads, fixed);
    for (int i = 0; i < count; i++) {
      collect(i, values);
      close(i);
    }
    lookAhead();
  }

  /** Finds the footprints of a program whose threads execute decided branches alone. */
  public static Footprints of(Program program) {
    if (program.threads().stream().noneMatch(Footprints::spawns)) {
      List<PlannedThread> threads =
          program.initial().stream()
              .map(s -> new PlannedThread(s.thread(), OptionalLong.of(s.argument()), -1))
              .toList();
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
    Program.ThreadStart first = program.initial().getFirst();
    List<PlannedThread> threads = new ArrayList<>();
    threads.add(
        new PlannedThread(
            first.thread(), OptionalLong.of(first.argument()), PlannedThread.AT_START));
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
      written.or(writesAhead[i][0]);
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
    return reads[thread][pc];
  }

  /** The cells that the instruction may write by a store, which reaches each memory by itself. */
  public BitSet stores(int thread, int pc) {
    return stores[thread][pc];
  }

  /** The cells that the instruction may write in all memories at once. */
  public BitSet writes(int thread, int pc) {
    return writes[thread][pc];
  }

  /** The cells that the thread and its children may read from a position on. */
  public BitSet readsAhead(int thread, int pc) {
    return readsAhead[thread][pc];
  }

  /** The cells that the thread and its children may write from a position on. */
  public BitSet writesAhead(int thread, int pc) {
    return writesAhead[thread][pc];
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
    reads[thread] = new BitSet[code.size()];
    stores[thread] = new BitSet[code.size()];
    writes[thread] = new BitSet[code.size()];
    for (int pc = 0; pc < code.size(); pc++) {
      Budget.ask();
      reads[thread][pc] = new BitSet();
      stores[thread][pc] = new BitSet();
      writes[thread][pc] = new BitSet();
      if (values.isReached(thread, pc)) {
        collect(thread, pc, values, blocks.isInside(pc));
      }
    }
  }

  private void collect(int thread, int pc, ValueAnalysis values, boolean atomic) {
    switch (declaration(thread).code().get(pc)) {
      case Instruction.Load i -> reads[thread][pc].or(values.cells(thread, pc, i.address()));
      case Instruction.Store i -> {
        BitSet[][] kind = atomic || i.strong() ? writes : stores;
        kind[thread][pc].or(values.cells(thread, pc, i.address()));
      }
      case Instruction.Allocate i -> {
        reads[thread][pc].set(program.cells());
        writes[thread][pc].set(program.cells());
      }
      case Instruction.Observe i -> {
        ConditionCells.collect(i.condition(), program, reads[thread][pc]);
        writes[thread][pc].set(program.cellAt(i.address()));
      }
      case Instruction other -> {
        for (Expr address : other.addresses()) {
          reads[thread][pc].or(values.cells(thread, pc, address));
          writes[thread][pc].or(values.cells(thread, pc, address));
        }
      }
    }
  }

  /** An access to one of several interchangeable objects counts as an access to all of them. */
  private void close(int thread) {
    for (ObjectArray array : program.interchangeable()) {
      for (int pc = 0; pc < size(thread); pc++) {
        for (BitSet[][] kind : List.of(reads, stores, writes)) {
          close(kind[thread][pc], array);
        }
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
    for (int thread = 0; thread < threads.size(); thread++) {
      int size = declaration(thread).code().size();
      readsAhead[thread] = new BitSet[size];
      writesAhead[thread] = new BitSet[size];
      for (int pc = 0; pc < size; pc++) {
        readsAhead[thread][pc] = (BitSet) reads[thread][pc].clone();
        writesAhead[thread][pc] = (BitSet) stores[thread][pc].clone();
        writesAhead[thread][pc].or(writes[thread][pc]);
      }
    }
    boolean grown = true;
    while (grown) {
      grown = false;
      for (int thread = 0; thread < threads.size(); thread++) {
        for (int pc = readsAhead[thread].length - 1; pc >= 0; pc--) {
          grown |= spread(thread, pc, readsAhead);
          grown |= spread(thread, pc, writesAhead);
        }
      }
    }
  }

  private boolean spread(int thread, int pc, BitSet[][] ahead) {
    Instruction instruction = declaration(thread).code().get(pc);
    int before = ahead[thread][pc].cardinality();
    for (int next : ControlFlow.successors(instruction, pc)) {
      ahead[thread][pc].or(ahead[thread][next]);
    }
    for (int child = 0;
        instruction instanceof Instruction.Spawn && child < threads.size();
        child++) {
      if (starts(thread, pc, (Instruction.Spawn) instruction, child)) {
        ahead[thread][pc].or(ahead[child][0]);
      }
    }
    return ahead[thread][pc].cardinality() > before;
  }

  private boolean starts(int thread, int pc, Instruction.Spawn spawn, int child) {
    return fixed
        ? thread == 0 && threads.get(child).spawn() == pc
        : threads.get(child).declaration() == spawn.thread();
  }
}
