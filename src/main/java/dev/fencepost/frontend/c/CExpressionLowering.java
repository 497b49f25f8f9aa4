// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Destination.Test;
import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.Origin;
import java.util.List;
import java.util.Objects;

/**
 * Makes code of expressions. Operands are evaluated from left to right, each read of memory is one
 * load; {@code &&}, {@code ||} and {@code ?:} are branches.
 */
final class CExpressionLowering extends ValueLowering {
  private final ThreadLowering thread;
  private final LabelledCode builder;
  final AssignmentLowering assignments;
  final CallLowering calls;
  private final OperationLowering operations;

  /** What blocks hold that are allocated as bytes now. */
  private Type held = CTypes.VOID;

  CExpressionLowering(ThreadLowering thread) {
    super(thread.exprs, thread.program.memory, thread.program.unit.goesBack());
    this.thread = thread;
    this.builder = thread.builder;
    this.assignments = new AssignmentLowering(thread, this);
    this.calls = new CallLowering(thread, this);
    this.operations = new OperationLowering(thread, this);
  }

  /** Evaluates to a destination. */
  void lower(Typed value, Destination destination) {
    switch (value) {
      case Typed.Conditional conditional ->
          choose(
              conditional.condition(),
              () -> lower(conditional.whenTrue(), destination),
              () -> lower(conditional.whenFalse(), destination));
      case Typed.Sequence sequence -> {
        effect(sequence.first());
        lower(sequence.second(), destination);
      }
      case Typed.Statements inside -> {
        run(inside.before());
        lower(inside.value(), destination);
      }
      case Typed.Call call -> calls.inline(call, destination);
      case Typed.IndirectCall call when !(destination instanceof Test) ->
          calls.indirect(call, destination);
      default -> {
        switch (destination) {
          case Destination.Discard discard -> discard(value);
          case Destination.Into into -> compute(value, into.register());
          case Destination.Object object -> assignments.copy(value, object);
          case Test test -> branch(value, test);
        }
      }
    }
  }

  /** Goes to one of two labels. */
  void test(Typed value, Test test) {
    lower(value, test);
  }

  /** Evaluates into a register. */
  void into(Typed value, int register) {
    lower(value, new Destination.Into(register));
  }

  /** Evaluates for the effects only. */
  void effect(Typed value) {
    lower(value, new Destination.Discard());
  }

  private void branch(Typed value, Test test) {
    switch (value) {
      case Typed.Unary unary when unary.operator() == Expr.UnaryOperator.NOT ->
          test(unary.operand(), test.swapped());
      case Typed.Logical logical -> {
        int more = builder.label();
        boolean and = logical.and();
        test(
            logical.left(), and ? test.to(more, test.whenFalse()) : test.to(test.whenTrue(), more));
        builder.place(more);
        test(logical.right(), test);
      }
      case Typed.Convert convert when keepsTruth(convert) -> test(convert.operand(), test);
      default -> builder.branch(value(value), test);
    }
  }

  private static boolean keepsTruth(Typed.Convert convert) {
    if (convert.type().unqualified() instanceof Type.IntegerType to && !to.isBool()) {
      return to.bits() == 64
          || convert.operand().type().unqualified() instanceof Type.IntegerType from
              && from.bits() <= to.bits();
    }
    return true;
  }

  private void compute(Typed value, int register) {
    switch (value) {
      case Typed.Logical logical ->
          choose(
              logical,
              () -> builder.assign(register, Expr.constant(1)),
              () -> builder.assign(register, Expr.constant(0)));
      case Typed.Convert convert when changesNothing(convert) ->
          as(convert, () -> into(convert.operand(), register));
      case Typed.Read read when isMemory(read) && !isKnown(read) -> load(read, register);
      default -> {
        if (!operations.into(value, register)) {
          assign(register, value(value));
        }
      }
    }
  }

  /** A value that the register already has is still one that is read. */
  void assign(int register, Expr value) {
    if (value.equals(Expr.register(register))) {
      thread.evaluated(value);
    } else {
      builder.assign(register, value);
    }
  }

  /** Code that goes one of two ways and comes together again. */
  void choose(Typed condition, Runnable whenTrue, Runnable whenFalse) {
    int first = builder.label();
    int second = builder.label();
    int end = builder.label();
    test(condition, new Test(first, second));
    builder.place(first);
    whenTrue.run();
    builder.jump(end);
    builder.place(second);
    whenFalse.run();
    builder.place(end);
  }

  /** Whether a conversion leaves every value of its operand as it is. */
  static boolean changesNothing(Typed.Convert convert) {
    if (!convert.type().isScalar()) {
      return false;
    }
    Ranges.Range from =
        convert.operand() instanceof Typed.Logical
            ? Ranges.Range.TRUTH
            : Ranges.of(convert.operand().type());
    boolean wide =
        !(convert.type().unqualified() instanceof Type.IntegerType to) || to.bits() == 64;
    return wide || from.within(Ranges.of(convert.type()));
  }

  @Override
  Expr other(Typed value) {
    return switch (value) {
      case Typed.Self self -> thread.handle(Expr.register(ThreadDecl.SELF));
      case Typed.Read read when !isMemory(read) ->
          registerValue(Objects.requireNonNull(read.place().variable()));
      case Typed.Read read when isKnown(read) -> known(read);
      case Typed.Sequence sequence -> {
        effect(sequence.first());
        yield value(sequence.second());
      }
      case Typed.Statements inside -> {
        run(inside.before());
        yield value(inside.value());
      }
      case Typed.Assign assign -> assignments.assign(assign);
      case Typed.Update update -> assignments.update(update, true);
      case Typed.Call call -> calls.value(call);
      case Typed.Perform perform -> {
        operations.perform(perform);
        yield Expr.constant(0);
      }
      case Typed.Modify modify when !modify.old() -> operations.modified(modify);
      default -> {
        int temporary = builder.register("", value.type());
        into(value, temporary);
        yield Expr.register(temporary);
      }
    };
  }

