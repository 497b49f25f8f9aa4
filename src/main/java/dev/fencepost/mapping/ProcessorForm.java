// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.mapping;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.AtomicRegions;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.Mapping;
import dev.fencepost.memorymodel.Mapping.Kind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.memorymodel.Traits;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A program as the processor of a memory model executes it. C11 accesses are what the model's
 * mapping makes of them. Where loads run ahead a conditional select is one instruction, and where
 * the model says so a read-modify-write of one cell is a load and a {@link
 * Instruction.PairedStore}. Atomic blocks stay as they are: they execute at once.
 */
public final class ProcessorForm {
  /** An attribute of the load of a read-modify-write that returns no value. */
  private static final String NO_RETURN = "noret";

  /** An attribute of the store of a read-modify-write that acquires and releases. */
  private static final String BOTH_ORDERS = "both";

  private static final String ZERO_REGISTER = "XZR";

  private final ThreadDecl thread;
  private final Traits traits;
  private final List<Mapping> mappings;
  private final boolean assembly;
  private final Map<String, String> operations;
  private final List<String> registers;
  private final List<Instruction> code = new ArrayList<>();

  /** Per instruction of the original, its place here; of one that was added, it is final. */
  private final int[] places;

  private ProcessorForm(ThreadDecl thread, ModelDefinition model, boolean assembly) {
    this.thread = thread;
    this.assembly = assembly;
    traits = model.traits();
    operations = model.operations();
    mappings = assembly ? List.of() : model.mappings();
    registers = new ArrayList<>(thread.registers());
    places = new int[thread.code().size()];
  }

  /** The program in this form; the program itself where the model changes nothing. */
  public static CheckedProgram of(CheckedProgram checked, MemoryModel model) {
    Traits traits = model.traits();
    Program program = checked.program();
    boolean maps = !program.assembly() && !model.definition().mappings().isEmpty();
    if (!traits.runsAhead() && !traits.splitsRmw() && !maps) {
      return checked;
    }
    List<ThreadDecl> threads =
        program.threads().stream()
            .map(thread -> new ProcessorForm(thread, model.definition(), program.assembly()))
            .map(ProcessorForm::thread)
            .toList();
    return new CheckedProgram(program.withThreads(threads), checked.properties());
  }

  private ThreadDecl thread() {
    AtomicRegions blocks = new AtomicRegions(thread.code());
    for (int pc = 0; pc < places.length; pc++) {
      places[pc] = code.size();
      Instruction instruction = instruction(pc);
      if (!instruction.equals(thread.code().get(pc))) {
        places[++pc] = code.size();
      }
      Optional<Mapping> mapping = blocks.isInside(pc) ? Optional.empty() : mapping(instruction);
      if (blocks.isInside(pc)) {
        code.add(moving(instruction));
      } else if (mapping.isPresent()) {
        add(mapping.get(), instruction);
      } else {
        add(instruction);
      }
    }
    return thread.with(code.stream().map(this::moved).toList(), registers);
  }

  /**
   * An instruction; C's fence with acq_rel is an acquire and a release fence until it is mapped.
   */
  private Instruction instruction(int pc) {
    Instruction first = thread.code().get(pc);
    boolean both =
        isFence(first, FencePairs.ACQUIRE)
            && isFence(thread.code().get(pc + 1), FencePairs.RELEASE)
            && thread.code().get(pc + 1).origin().equals(first.origin())
            && mapping(Kind.FENCE, MemoryOrder.ACQ_REL).isPresent();
    return both
        ? new Instruction.Fence(FencePairs.ACQUIRE | FencePairs.RELEASE, first.origin())
        : first;
  }

  private static boolean isFence(Instruction instruction, int pairs) {
    return instruction instanceof Instruction.Fence fence
        && fence.pairs() == pairs
        && fence.attributes().isEmpty();
  }

  /** A jump to a place of the original, until all places are known. */
  private static Instruction moving(Instruction instruction) {
    return instruction.moved(place -> -1 - place);
  }

  private Instruction moved(Instruction instruction) {
    return instruction.moved(place -> place < 0 ? places[-1 - place] : place);
  }

  private void add(Instruction instruction) {
    switch (instruction) {
      case Instruction.Branch i when i.selects() && traits.runsAhead() -> select(i);
      case Instruction.FetchAndModify i when traits.splitsRmw() -> split(i);
      case Instruction.CompareAndSwap i when traits.splitsRmw() -> split(i);
      default -> code.add(moving(instruction));
    }
  }

