// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.ir.footprint.MissingValues;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Guards local variables that may be read before they were written, on the paths of the control
 * flow whatever their conditions: in C such a variable has any value or none, and a verdict must
 * not rest on the 0 that the machine would find there. A register notes whether the variable was
 * written since it began, and an assertion before each such read asks for it.
 *
 * <p>That is so while the address of a variable is plain. A cell that may be without a value when
 * its address is handed on, whose address goes to memory, or of whose array an unknown cell is
 * written, says itself that it has none: see {@link MissingValues}. Not so those of a mutex and its
 * like, whose first use may read them, and cells of bit-fields, which are written one by one: these
 * start as 0.
 */
final class UnwrittenReads {
  private final ThreadDecl thread;
  private final LocalVariables locals;
  private final Diagnostics diagnostics;
  private final List<Guarded> guarded = new ArrayList<>();

  /** By address. */
  private final IdentityHashMap<Expr, List<Long>> places = new IdentityHashMap<>();

  /** Cells that are read through addresses which were handed on, and what they hold at first. */
  private final Map<Local, Long> seenByOthers = new LinkedHashMap<>();

  /** Where variables begin again. */
  private final BitSet again = new BitSet();

  /**
   * A variable, or a cell of one.
   *
   * @param place where the whole variable is
   * @param cell the address of the cell, if it is one in memory
   */
  private record Local(
      String name,
      CallFrame.Binding place,
      @Nullable Expr cell,
      Predicate<Instruction> reads,
      Predicate<Instruction> writes) {

    Expr inMemory() {
      return Objects.requireNonNull(cell);
    }
  }

  /** A variable, with the positions of its reads that a path comes to without a write. */
  private record Guarded(Local local, BitSet reads) {}

  private UnwrittenReads(ThreadDecl thread, LocalVariables locals, Diagnostics diagnostics) {
    this.thread = thread;
    this.locals = locals;
    this.diagnostics = diagnostics;
  }

  /**
   * The thread with its guards; complains where a function ends without a value.
   *
   * @param cells gets those of the cells that may be read by others before they were written
   */
  static ThreadDecl guarded(
      ThreadDecl thread, LocalVariables locals, BitSet cells, Diagnostics diagnostics) {
    UnwrittenReads reads = new UnwrittenReads(thread, locals, diagnostics);
    reads.registers();
    reads.cells();
    reads.seenByOthers.forEach(
        (local, first) -> {
          if (first == MissingValues.MISSING) {
            reads
                .places(local.inMemory())
                .forEach(address -> cells.set((int) (address / Program.CELL_BYTES) - 1));
          }
        });
    return reads.withGuards();
  }

  /** The code with assertions before reads, and notes behind writes and beginnings. */
  private ThreadDecl withGuards() {
    List<String> registers = new ArrayList<>(thread.registers());
    guarded.forEach(variable -> registers.add(""));
    List<Instruction> code = new ArrayList<>();
    int[] moved = new int[thread.code().size()];
    for (int pc = 0; pc < moved.length; pc++) {
      moved[pc] = code.size();
      Instruction instruction = thread.code().get(pc);
      CallFrame.Binding begun = locals.begun(instruction);
      List<Instruction> notes = new ArrayList<>();
      for (int i = 0; i < guarded.size(); i++) {
        Budget.ask();
        int written = thread.registers().size() + i;
        Local local = guarded.get(i).local;
        if (guarded.get(i).reads.get(pc)) {
          String message = "'" + local.name + "' was given a value before it is read";
          Expr holds = guard(Expr.register(written), local, instruction);
          code.add(new Instruction.Assert(holds, message, instruction.origin()));
        }
        boolean begins = local.place.equals(begun);
        if (begins || local.writes.test(instruction)) {
          Expr value = Expr.constant(begins ? 0 : 1);
          notes.add(new Instruction.Assign(written, value, instruction.origin()));
        }
      }
      if (again.get(pc)) {
        seenByOthers.forEach(
            (local, first) -> {
              if (local.place.equals(begun)) {
                notes.add(begins(local.inMemory(), first, instruction.origin()));
              }
            });
      }
      if (locals.event(instruction) == null) {
        code.add(instruction);
      }
      code.addAll(notes);
    }
    code.replaceAll(instruction -> instruction.moved(target -> moved[target]));
    return thread.with(code, registers);
  }

