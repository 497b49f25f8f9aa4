// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.Traits.Conditional;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A program prepared for the machine. Memory has, behind the program's cells and pool, one hidden
 * cell that counts what was taken from the pool, and a strong cell for each mark that a property
 * reads.
 */
public final class ProgramCode {
  public final Program program;
  final InstanceClasses classes;

  /** The code of each thread declaration. */
  public final Code[][] threads;

  /** All code, by {@link Code#global}. */
  public final Code[] all;

  public final int cells;
  public final int poolCounter;

  /** Per mark, the address of its strong cell, or 0. */
  public final long[] markCells;

  /** The cells that a state must hold: all but gaps. */
  public final int[] stored;

  private final boolean[] accessible;
  private final boolean[] strong;

  /** Whether all threads share one memory. */
  public final boolean shared;

  public final boolean hasGeneralLaws;

  /** Whether loads run ahead of branches: threads then have a {@link ReadLog}. */
  public final boolean runsAhead;

  /** Whether writes reach threads by themselves: states then have their {@link Coherence}. */
  public final boolean propagates;

  /** When the result of a store-conditional is known. */
  public final Conditional conditional;

  /** Whether properties name observers: then a thread that has ended keeps its code. */
  public final boolean observes;

  /** Which threads share a memory; null where each has its own, or all have one. */
  public final @Nullable SharedMemories segments;

  /** Whether an instance is issued together with its first step; else in a step of its own. */
  public boolean stages = true;

  public final int maxSlots;
  public final int maxOperands;
  public final int maxRegisters;
  public final boolean usesLink;

  /** Whether stores are paired with linked loads before they are written. */
  public final boolean pairs;

  /** Whether blocks may be freed, see {@link HeapBlocks}. */
  public final boolean frees;

  /** How many threads there can be at once. */
  final int mostThreads;

  /** The classes of instances of threads that may still be started, as bits. */
  final long spawned;