  @Override
  Expr converted(Typed.Convert convert) {
    Expr[] value = new Expr[1];
    as(convert, () -> value[0] = super.converted(convert));
    return value[0];
  }

  /** Lowers what becomes a pointer: blocks that are allocated there hold what it points at. */
  private void as(Typed.Convert convert, Runnable lowering) {
    Type outer = held;
    boolean typed =
        convert.operand().type().isVoidPointer()
            && convert.type().isPointer()
            && !convert.type().isVoidPointer();
    held = typed ? ((Type.PointerType) convert.type().unqualified()).target() : outer;
    lowering.run();
    held = outer;
  }

  /** What an allocated block holds that a pointer points at. */
  Type held(Type target) {
    return target.isVoid() ? held : target;
  }

  @Override
  Expr room(CPlace place) {
    if (place instanceof CPlace.Made made) {
      run(made.before());
    }
    CVariable variable = Objects.requireNonNull(place.variable());
    if (variable.isThreadLocal()) {
      return thread.threadLocal(variable);
    }
    return variable.isGlobal()
        ? Expr.constant(thread.program.memory.addressOf(variable))
        : ((CallFrame.Binding.InMemory) thread.binding(variable)).address();
  }

  /** The register that a place is, or -1. */
  int registerOf(CPlace place) {
    return place instanceof CPlace.Named named
            && named.variable().isRegister()
            && thread.binding(named.variable()) instanceof CallFrame.Binding.InRegister in
        ? in.register()
        : -1;
  }

  /** A value that may be used more than once: a constant or a register. */
  Expr simple(Typed typed) {
    Expr value = value(typed);
    boolean simple = value instanceof Expr.Constant || value instanceof Expr.Register;
    return simple ? value : builder.inRegister(value, typed.type());
  }

  private void discard(Typed value) {
    switch (value) {
      case Typed.Unary unary -> effect(unary.operand());
      case Typed.Convert convert when convert.type().isVoid() && isUnused(convert.operand()) -> {}
      case Typed.Convert convert -> effect(convert.operand());
      case Typed.Binary binary when Arithmetic.mayFail(binary.operator()) ->
          into(binary, builder.register("", binary.type()));
      case Typed.Binary binary -> {
        effect(binary.rightFirst() ? binary.right() : binary.left());
        effect(binary.rightFirst() ? binary.left() : binary.right());
      }
      case Typed.Logical logical -> {
        Typed nothing = new Typed.Constant(0, CTypes.INT, logical.span());
        choose(
            logical.left(),
            () -> effect(logical.and() ? logical.right() : nothing),
            () -> effect(logical.and() ? nothing : logical.right()));
      }
      case Typed.AddressOf address -> drop(value(address), address.type());
      case Typed.Update update -> assignments.update(update, false);
      case Typed.Copy copy -> lower(copy.from(), assignments.object(copy.to()));
      case Typed.Read read when !isMemory(read) || isKnown(read) -> thread.evaluated(value(read));
      case Typed.Read read when read.type().isScalar() -> load(read, Instruction.NO_TARGET);
      case Typed.Read read when !read.type().isVoid() -> assignments.discard(read);
      default -> {
        if (!operations.into(value, Instruction.NO_TARGET)) {
          value(value);
        }
      }
    }
  }

  /** A value that nobody uses is computed where that may fail. */
  private void drop(Expr value, Type type) {
    if (ExprFactory.isTotal(value, true)) {
      thread.evaluated(value);
    } else {
      builder.inRegister(value, type);
    }
  }

  /**
   * Whether a value is a plain local variable: {@code (void)x} is how to say that nobody uses it.
   */
  private static boolean isUnused(Typed value) {
    return value instanceof Typed.Read read
        && read.place() instanceof CPlace.Named named
        && !named.variable().isGlobal();
  }

  /** Lowers the statements in an expression. */
  void run(List<Checked> inside) {
    Origin origin = builder.origin();
    thread.statements.block(inside);
    builder.setOrigin(origin);
  }

  private static boolean isMemory(Typed.Read read) {
    return !(read.place() instanceof CPlace.Named named && named.variable().isRegister());
  }

  private static boolean isKnown(Typed.Read read) {
    return read.place() instanceof CPlace.Named named && named.variable().isKnown();
  }

  private Expr known(Typed.Read read) {
    return Expr.constant(
        thread.program.memory.known(Objects.requireNonNull(read.place().variable())));
  }

  private Expr registerValue(CVariable variable) {
    return switch (thread.binding(variable)) {
      case CallFrame.Binding.Fixed fixed -> fixed.value();
      case CallFrame.Binding.InRegister in -> Expr.register(in.register());
      case CallFrame.Binding.InMemory in -> throw new IllegalStateException(variable.name());
    };
  }

  private void load(Typed.Read read, int target) {
    Expr address = accessed(read.place());
    boolean strong = read.place().isStrong();
    builder.access(
        new Instruction.Load(
            target, address, read.order(), read.linked(), strong, builder.origin()),
        read.span());
  }
}
