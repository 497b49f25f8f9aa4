// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.CallSite;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.source.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Inlines calls. A function that calls itself is inlined as often as a run may call it; one more
 * call fails an assertion, and so does that of a function without a body.
 */
final class CallLowering {
  private static final int DEEPEST = 60;
  private static final int MOST_CALLS = 100_000;

  private final ThreadLowering thread;
  private final CExpressionLowering expressions;
  private final LabelledCode builder;
  private final Map<Function, Boolean> endsWithReturn = new HashMap<>();

  /** How often each function is being inlined. */
  private final Map<Function, Integer> active = new HashMap<>();

  private int depth;
  private int calls;

  CallLowering(ThreadLowering thread, CExpressionLowering expressions) {
    this.thread = thread;
    this.expressions = expressions;
    this.builder = thread.builder;
  }

  /** The origin of what belongs to a function as a whole. */
  Origin originOf(Function function) {
    return new Origin(function.span(), function.name() + "()", function.name());
  }

  /** Inlines a call whose result goes to a destination. */
  void inline(Typed.Call call, Destination destination) {
    Function function = call.function();
    if (fails(call)) {
      return;
    }
    boolean throughRegister = function.isAtomic() && destination instanceof Destination.Test;
    if (endsWithReturn(function) && destination instanceof Destination.Into into) {
      enter(
          call,
          destination,
          () -> trailing(function, value -> expressions.into(value, into.register())));
    } else if (throughRegister) {
      builder.branch(value(call), (Destination.Test) destination);
    } else {
      enter(call, destination, () -> body(function, destination));
    }
  }

  /**
   * Calls the function that a pointer points at: one way for each that it may be. Where one of the
   * types has no list of parameters, their numbers may differ.
   */
  void indirect(Typed.IndirectCall call, Destination destination) {
    int given = call.arguments().size();
    choose(
        call.pointer(),
        call.function(),
        callee -> {
          if (callee.parameters().size() == given) {
            inline(call.to(callee), destination);
          } else {
            fail("'%s' has a parameter for each argument".formatted(callee.name()));
          }
        });
  }

  /** Does something with the function that a pointer points at; another pointer is an error. */
  void choose(Typed pointer, Type.FunctionType type, Consumer<Function> what) {
    Expr value = expressions.simple(pointer);
    int end = builder.label();
    for (Function callee : thread.program.unit.pointers().of(type)) {
      int here = builder.label();
      int next = builder.label();
      Expr address = Expr.constant(thread.program.unit.pointers().addressOf(callee));
      builder.branch(
          thread.exprs.binary(BinaryOperator.EQUAL, value, address),
          new Destination.Test(here, next));
      builder.place(here);
      what.accept(callee);
      builder.jump(end);
      builder.place(next);
    }
    fail("the pointer points at a function");
    builder.place(end);
  }

  private void fail(String message) {
    builder.emit(new Instruction.Assert(Expr.constant(0), message, builder.origin()));
    builder.emit(new Instruction.End(builder.origin()));
  }

  /** Whether a call can only fail; then it does. */
  private boolean fails(Typed.Call call) {
    Function function = call.function();
    int most = thread.program.recursion;
    boolean tooDeep = active.getOrDefault(function, 0) > most;
    if (function.isDefined() && !tooDeep) {
      return false;
    }
    call.arguments().forEach(expressions::effect);
    fail(
        tooDeep
            ? "'%s' is called at most %d times within itself (-D FENCEPOST_RECURSION=n)"
                .formatted(function.name(), most)
            : "'" + function.name() + "' has a body");
    return true;
  }

  /** Inlines a call; a function that has only one return, at its end, leaves an expression. */
  Expr value(Typed.Call call) {
    Function function = call.function();
    if (fails(call)) {
      return Expr.constant(0);
    }
    if (!endsWithReturn(function)) {
      int temporary = builder.register("", call.type());
      inline(call, new Destination.Into(temporary));
      return Expr.register(temporary);
    }
    Expr[] result = new Expr[1];
    enter(
        call,
        new Destination.Discard(),
        () ->
            trailing(
                function,
                value -> {
                  Expr expr = expressions.value(value);
                  boolean large = ExprFactory.size(expr) > ExprFactory.LARGE;
                  result[0] = large ? builder.inRegister(expr, call.type()) : expr;
                }));
    return result[0];
  }