  public ProgramCode(
      CheckedProgram checked,
      InstanceClasses classes,
      Predicate<Code> emptiesWindow,
      MemoryModel model,
      @Nullable SharedMemories segments) {
    program = checked.program();
    this.classes = classes;
    shared = model.multiCopyAtomic();
    hasGeneralLaws = !model.general().isEmpty();
    runsAhead = model.traits().runsAhead();
    propagates = model.traits().propagates();
    conditional = model.traits().conditional();
    observes = !shared && namesObservers(checked.properties());
    this.segments = segments;
    poolCounter = program.cells();
    markCells = new long[program.marks().size()];
    cells = poolCounter + 1 + assignMarkCells(checked.properties());
    accessible = new boolean[cells];
    strong = new boolean[cells];
    stored = storedCells();

    List<Code> list = new ArrayList<>();
    threads = new Code[program.threads().size()][];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = prepare(i, list.size(), emptiesWindow);
      list.addAll(List.of(threads[i]));
    }
    all = list.toArray(Code[]::new);
    maxSlots = list.stream().mapToInt(code -> code.slots.length).max().orElse(0);
    maxOperands = list.stream().mapToInt(code -> code.operands.length).max().orElse(0);
    maxRegisters =
        program.threads().stream().mapToInt(thread -> thread.registers().size()).max().orElse(0);
    boolean spawns = list.stream().anyMatch(code -> code.opcode == Opcode.SPAWN);
    mostThreads = spawns ? Program.MAX_THREADS : program.initial().size();
    spawned = spawns ? list.stream().mapToLong(c -> c.ahead).reduce(0, (a, b) -> a | b) : 0;
    usesLink = list.stream().anyMatch(code -> code.opcode == Opcode.STORE_CONDITIONAL);
    pairs = list.stream().anyMatch(Code::isPaired);
    frees = HeapBlocks.areFreed(program);
  }

  private int assignMarkCells(List<Property> properties) {
    BitSet read = new BitSet();
    properties.forEach(property -> property.conditions().forEach(c -> read.or(c.marks())));
    int cell = poolCounter + 1;
    for (int mark = read.nextSetBit(0); mark >= 0; mark = read.nextSetBit(mark + 1)) {
      markCells[mark] = Program.addressOf(cell++);
    }
    return read.cardinality();
  }

  private static boolean namesObservers(List<Property> properties) {
    return properties.stream()
        .flatMap(property -> property.conditions().stream())
        .anyMatch(condition -> !condition.observers().isEmpty());
  }

  private int[] storedCells() {
    BitSet held = new BitSet();
    for (int cell = 0; cell < cells; cell++) {
      boolean gap = cell < poolCounter && program.isGap(cell);
      boolean counter = cell == poolCounter;
      accessible[cell] = !gap && !counter;
      strong[cell] =
          cell >= poolCounter
              || cell < program.memory().size() && program.memory().get(cell).strong();
      held.set(cell, !gap && !(counter && program.pool().cells() == 0));
    }
    return held.stream().toArray();
  }

  private Code[] prepare(int declaration, int base, Predicate<Code> emptiesWindow) {
    List<Instruction> instructions = program.threads().get(declaration).code();
    Code[] code = new Code[instructions.size()];
    BitSet emptying = new BitSet();
    BitSet[] live = Registers.live(instructions);
    for (int pc = 0; pc < code.length; pc++) {
      Budget.ask();
      code[pc] = new Code(instructions.get(pc), declaration, pc, base, this);
      code[pc].live = live[pc].stream().toArray();
      emptying.set(pc, emptiesWindow.test(code[pc]));
    }
    for (Code at : code) {
      if (at.isStrongBlock()) {
        at.operands = Registers.readInBlock(instructions, at.pc).stream().toArray();
      } else if (at.opcode == Opcode.PAIRED_STORE) {
        Code load = code[at.pc - 1];
        load.store = at;
        at.own = at.operandsIn(load.target);
      }
    }
    lookAhead(code);
    BitSet repeating = ControlFlow.onCycles(instructions, new BitSet());
    BitSet bounded = ControlFlow.onCycles(instructions, emptying);
    for (int pc = 0; pc < code.length; pc++) {
      code[pc].repeats = repeating.get(pc);
      code[pc].bounded = bounded.get(pc);
      if (code[pc].unwritten != null) {
        code[pc].unwritten.repeats = code[pc].repeats;
      }
    }
    return code;
  }

  /** Spreads classes of instances backwards along the control flow. */
  private static void lookAhead(Code[] code) {
    boolean grown = true;
    while (grown) {
      grown = false;
      for (int pc = code.length - 1; pc >= 0; pc--) {
        Code at = code[pc];
        long ahead = bit(at.instanceClass) | bit(at.failureClass);
        ahead |= at.opcode == Opcode.END ? 0 : code[at.next].ahead;
        ahead |= at.opcode == Opcode.BRANCH ? code[at.otherwise].ahead : 0;
        grown |= ahead != at.ahead;
        at.ahead = ahead;
      }
    }
  }

  private static long bit(int instanceClass) {
    return instanceClass == InstanceClasses.NONE ? 0 : 1L << instanceClass;
  }

  /** Makes every register count as live everywhere. */
  public void keepDeadRegisters() {
    for (Code code : all) {
      int registers = program.threads().get(code.declaration).registers().size();
      code.live = IntStream.range(0, registers).toArray();
    }
  }

  /** The instruction that a thread fetches next. */
  public Code next(ThreadState thread) {
    return threads[thread.declaration][thread.pc];
  }

  /** What a thread may come to from an instruction on, with it. */
  public List<Code> ahead(Code from) {
    List<Instruction> instructions = program.threads().get(from.declaration).code();
    return ControlFlow.reachable(instructions, from.pc).stream()
        .mapToObj(pc -> threads[from.declaration][pc])
        .toList();
  }

  /** The cell of a valid address. */
  public static int cellOf(long address) {
    return (int) (address / Program.CELL_BYTES) - 1;
  }

  /** Whether a program may access memory at this address. */
  public boolean isValid(long address) {
    return address > 0
        && address % Program.CELL_BYTES == 0
        && address / Program.CELL_BYTES <= cells
        && accessible[cellOf(address)];
  }

  /** Whether the cell is outside the memory model: there is one of it. */
  public boolean isStrong(int cell) {
    return strong[cell];
  }

  public int registers(int declaration) {
    return program.threads().get(declaration).registers().size();
  }

  /** How the user writes a value of a cell: a pointer by what it points to, an enum by its name. */
  public String shown(int cell, long value) {
    if (frees && value == HeapBlocks.FREED) {
      return "freed";
    }
    if (frees && cell >= program.memory().size() && HeapBlocks.isHeader(value)) {
      return "block of " + HeapBlocks.cells(value);
    }
    MemoryLocation location = program.location(cell);
    String word = location.words().get(value);
    if (word != null) {
      return word;
    }
    return location.pointer() ? shownPointer(value, location.target()) : Long.toString(value);
  }

  /** How the user writes a value of a register: a pointer by what it points to. */
  public String shownRegister(int declaration, int register, long value) {
    String target = program.threads().get(declaration).pointers().get(register);
    return target == null ? Long.toString(value) : shownPointer(value, target);
  }

  private String shownPointer(long value, String target) {
    long tag = Math.floorMod(value, (long) Program.CELL_BYTES);
    if (value == 0 || !isValid(value - tag)) {
      return value == 0 ? "NULL" : Long.toString(value);
    }
    String object = program.location(cellOf(value - tag)).shown(target);
    return "&" + object + (tag == 0 ? "" : "|" + tag);
  }

  /** Whether traces do not show a cell. */
  public boolean isHidden(int cell) {
    return cell < program.memory().size() && program.memory().get(cell).isHidden();
  }

  /** What the user calls a cell. */
  public String cellName(int cell) {
    return cell < poolCounter ? program.cellName(cell) : "mark";
  }
}