  /** What the model's compiler makes of an instruction, if it says so. */
  private Optional<Mapping> mapping(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load i when !i.strong() && !i.linked() -> mapping(Kind.LOAD, i.order());
      case Instruction.Store i when !i.strong() -> mapping(Kind.STORE, i.order());
      case Instruction.FetchAndModify i -> mapping(Kind.RMW, i.order());
      case Instruction.CompareAndSwap i -> mapping(Kind.CAS, orderOf(i));
      case Instruction.Fence i when i.attributes().isEmpty() ->
          FencePairs.word(i.pairs()).flatMap(word -> mapping(Kind.FENCE, word));
      default -> Optional.empty();
    };
  }

  private Optional<Mapping> mapping(Kind kind, MemoryOrder order) {
    MemoryOrder atomic = order == MemoryOrder.PLAIN ? MemoryOrder.RELAXED : order;
    return mapping(kind, atomic.name().toLowerCase(Locale.ROOT));
  }

  private Optional<Mapping> mapping(Kind kind, String word) {
    return mappings.stream()
        .filter(mapping -> mapping.kind() == kind && mapping.order().equals(word))
        .findFirst();
  }

  /** A compare-exchange is compiled for both outcomes at once, the stronger of its two orders. */
  private static MemoryOrder orderOf(Instruction.CompareAndSwap cas) {
    if (cas.failureOrder() == MemoryOrder.SEQ_CST) {
      return MemoryOrder.SEQ_CST;
    }
    boolean acquires = cas.failureOrder().acquires();
    return switch (cas.successOrder()) {
      case PLAIN, RELAXED -> acquires ? MemoryOrder.ACQUIRE : MemoryOrder.RELAXED;
      case RELEASE -> acquires ? MemoryOrder.ACQ_REL : MemoryOrder.RELEASE;
      default -> cas.successOrder();
    };
  }

  /**
   * Adds what an access or a fence is compiled to. A read-modify-write keeps its result: ARM's
   * interface for atomics has it so, because one without a result does not acquire.
   */
  private void add(Mapping mapping, Instruction instruction) {
    Instruction source = PieceCode.withResult(instruction, this::fresh);
    int skipping = -1;
    for (Mapping.Piece piece : mapping.pieces()) {
      if (piece.kind() == Kind.BRANCH && isSkipped(source)) {
        skipping = code.size();
      }
      add(piece, source);
    }
    if (skipping >= 0 && code.get(skipping) instanceof Instruction.Branch branch) {
      code.set(
          skipping,
          new Instruction.Branch(
              branch.condition(), branch.whenTrue(), code.size(), branch.origin()));
    }
  }

  /** Whether a compare-exchange that fails jumps over what follows its branch. */
  private static boolean isSkipped(Instruction source) {
    return source instanceof Instruction.CompareAndSwap cas && !cas.failureOrder().acquires();
  }

  /** Adds one instruction of what an access or a fence is compiled to. */
  private void add(Mapping.Piece piece, Instruction source) {
    Origin origin = PieceCode.named(source.origin(), name(piece, source));
    MemoryOrder order = PieceCode.order(piece, 0);
    switch (piece.kind()) {
      case FENCE -> code.add(PieceCode.fence(piece, origin));
      case BRANCH -> branch(source, origin);
      case LOOP -> loop(source, order, PieceCode.order(piece, 1), origin);
      default ->
          add(PieceCode.withOrder(source, isPlain(source) ? MemoryOrder.PLAIN : order, origin));
    }
  }

  private String name(Mapping.Piece piece, Instruction source) {
    String operation =
        source instanceof Instruction.FetchAndModify i
            ? operations.get(i.modification().name().toLowerCase(Locale.ROOT))
            : null;
    return operation == null ? piece.name() : piece.name().replace(Mapping.OPERATION, operation);
  }

  private static boolean isPlain(Instruction source) {
    return switch (source) {
      case Instruction.Load i -> i.order() == MemoryOrder.PLAIN;
      case Instruction.Store i -> i.order() == MemoryOrder.PLAIN;
      default -> false;
    };
  }

  /** A branch on the value that was read, which goes on at one place. */
  private void branch(Instruction source, Origin origin) {
    int read =
        switch (source) {
          case Instruction.Load i -> i.target();
          case Instruction.FetchAndModify i -> i.target();
          case Instruction.CompareAndSwap i -> i.success();
          default -> Instruction.NO_TARGET;
        };
    if (read != Instruction.NO_TARGET) {
      code.add(
          new Instruction.Branch(Expr.register(read), code.size() + 1, code.size() + 1, origin));
    }
  }

  /**
   * A load-exclusive and a store-exclusive. A processor tries again where the store fails for no
   * reason; such a run does no more than one that succeeds at once.
   */
  private void loop(Instruction source, MemoryOrder load, MemoryOrder store, Origin origin) {
    switch (source) {
      case Instruction.FetchAndModify i -> {
        int old = readLinked(i.address(), load, origin);
        Expr value = Arithmetic.modified(i, Expr.register(old), i.operand());
        int stored = writeConditionally(i.address(), value, store, origin);
        code.add(new Instruction.Assume(Expr.register(stored), origin));
        move(i.target(), Expr.register(old), origin);
      }
      case Instruction.CompareAndSwap i -> loop(i, load, store, origin);
      default -> throw new IllegalStateException("no loop for: " + source);
    }
  }

  /** The store-exclusive comes only where the values are equal. */
  private void loop(
      Instruction.CompareAndSwap cas, MemoryOrder load, MemoryOrder store, Origin origin) {
    int old = readLinked(cas.address(), load, origin);
    Expr equal = new Expr.Binary(Expr.BinaryOperator.EQUAL, Expr.register(old), cas.expected());
    int branch = code.size();
    code.add(new Instruction.Branch(equal, branch + 1, branch + 1, origin));
    int stored = writeConditionally(cas.address(), cas.desired(), store, origin);
    if (!cas.weak()) {
      code.add(new Instruction.Assume(Expr.register(stored), origin));
    }
    int failed = code.size() + 1;
    code.set(branch, new Instruction.Branch(equal, branch + 1, failed, origin));
    code.add(new Instruction.Jump(failed + 1, origin));
    code.add(new Instruction.Assign(stored, Expr.constant(0), origin));
    move(cas.success(), Expr.register(stored), origin);
    move(cas.observed(), Expr.register(old), origin);
  }

  private int readLinked(Expr address, MemoryOrder order, Origin origin) {
    int old = fresh();
    code.add(new Instruction.Load(old, address, order, true, false, origin));
    return old;
  }

  private int writeConditionally(Expr address, Expr value, MemoryOrder order, Origin origin) {
    int stored = fresh();
    code.add(
        new Instruction.StoreConditional(stored, address, value, order, false, List.of(), origin));
    return stored;
  }

  /** Both ways assign to one register and join. */
  private void select(Instruction.Branch branch) {
    Instruction.Assign yes = (Instruction.Assign) thread.code().get(branch.whenTrue());
    Instruction.Assign no = (Instruction.Assign) thread.code().get(branch.whenFalse());
    code.add(
        new Instruction.Select(
            yes.target(), branch.condition(), yes.value(), no.value(), false, branch.origin()));
    int join = branch.whenTrue() + 1;
    while (thread.code().get(join) instanceof Instruction.Jump jump) {
      join = jump.to();
    }
    code.add(new Instruction.Jump(-1 - join, branch.origin()));
  }

  private void split(Instruction.FetchAndModify i) {
    boolean silent = isSilent(i.target());
    int old = read(i.address(), i.order(), silent, i.origin());
    Expr value = Arithmetic.modified(i, Expr.register(old), i.operand());
    write(i, value, Expr.constant(1), i.order(), silent);
    move(i.target(), Expr.register(old), i.origin());
  }

  private void split(Instruction.CompareAndSwap i) {
    int spared = i.weak() ? fresh() : Instruction.NO_TARGET;
    if (i.weak()) {
      code.add(new Instruction.Choose(spared, 2, i.origin()));
    }
    boolean silent = assembly && isSilent(i.observed());
    int old = read(i.address(), i.successOrder(), silent, i.origin());
    Expr equal = new Expr.Binary(Expr.BinaryOperator.EQUAL, Expr.register(old), i.expected());
    Expr writes =
        i.weak() ? new Expr.Binary(Expr.BinaryOperator.AND, equal, Expr.register(spared)) : equal;
    write(i, i.desired(), writes, i.successOrder(), silent);
    int success = fresh();
    code.add(new Instruction.Assign(success, writes, i.origin()));
    move(i.success(), Expr.register(success), i.origin());
    observe(i, success, old);
  }

  /** A processor that runs ahead may take the expected value as the one that was read. */
  private void observe(Instruction.CompareAndSwap i, int success, int old) {
    Expr read = Expr.register(old);
    if (i.observed() != Instruction.NO_TARGET && traits.runsAhead()) {
      Expr swapped = Expr.register(success);
      code.add(new Instruction.Select(i.observed(), swapped, i.expected(), read, true, i.origin()));
    } else {
      move(i.observed(), read, i.origin());
    }
  }

  /** Whether a value goes to no register. */
  private boolean isSilent(int target) {
    return target == Instruction.NO_TARGET || registers.get(target).endsWith(ZERO_REGISTER);
  }

  /** The load; an acquire that returns no value is none. */
  private int read(Expr address, MemoryOrder order, boolean silent, Origin origin) {
    int old = fresh();
    MemoryOrder acquire = order.acquires() && !silent ? MemoryOrder.SEQ_CST : MemoryOrder.RELAXED;
    List<String> attributes = silent ? List.of(NO_RETURN) : List.of();
    code.add(new Instruction.Load(old, address, acquire, true, false, attributes, origin));
    return old;
  }

  /** The store; that of a read-modify-write with both orders holds back everything later. */
  private void write(
      Instruction rmw, Expr value, Expr condition, MemoryOrder order, boolean silent) {
    MemoryOrder release = order.releases() ? MemoryOrder.RELEASE : MemoryOrder.RELAXED;
    boolean both = order.releases() && order.acquires() && !silent;
    List<String> attributes = both ? List.of(BOTH_ORDERS) : List.of();
    Expr address = rmw.addresses().getFirst();
    code.add(
        new Instruction.PairedStore(address, value, condition, release, attributes, rmw.origin()));
  }

  private void move(int target, Expr value, Origin origin) {
    if (target != Instruction.NO_TARGET) {
      code.add(new Instruction.Assign(target, value, origin));
    }
  }

  private int fresh() {
    registers.add("");
    return registers.size() - 1;
  }
}