  private void enter(Typed.Call call, Destination destination, Runnable body) {
    if (++depth > DEEPEST || ++calls > MOST_CALLS) {
      throw new LabelledCode.TooMuchCode();
    }
    Origin origin = builder.origin();
    CallFrame caller = thread.frame;
    int exit = builder.label();
    CallFrame frame = new CallFrame(call.function(), destination, exit);
    bindParameters(call, frame);
    active.merge(call.function(), 1, Integer::sum);
    if (call.function().isAtomic()) {
      builder.emit(new Instruction.AtomicBegin(origin));
    }
    thread.frame = frame;
    thread.open.push(frame);
    thread.placeLocals();
    int start = builder.position();
    body.run();
    builder.called(start, new CallSite(call.function().name(), call.span()));
    builder.place(exit);
    thread.open.pop();
    active.merge(call.function(), -1, Integer::sum);
    thread.frame = caller;
    builder.setOrigin(origin);
    if (call.function().isAtomic()) {
      builder.emit(new Instruction.AtomicEnd(origin));
    }
    thread.endLives(frame);
    depth--;
  }

  private void body(Function function, Destination destination) {
    thread.statements.lower(Objects.requireNonNull(function.body()));
    boolean needsValue =
        !function.type().result().isVoid() && !(destination instanceof Destination.Discard);
    if (needsValue) {
      builder.setOrigin(originOf(function));
      fail(ThreadLowering.NO_VALUE);
    }
  }

  /** Lowers a body whose only return is its last statement. */
  private void trailing(Function function, Consumer<Typed> result) {
    Checked.Block body = (Checked.Block) Objects.requireNonNull(function.body());
    List<Checked> statements = body.statements();
    body.passed().forEach(thread::begin);
    thread.statements.block(statements.subList(0, statements.size() - 1));
    Checked.Return last = (Checked.Return) statements.getLast();
    builder.setOrigin(last.origin());
    result.accept(last.value());
  }

  /**
   * Arguments are evaluated in the caller's frame. A parameter that never changes is the argument
   * itself where that reads no memory: nobody changes the caller's local variables meanwhile.
   */
  private void bindParameters(Typed.Call call, CallFrame frame) {
    Map<CVariable, Expr> inMemory = new HashMap<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      CVariable parameter = call.function().parameters().get(i);
      Typed argument = call.arguments().get(i);
      if (!parameter.isUsed()) {
        expressions.effect(argument);
      } else if (parameter.isRegister()) {
        frame.bind(parameter, argument(parameter, argument));
      } else if (parameter.type().isScalar()) {
        inMemory.put(parameter, expressions.simple(argument));
      } else {
        expressions.lower(argument, room(parameter, frame));
      }
    }
    if (!inMemory.isEmpty()) {
      CallFrame caller = thread.frame;
      thread.frame = frame;
      for (CVariable parameter : call.function().parameters()) {
        if (inMemory.containsKey(parameter)) {
          expressions.assignments.store(
              new CPlace.Named(parameter, parameter.span()), inMemory.get(parameter));
        }
      }
      thread.frame = caller;
    }
  }

  /** Where the call that a frame is for has a parameter. */
  private Destination.Object room(CVariable parameter, CallFrame frame) {
    CallFrame caller = thread.frame;
    thread.frame = frame;
    CPlace place = new CPlace.Named(parameter, parameter.span());
    Destination.Object room = expressions.assignments.object(place);
    thread.frame = caller;
    return room;
  }

  private CallFrame.Binding argument(CVariable parameter, Typed argument) {
    boolean leavesExpression =
        Purity.isPure(argument)
            || argument instanceof Typed.Call call && endsWithReturn(call.function());
    if (!leavesExpression) {
      int register = builder.register(parameter.name(), parameter.type());
      expressions.into(argument, register);
      return new CallFrame.Binding.InRegister(register);
    }
    Expr value = expressions.value(argument);
    if (!parameter.isAssigned() && ExprFactory.isCheap(value)) {
      return new CallFrame.Binding.Fixed(thread.evaluated(value));
    }
    int register = builder.register(parameter.name(), parameter.type());
    builder.assign(register, value);
    return new CallFrame.Binding.InRegister(register);
  }

  private boolean endsWithReturn(Function function) {
    return endsWithReturn.computeIfAbsent(function, CallLowering::hasOnlyTrailingReturn);
  }

  private static boolean hasOnlyTrailingReturn(Function function) {
    return function.body() instanceof Checked.Block block
        && !block.statements().isEmpty()
        && block.statements().getLast() instanceof Checked.Return last
        && last.value() != null
        && returns(function.body()) == 1;
  }

  private static int returns(List<Checked> statements) {
    return statements.stream().mapToInt(CallLowering::returns).sum();
  }

  private static int returns(Checked statement) {
    return switch (statement) {
      case Checked.Return result -> 1;
      case Checked.Block block -> returns(block.statements());
      case Checked.Sequence sequence -> returns(sequence.statements());
      case Checked.If branch -> returns(branch.then()) + returns(branch.otherwise());
      case Checked.Loop loop -> returns(loop.body());
      case Checked.Switch choice -> returns(choice.body());
      case Checked.Label label -> returns(label.statement());
      case Checked.Attributed attributed -> returns(attributed.statement());
      default -> 0;
    };
  }
}
