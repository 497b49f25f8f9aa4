// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Typed.Operation;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import java.util.List;
import java.util.Objects;

/** Makes code of read-modify-writes, fences, assertions, threads and the like. */
final class OperationLowering {
  /** The sets of pairs that are a product of kinds before and kinds after, larger ones first. */
  private static final int[] PRODUCTS = {
    FencePairs.FULL,
    FencePairs.ACQUIRE,
    FencePairs.RELEASE,
    FencePairs.WR | FencePairs.WW,
    FencePairs.RR | FencePairs.WR,
    FencePairs.RR,
    FencePairs.RW,
    FencePairs.WR,
    FencePairs.WW
  };

  /** What {@code <errno.h>} calls {@code EBUSY}. */
  private static final int BUSY = 16;

  /** What the header writes to a mutex that is destroyed. */
  private static final int DESTROYED_MUTEX = -1;

  private final ThreadLowering thread;
  private final CExpressionLowering expressions;
  private final LabelledCode builder;
  private final ExprFactory exprs;
  private final BlockLowering blocks;

  OperationLowering(ThreadLowering thread, CExpressionLowering expressions) {
    this.thread = thread;
    this.expressions = expressions;
    this.builder = thread.builder;
    this.exprs = thread.exprs;
    this.blocks = new BlockLowering(thread, expressions);
  }

