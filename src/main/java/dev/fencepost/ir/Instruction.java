// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.source.Origin;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One instruction of a thread's flat code. Jump targets are positions in that code. Registers named
 * {@code target} are written, or none where they are {@link #NO_TARGET}. Addresses are pointer
 * values (see {@link Program#addressOf}).
 */
public sealed interface Instruction {

  int NO_TARGET = -1;

  Origin origin();

  /**
   * Kinds and attributes that a memory model's file declares, of accesses and fences; and the marks
   * of {@link Places}, also of a start of a thread.
   */
  default List<String> attributes() {
    return List.of();
  }

  /** The register that takes the result; a compare-and-swap names its registers otherwise. */
  default int target() {
    return NO_TARGET;
  }

  /** The C11 order; of a compare-and-swap, that of its success. */
  default MemoryOrder order() {
    return MemoryOrder.PLAIN;
  }

  /**
   * A copy of an access, a fence, a mutex operation or a start of a thread, with what it has of
   * these; every other instruction is returned as it is.
   */
  default Instruction copy(MemoryOrder order, List<String> attributes, Origin origin) {
    return new InstructionCopy(UnaryOperator.identity(), order, attributes, origin).of(this);
  }

  /** See {@link #copy}. */
  default Instruction withOrder(MemoryOrder order) {
    return copy(order, attributes(), origin());
  }

  /** See {@link #copy}. */
  default Instruction withAttributes(List<String> attributes) {
    return copy(order(), attributes, origin());
  }

  /** See {@link #copy}. */
  default Instruction with(List<String> more) {
    return withAttributes(Stream.concat(attributes().stream(), more.stream()).distinct().toList());
  }

  /** This instruction, from elsewhere. */
  default Instruction at(Origin origin) {
    return new InstructionCopy(UnaryOperator.identity(), order(), attributes(), origin).ofAny(this);
  }

  /** The addresses of the cells that it accesses; an observation stands outside. */
  default List<Expr> addresses() {
    return switch (this) {
      case Load load -> List.of(load.address);
      case Store store -> List.of(store.address);
      case CompareAndSwap cas -> List.of(cas.address);
      case DoubleCompareAndSwap cas -> List.of(cas.firstAddress, cas.secondAddress);
      case FetchAndModify modify -> List.of(modify.address);
      case StoreConditional store -> List.of(store.address);
      case PairedStore store -> List.of(store.address);
      case Lock lock -> List.of(lock.address);
      case Unlock unlock -> List.of(unlock.address);
      default -> List.of();
    };
  }

  /** A copy whose targets are moved, if it is a jump or a branch. */
  default Instruction moved(IntUnaryOperator target) {
    return switch (this) {
      case Jump jump -> new Jump(target.applyAsInt(jump.to), jump.origin);
      case Branch branch ->
          branch.to(target.applyAsInt(branch.whenTrue), target.applyAsInt(branch.whenFalse));
      default -> this;
    };
  }

  /** A copy with other expressions; the condition of an observation stays. */
  default Instruction mapped(UnaryOperator<Expr> change) {
    return new InstructionCopy(change, order(), attributes(), origin()).ofAny(this);
  }

  /** Whether it accesses memory that is not strong; mutexes do not count. */
  default boolean touchesMemory() {
    return switch (this) {
      case Load load -> !load.strong();
      case Store store -> !store.strong();
      case CompareAndSwap cas -> true;
      case DoubleCompareAndSwap cas -> true;
      case FetchAndModify fetch -> true;
      case StoreConditional store -> true;
      default -> false;
    };
  }

  /** A move: {@code target = value}. */
  record Assign(int target, Expr value, Origin origin) implements Instruction {}

  /**
   * A read of memory.
   *
   * @param linked sets the thread's link when it executes (load-linked)
   * @param strong reads a strong cell, outside the memory model
   */
  record Load(
      int target,
      Expr address,
      MemoryOrder order,
      boolean linked,
      boolean strong,
      List<String> attributes,
      Origin origin)
      implements Instruction {

    public Load(
        int target,
        Expr address,
        MemoryOrder order,
        boolean linked,
        boolean strong,
        Origin origin) {
      this(target, address, order, linked, strong, List.of(), origin);
    }
  }

  /** A write to memory; {@code strong} as in {@link Load}. */
  record Store(
      Expr address,
      Expr value,
      MemoryOrder order,
      boolean strong,
      List<String> attributes,
      Origin origin)
      implements Instruction {

    public Store(Expr address, Expr value, MemoryOrder order, boolean strong, Origin origin) {
      this(address, value, order, strong, List.of(), origin);
    }
  }

  /**
   * Compare and swap of one cell. {@code success} gets 1 or 0, {@code observed} the value read.
   *
   * @param weak may also fail for no reason
   */
  record CompareAndSwap(
      int success,
      int observed,
      Expr address,
      Expr expected,
      Expr desired,
      MemoryOrder successOrder,
      MemoryOrder failureOrder,
      boolean weak,
      List<String> attributes,
      Origin origin)
      implements Instruction {

    @Override
    public MemoryOrder order() {
      return successOrder;
    }

    /** A copy with other orders. */
    public CompareAndSwap withOrders(MemoryOrder newSuccess, MemoryOrder newFailure) {
      return new CompareAndSwap(
          success,
          observed,
          address,
          expected,
          desired,
          newSuccess,
          newFailure,
          weak,
          attributes,
          origin);
    }
  }

  /** Compare and swap of two cells at once; {@code success} gets 1 or 0. */
  record DoubleCompareAndSwap(
      int success,
      Expr firstAddress,
      Expr secondAddress,
      Expr firstExpected,
      Expr secondExpected,
      Expr firstDesired,
      Expr secondDesired,
      List<String> attributes,
      Origin origin)
      implements Instruction {}

  /** Reads, combines and writes one cell; {@code target} gets the value read before. */
  record FetchAndModify(
      int target,
      Modification modification,
      Expr address,
      Expr operand,
      int bits,
      boolean signed,
      MemoryOrder order,
      List<String> attributes,
      Origin origin)
      implements Instruction {}

  enum Modification {
    SWAP(null),
    ADD(BinaryOperator.ADD),
    SUBTRACT(BinaryOperator.SUBTRACT),
    AND(BinaryOperator.AND),
    OR(BinaryOperator.OR),
    XOR(BinaryOperator.XOR);

    private final @Nullable BinaryOperator operator;

    Modification(@Nullable BinaryOperator operator) {
      this.operator = operator;
    }

    /** What combines the old value with the operand; null for a swap, which takes the operand. */
    public @Nullable BinaryOperator operator() {
      return operator;
    }
  }

  /**
   * Writes if the thread's link to this cell still stands; {@code success} gets 1 or 0. The link is
   * gone then in any case.
   *
   * @param order the order of the write
   * @param weak it may also fail for no reason
   */
  record StoreConditional(
      int success,
      Expr address,
      Expr value,
      MemoryOrder order,
      boolean weak,
      List<String> attributes,
      Origin origin)
      implements Instruction {

    public StoreConditional(int success, Expr address, Expr value, Origin origin) {
      this(success, address, value, MemoryOrder.RELAXED, false, List.of(), origin);
    }
  }

  /**
   * The write of a read-modify-write whose read is the linked load right before it: nobody else
   * writes the cell between the two, and the thread's link stays as it is. Where {@code condition}
   * is 0 nothing is written.
   */
  record PairedStore(
      Expr address,
      Expr value,
      Expr condition,
      MemoryOrder order,
      List<String> attributes,
      Origin origin)
      implements Instruction {}

  /**
   * {@code target} gets one of two values; which one decides no order.
   *
   * @param equal the two are equal where the condition is true: the second one may be taken before
   *     the condition is known
   */
  record Select(
      int target, Expr condition, Expr whenTrue, Expr whenFalse, boolean equal, Origin origin)
      implements Instruction {}

  /** Takes a mutex: waits while another thread holds it. The acquire fence is separate. */
  record Lock(Expr address, Origin origin) implements Instruction {}

  /** Gives a mutex back: a store. The release fence before it is separate. */
  record Unlock(Expr address, Origin origin) implements Instruction {}

  /** {@code pairs}: see {@link FencePairs}. */
  record Fence(int pairs, List<String> attributes, Origin origin) implements Instruction {

    /** Kinds that order fetch behind branches: nothing where a memory model has no law for them. */
    public static final List<String> FETCH_KINDS = List.of("isb", "isync");

    public Fence(int pairs, Origin origin) {
      this(pairs, List.of(), origin);
    }
  }

  /**
   * Goes on at {@code whenTrue} if the condition is not 0, else at {@code whenFalse}.
   *
   * @param selects a conditional select: both ways assign to one register and join
   * @param negated whether the text has the condition under a negation
   */
  record Branch(
      Expr condition, int whenTrue, int whenFalse, boolean selects, boolean negated, Origin origin)
      implements Instruction {

    public Branch(Expr condition, int whenTrue, int whenFalse, Origin origin) {
      this(condition, whenTrue, whenFalse, false, false, origin);
    }

    /** This branch with other targets. */
    public Branch to(int newWhenTrue, int newWhenFalse) {
      return new Branch(condition, newWhenTrue, newWhenFalse, selects, negated, origin);
    }
  }

  record Jump(int to, Origin origin) implements Instruction {}

  /** {@code target} becomes any of 0 to {@code count}-1, chosen at fetch. */
  record Choose(int target, int count, Origin origin) implements Instruction {}

  /** A violation if the condition is 0; no fence. */
  record Assert(Expr condition, String message, Origin origin) implements Instruction {}

  /** Drops the run if the condition is 0. */
  record Assume(Expr condition, Origin origin) implements Instruction {}

  /** Passes the mark with this number of {@link Program#marks}. */
  record Mark(int mark, Origin origin) implements Instruction {}

  /** Begins an atomic block that reaches to the matching {@link AtomicEnd}. */
  record AtomicBegin(BlockKind kind, Origin origin) implements Instruction {

    public AtomicBegin(Origin origin) {
      this(BlockKind.FENCED, origin);
    }

    /** Whether it touches strong cells alone. */
    public boolean strong() {
      return kind != BlockKind.FENCED;
    }
  }

  /** When an atomic block may be taken. */
  enum BlockKind {
    /** When every earlier instance of the thread has finished. */
    FENCED,
    /** At fetch, as a single access to a strong cell: it touches strong cells alone. */
    STRONG,
    /** As {@link #STRONG}; a thread that waits here with an empty window may wait for ever. */
    REST
  }

  record AtomicEnd(Origin origin) implements Instruction {}

  /**
   * Writes to a strong cell whether a condition of a property holds: an observation of the state
   * from outside, for properties that speak of a moment in the past.
   */
  record Observe(long address, Expr condition, Origin origin) implements Instruction {}

  /**
   * Takes {@code cells} cells from the pool; {@code target} gets their address.
   *
   * @param type what they hold, again and again, where that is known
   */
  record Allocate(int target, Expr cells, Optional<BlockType> type, Origin origin)
      implements Instruction {

    public Allocate(int target, Expr cells, Origin origin) {
      this(target, cells, Optional.empty(), origin);
    }
  }

  /** Starts a thread that runs {@code thread} of {@link Program#threads}; gives its number. */
  record Spawn(int target, int thread, Expr argument, List<String> attributes, Origin origin)
      implements Instruction {

    public Spawn(int target, int thread, Expr argument, Origin origin) {
      this(target, thread, argument, List.of(), origin);
    }
  }

  /** Waits until the thread with this number has ended with an empty window. */
  record Join(Expr thread, Origin origin) implements Instruction {}

  /** Ends the thread. */
  record End(Origin origin) implements Instruction {}
}