  private static Instruction begins(Expr cell, long first, Origin origin) {
    return new Instruction.Store(cell, Expr.constant(first), MemoryOrder.PLAIN, false, origin);
  }

  /** The variable was written, or is not read: by a condition, or at a computed index. */
  private Expr guard(Expr written, Local local, Instruction reading) {
    if (locals.event(reading) instanceof LocalVariables.Read(BitSet registers, Expr reached)
        && !reached.equals(Expr.constant(1))) {
      Expr decided = new Expr.Unary(Expr.UnaryOperator.NOT, reached);
      return new Expr.Binary(BinaryOperator.OR, written, decided);
    }
    if (local.cell != null && !accesses(reading, local.cell)) {
      Expr address = unchecked(reading.addresses().getFirst());
      Expr other = new Expr.Binary(BinaryOperator.NOT_EQUAL, address, local.cell);
      return new Expr.Binary(BinaryOperator.OR, written, other);
    }
    return written;
  }

  private void registers() {
    BitSet[] live = Registers.live(thread.code());
    BitSet suspects = (BitSet) live[0].clone();
    for (int pc = 0; pc < live.length; pc++) {
      Instruction instruction = thread.code().get(pc);
      if (locals.begun(instruction) instanceof CallFrame.Binding.InRegister(int register)
          && live[pc].get(register)) {
        suspects.set(register);
      } else if (locals.event(instruction) instanceof LocalVariables.Read read) {
        suspects.or(read.registers());
      }
    }
    suspects.clear(ThreadDecl.ARGUMENT);
    suspects.clear(ThreadDecl.SELF);
    for (int register : suspects.stream().toArray()) {
      guard(
          new Local(
              thread.registers().get(register),
              new CallFrame.Binding.InRegister(register),
              null,
              i -> locals.reads(i, register),
              i -> Arrays.stream(Registers.written(i)).anyMatch(w -> w == register)));
    }
  }

  private void cells() {
    Map<AddressConstants.Span, BitSet> handedOn = handedOn();
    for (LocalVariables.Room room : locals.inMemory()) {
      BitSet hands = handedOn.getOrDefault(room.span(), new BitSet());
      boolean isRepeated = !room.isDirect() && !hands.isEmpty() && findAgain(room);
      boolean isOpen = isRepeated || !hands.isEmpty() && isStored(room);
      Type type = room.variable().type();
      for (long i = 0; i < room.cells(); i++) {
        if (StructType.isIn(field -> field.bits() != null, type, i)) {
          continue;
        }
        Local local = local(room, moved(room.address(), i * Program.CELL_BYTES));
        if (!isOpen && (room.isDirect() || !unwritten(local).intersects(hands))) {
          guard(local);
        } else if (StructType.isIn(field -> StandardHeaders.isOwn(field.name()), type, i)) {
          seenByOthers.put(local, 0L);
        } else {
          seenByOthers.put(local, MissingValues.MISSING);
        }
      }
    }
  }

  /**
   * Whether the address of a variable goes to memory: others may find it there before they see the
   * writes that the variable has had.
   */
  private boolean isStored(LocalVariables.Room room) {
    AddressFlow flow = new AddressFlow(thread.code(), locals.addresses(), room.span());
    return thread.code().stream().anyMatch(flow::isStored);
  }

  /** Whether a variable begins again somewhere; notes where. */
  private boolean findAgain(LocalVariables.Room room) {
    BitSet begins = begins(new CallFrame.Binding.InMemory(room.address()));
    int[] behind = begins.stream().map(pc -> pc + 1).toArray();
    begins.and(ControlFlow.reachable(thread.code(), behind, instruction -> false));
    again.or(begins);
    return !begins.isEmpty();
  }

  /** Where a variable begins. */
  private BitSet begins(CallFrame.Binding place) {
    BitSet begins = new BitSet();
    IntStream.range(0, thread.code().size())
        .filter(pc -> place.equals(locals.begun(thread.code().get(pc))))
        .forEach(begins::set);
    return begins;
  }