  /** Evaluates what one instruction does, into a register or none; false for other expressions. */
  boolean into(Typed value, int register) {
    switch (value) {
      case Typed.Choose choose -> {
        if (register != Instruction.NO_TARGET) {
          builder.emit(new Instruction.Choose(register, choose.count(), builder.origin()));
        }
      }
      case Typed.Modify modify when modify.old() || register == Instruction.NO_TARGET ->
          modify(modify, register);
      case Typed.CompareExchange exchange -> compareExchange(exchange, register);
      case Typed.CompareAndSet cas -> compareAndSet(cas, register);
      case Typed.TryLock lock -> tryLock(lock, register);
      case Typed.DoubleCompareAndSet cas -> doubleCompareAndSet(cas, register);
      case Typed.StoreConditional conditional -> {
        Expr address = expressions.accessed(conditional.place());
        Expr stored = expressions.value(conditional.value());
        builder.emit(new Instruction.StoreConditional(register, address, stored, builder.origin()));
      }
      case Typed.Allocate allocate -> blocks.allocate(allocate, register);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void compareAndSet(Typed.CompareAndSet cas, int success) {
    builder.access(
        new Instruction.CompareAndSwap(
            success,
            Instruction.NO_TARGET,
            expressions.accessed(cas.place()),
            expressions.value(cas.expected()),
            expressions.value(cas.desired()),
            cas.orders().success(),
            cas.orders().failure(),
            cas.orders().weak(),
            List.of(),
            builder.origin()),
        cas.span());
  }

  /** A pointer that is moved in memory is looked at behind that. Gives the operand. */
  private Expr modify(Typed.Modify modify, int target) {
    BinaryOperator operator = modify.modification().operator();
    boolean counts = operator == BinaryOperator.ADD || operator == BinaryOperator.SUBTRACT;
    boolean moves = counts && modify.type().isPointer() && !expressions.goesBack;
    int before = moves ? builder.register("", modify.type()) : target;
    Expr operand = access(modify, before);
    if (moves) {
      Expr pointer = Expr.register(before);
      Expr moved = exprs.binary(Objects.requireNonNull(operator), pointer, operand);
      builder.inRegister(expressions.within(moved, pointer), modify.type());
      if (target != Instruction.NO_TARGET) {
        builder.assign(target, pointer);
      }
    }
    return operand;
  }

  /** Gives the operand. */
  private Expr access(Typed.Modify modify, int target) {
    Expr address = expressions.accessed(modify.place());
    Expr operand = expressions.value(modify.operand());
    Type.IntegerType type =
        modify.type().unqualified() instanceof Type.IntegerType integer
            ? integer
            : CTypes.UNSIGNED_LONG;
    builder.access(
        new Instruction.FetchAndModify(
            target,
            modify.modification(),
            address,
            operand,
            type.bits(),
            type.signed(),
            modify.order(),
            List.of(),
            builder.origin()),
        modify.span());
    return operand;
  }

  /** The value after a read-modify-write. */
  Expr modified(Typed.Modify modify) {
    int before = builder.register("", modify.type());
    Expr operand = modify(modify, before);
    BinaryOperator operator = Objects.requireNonNull(modify.modification().operator());
    return exprs.convert(modify.type(), exprs.binary(operator, Expr.register(before), operand));
  }

  /**
   * An expected value in a register is updated in place: on success it stays the same. The result
   * may be assigned to that register, and comes last.
   */
  private void compareExchange(Typed.CompareExchange exchange, int target) {
    Expr address = expressions.accessed(exchange.place());
    int register = expressions.registerOf(exchange.expected());
    boolean inMemory = register < 0;
    boolean strong = exchange.expected().isStrong();
    int expected = inMemory ? builder.register("", exchange.expected().type()) : register;
    Expr room = inMemory ? expressions.accessed(exchange.expected()) : Expr.constant(0);
    if (inMemory) {
      builder.load(expected, room, strong);
    }
    Expr desired = expressions.value(exchange.desired());
    boolean none = target == Instruction.NO_TARGET;
    boolean apart = inMemory ? none || Registers.read(room).get(target) : target == expected;
    int success = apart ? builder.register("", CTypes.BOOL) : target;
    builder.access(
        new Instruction.CompareAndSwap(
            success,
            expected,
            address,
            Expr.register(expected),
            desired,
            exchange.orders().success(),
            exchange.orders().failure(),
            exchange.orders().weak(),
            List.of(),
            builder.origin()),
        exchange.span());
    if (inMemory) {
      int failed = builder.label();
      int end = builder.label();
      builder.branch(Expr.register(success), new Destination.Test(end, failed));
      builder.place(failed);
      builder.store(room, Expr.register(expected), strong);
      builder.place(end);
    }
    if (apart && !none) {
      builder.assign(target, Expr.register(success));
    }
  }

  private void doubleCompareAndSet(Typed.DoubleCompareAndSet cas, int target) {
    builder.emit(
        new Instruction.DoubleCompareAndSwap(
            target,
            expressions.accessed(cas.first()),
            expressions.accessed(cas.second()),
            expressions.value(cas.expected().get(0)),
            expressions.value(cas.expected().get(1)),
            expressions.value(cas.desired().get(0)),
            expressions.value(cas.desired().get(1)),
            List.of(),
            builder.origin()));
  }

  void perform(Typed.Perform perform) {
    switch (perform.operation()) {
      case Operation.Nothing nothing -> nothing.evaluated().forEach(expressions::effect);
      case Operation.Fence fence -> fence(fence.pairs());
      case Operation.NamedFence fence ->
          builder.emit(new Instruction.Fence(0, builder.origin()).with(List.of(fence.kind())));
      case Operation.Assert assertion -> assertThat(assertion.condition(), assertion.message());
      case Operation.Assume assume -> assume(assume.condition());
      case Operation.Mark mark ->
          builder.emit(new Instruction.Mark(thread.program.mark(mark.label()), builder.origin()));
      case Operation.AtomicBegin begin ->
          builder.emit(new Instruction.AtomicBegin(begin.kind(), builder.origin()));
      case Operation.AtomicEnd end -> builder.emit(new Instruction.AtomicEnd(builder.origin()));
      case Operation.Lock lock -> {
        builder.emit(new Instruction.Lock(mutex(lock.mutex()), builder.origin()));
        fence(FencePairs.ACQUIRE);
      }
      case Operation.Unlock unlock -> {
        Expr mutex = mutex(unlock.mutex());
        fence(FencePairs.RELEASE);
        builder.emit(new Instruction.Unlock(mutex, builder.origin()));
      }
      case Operation.Spawn spawn -> spawn(spawn);
      case Operation.SpawnPointed spawn ->
          expressions.calls.choose(
              spawn.pointer(),
              spawn.type(),
              start -> spawn(new Operation.Spawn(spawn.thread(), start, spawn.argument())));
      case Operation.Join join -> join(join);
      case Operation.Exit(Typed result) when result != null -> thread.end(result, true);
      case Operation.Exit exit -> builder.emit(new Instruction.End(builder.origin()));
      case Operation.Free free -> blocks.free(free.pointer());
      case Operation.CopyCells copy -> blocks.copy(copy);
      case Operation.FillCells fill -> blocks.fill(fill);
    }
  }

  /** A set that is no product is several fences. */
  private void fence(int pairs) {
    int left = pairs;
    for (int product : PRODUCTS) {
      if ((product & pairs) == product && (product & left) != 0) {
        builder.emit(new Instruction.Fence(product, builder.origin()));
        left &= ~product;
      }
    }
  }

  private void spawn(Operation.Spawn spawn) {
    int code = thread.program.thread(spawn.function());
    int register = expressions.registerOf(spawn.thread());
    Expr address = register < 0 ? expressions.accessed(spawn.thread()) : null;
    Expr argument = expressions.value(spawn.argument());
    int target = register < 0 ? builder.register("", CTypes.UNSIGNED_LONG) : register;
    builder.emit(new Instruction.Spawn(target, code, argument, builder.origin()));
    Expr handle = thread.handle(Expr.register(target));
    if (address != null) {
      builder.store(address, handle, spawn.thread().isStrong());
    } else {
      builder.assign(register, handle);
    }
  }

  private void join(Operation.Join join) {
    Expr number = thread.number(expressions.simple(join.thread()));
    builder.emit(new Instruction.Join(number, builder.origin()));
    if (join.result() != null) {
      int result = builder.register("", join.result().type());
      builder.load(result, thread.resultOf(number), false);
      expressions.assignments.store(join.result(), Expr.register(result));
    }
  }

  /** The address of a mutex. */
  private Expr mutex(Typed pointer) {
    Expr address = expressions.value(pointer);
    return pointer.type().unqualified() instanceof Type.PointerType(Type target)
        ? expressions.alike(address, Kinds.first(target))
        : address;
  }

  /** As if by a compare-and-swap of the mutex: it holds the number of its thread plus 1. */
  private void tryLock(Typed.TryLock lock, int register) {
    int success = builder.register("", CTypes.BOOL);
    int holder = builder.register("", CTypes.INT);
    Expr self = exprs.add(Expr.register(ThreadDecl.SELF), Expr.constant(1));
    builder.emit(
        new Instruction.CompareAndSwap(
            success,
            holder,
            mutex(lock.mutex()),
            Expr.constant(0),
            self,
            MemoryOrder.ACQUIRE,
            MemoryOrder.RELAXED,
            false,
            List.of(),
            builder.origin()));
    Expr usable =
        exprs.binary(
            BinaryOperator.NOT_EQUAL, Expr.register(holder), Expr.constant(DESTROYED_MUTEX));
    builder.emit(new Instruction.Assert(usable, "a destroyed mutex is locked", builder.origin()));
    if (register != Instruction.NO_TARGET) {
      Expr failed = exprs.binary(BinaryOperator.EQUAL, Expr.register(success), Expr.constant(0));
      builder.assign(register, exprs.binary(BinaryOperator.MULTIPLY, failed, Expr.constant(BUSY)));
    }
  }

  /**
   * Asserts without branches where that is possible: an assertion waits for its operands and for
   * nothing else, a branch would hold up what follows.
   */
  private void assertThat(Typed condition, String message) {
    switch (condition) {
      case Typed.Convert convert when convert.type().unqualified().equals(CTypes.BOOL) ->
          assertThat(convert.operand(), message);
      case Typed.Logical logical when logical.and() -> {
        assertThat(logical.left(), message);
        assertThat(logical.right(), message);
      }
      case Typed.Logical logical when !Purity.isTotal(logical) -> {
        // The left side may decide it: runs come to the assertion all the same.
        builder.emit(new Instruction.Assert(Expr.constant(1), message, builder.origin()));
        int more = builder.label();
        int end = builder.label();
        expressions.test(logical.left(), new Destination.Test(end, more));
        builder.place(more);
        assertThat(logical.right(), message);
        builder.place(end);
      }
      default -> {
        Expr value = total(condition, Expr.constant(1));
        boolean known = value instanceof Expr.Constant;
        boolean fails = known && ((Expr.Constant) value).value() == 0;
        if (!known || fails) {
          builder.emit(new Instruction.Assert(value, message, builder.origin()));
        }
        if (fails) {
          builder.emit(new Instruction.End(builder.origin()));
        }
      }
    }
  }

  private void assume(Typed condition) {
    if (condition instanceof Typed.Logical logical && logical.and()) {
      assume(logical.left());
      assume(logical.right());
    } else {
      builder.emit(new Instruction.Assume(total(condition, Expr.constant(1)), builder.origin()));
    }
  }

  /**
   * The value of a condition; {@code &&} and {@code ||} of registers need no branch.
   *
   * @param reached whether the operands before it leave it to this one
   */
  private Expr total(Typed condition, Expr reached) {
    if (!Purity.isTotal(condition)) {
      return thread.evaluated(expressions.value(condition), reached);
    }
    return switch (condition) {
      case Typed.Logical logical -> {
        Expr left = exprs.truth(total(logical.left(), reached));
        Expr open = logical.and() ? left : exprs.unary(Expr.UnaryOperator.NOT, left);
        Expr right = total(logical.right(), exprs.binary(BinaryOperator.AND, reached, open));
        yield exprs.binary(
            logical.and() ? BinaryOperator.AND : BinaryOperator.OR, left, exprs.truth(right));
      }
      case Typed.Unary unary ->
          exprs.convert(
              unary.type(), exprs.unary(unary.operator(), total(unary.operand(), reached)));
      default -> thread.evaluated(expressions.value(condition), reached);
    };
  }
}