  /** By variable, where its address becomes a value, or the address of an unknown cell of it. */
  private Map<AddressConstants.Span, BitSet> handedOn() {
    Map<AddressConstants.Span, BitSet> handedOn = new HashMap<>();
    for (int pc = 0; pc < thread.code().size(); pc++) {
      Budget.ask();
      Instruction instruction = thread.code().get(pc);
      boolean reads = instruction instanceof Instruction.Load;
      List<Expr> addresses = instruction.addresses();
      List<Expr> all = Registers.expressions(instruction);
      Set<AddressConstants.Span> spans = new HashSet<>();
      all.subList(addresses.size(), all.size())
          .forEach(value -> locals.addresses().addOrigins(value, spans));
      for (Expr address : addresses) {
        if (!isPlain(address)) {
          Set<AddressConstants.Span> computed = new HashSet<>();
          locals.addresses().addOrigins(address, computed);
          computed.removeIf(span -> reads && span.isSmall());
          spans.addAll(computed);
        }
      }
      for (AddressConstants.Span span : spans) {
        handedOn.computeIfAbsent(span, key -> new BitSet()).set(pc);
      }
    }
    return handedOn;
  }

  private Local local(LocalVariables.Room room, Expr cell) {
    return new Local(
        room.variable().name(),
        new CallFrame.Binding.InMemory(room.address()),
        cell,
        i ->
            !(i instanceof Instruction.Store) && accesses(i, cell)
                || i instanceof Instruction.Load load && isElement(load.address(), room),
        i -> !(i instanceof Instruction.Load) && accesses(i, cell));
  }

  /** An address so many bytes further, with one constant at the end. */
  private static Expr moved(Expr base, long bytes) {
    return switch (base) {
      case Expr.Constant(long value) -> Expr.constant(value + bytes);
      case Expr.Binary(BinaryOperator operator, Expr left, Expr.Constant(long value))
          when operator == BinaryOperator.ADD ->
          new Expr.Binary(operator, left, Expr.constant(value + bytes));
      default -> new Expr.Binary(BinaryOperator.ADD, base, Expr.constant(bytes));
    };
  }

  /** Whether an instruction accesses a cell, by an address that is plain. */
  private boolean accesses(Instruction instruction, Expr cell) {
    return instruction.addresses().stream()
        .anyMatch(address -> isPlain(address) && places(address).equals(places(cell)));
  }

  /** The numbers that a plain address is in the threads that have the cell. */
  private List<Long> places(Expr address) {
    return places.computeIfAbsent(
        address,
        key ->
            LongStream.range(0, Program.MAX_THREADS)
                .mapToObj(self -> Arithmetic.value(key, register -> self))
                .filter(Objects::nonNull)
                .toList());
  }

  /** A pointer without the checks of each of its moves, and its moves by constants as one. */
  private static Expr unchecked(Expr checked) {
    return switch (checked) {
      case Expr.Alike alike -> unchecked(alike.address());
      case Expr.Within within -> unchecked(within.address());
      case Expr.Binary(BinaryOperator operator, Expr left, Expr.Constant(long by))
          when operator == BinaryOperator.ADD ->
          moved(unchecked(left), by);
      case Expr.Binary(BinaryOperator operator, Expr left, Expr.Constant(long by))
          when operator == BinaryOperator.SUBTRACT ->
          moved(unchecked(left), -by);
      default -> checked;
    };
  }

  /**
   * Whether an address is that of an element at a computed index, in an array that is not large.
   */
  private boolean isElement(Expr address, LocalVariables.Room room) {
    return room.span().isSmall()
        && !isPlain(address)
        && locals.addresses().has(address, room.span());
  }

  /** Whether an address is the same whenever a thread uses it. */
  private static boolean isPlain(Expr address) {
    return Registers.read(address).stream().allMatch(register -> register == ThreadDecl.SELF);
  }

  private void guard(Local local) {
    BitSet found = find(local);
    if (!found.isEmpty() && local.name.isEmpty()) {
      diagnostics.error(
          thread.code().get(found.nextSetBit(0)).origin().span(),
          "a value is used here that not every path gives",
          "does a function end without a return?");
    } else if (!found.isEmpty()) {
      guarded.add(new Guarded(local, found));
    }
  }

  /** The reads that a path from the start, or from where the variable begins, has no write to. */
  private BitSet find(Local local) {
    BitSet found = new BitSet();
    unwritten(local).stream()
        .filter(pc -> local.reads.test(thread.code().get(pc)))
        .forEach(found::set);
    return found;
  }

  /** Where a path comes to without a write of the variable since it began. */
  private BitSet unwritten(Local local) {
    List<Instruction> code = thread.code();
    BitSet starts = begins(local.place);
    starts.set(0);
    return ControlFlow.reachable(code, starts.stream().toArray(), local.writes);
  }
}
