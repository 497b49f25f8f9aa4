// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.AtomicRegions;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.Diagnostic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the code of one thread; holds what its parts share. */
final class ThreadLowering {
  /** The message of an assertion that stands where a function ends without a value. */
  static final String NO_VALUE = "no value";

  final ProgramLowering program;
  private final Function start;
  private final int copies;
  final LabelledCode builder;
  final ExprFactory exprs;
  final CExpressionLowering expressions;
  final CStatementLowering statements;

  final LocalVariables locals;

  private final Map<CVariable, Expr> threadLocals = new HashMap<>();

  /** The local variables in memory whose lives end. */
  private final Set<LocalVariables.Room> mortal = new LinkedHashSet<>();

  /** The calls that are being inlined, the last one first. */
  final Deque<CallFrame> open = new ArrayDeque<>();

  CallFrame frame;

  /** {@code copies}: how many threads may have local objects of their own. */
  ThreadLowering(ProgramLowering program, Function start, int copies) {
    this.program = program;
    this.start = start;
    this.copies = copies;
    builder = new LabelledCode(program.places);
    exprs = new ExprFactory(builder.ranges());
    locals = new LocalVariables(exprs.addresses());
    expressions = new CExpressionLowering(this);
    statements = new CStatementLowering(this);
    frame = new CallFrame(start, new Destination.Discard(), -1);
    open.push(frame);
  }

  ThreadDecl run() {
    boolean takesArgument = !start.parameters().isEmpty();
    builder.register(takesArgument ? start.parameters().getFirst().name() : "", CTypes.LONG);
    builder.register("", CTypes.LONG);
    List<Instruction> code = List.of();
    try {
      builder.setOrigin(expressions.calls.originOf(start));
      if (takesArgument) {
        bindArgument(start.parameters().getFirst());
      }
      placeLocals();
      statements.lower(Objects.requireNonNull(start.body()));
      builder.setOrigin(expressions.calls.originOf(start));
      end(false);
      code =
          checked(
              builder.finish(
                  Lifetimes.needless(builder.finish(Set.of()), mortal, exprs.addresses())));
    } catch (LabelledCode.TooMuchCode e) {
      program.diagnostics.error(
          builder.origin().span(),
          "the code of thread '" + start.name() + "' gets too large",
          "functions are inlined: call fewer of them, or use loops; -D FENCEPOST_RECURSION=n allows"
              + " less recursion");
    }
    return new ThreadDecl(start.name(), code, builder.registers(), builder.pointers());
  }

  private void bindArgument(CVariable parameter) {
    if (parameter.isRegister()) {
      frame.bind(
          parameter,
          parameter.isAssigned()
              ? new CallFrame.Binding.InRegister(ThreadDecl.ARGUMENT)
              : new CallFrame.Binding.Fixed(Expr.register(ThreadDecl.ARGUMENT)));
    } else {
      expressions.assignments.store(
          new CPlace.Named(parameter, parameter.span()), Expr.register(ThreadDecl.ARGUMENT));
    }
  }

  /** Complains about what can only be seen in the finished code; drops fences in atomic blocks. */
  private List<Instruction> checked(List<Instruction> code) {
    for (Instruction instruction : code) {
      if (instruction instanceof Instruction.Assert failure && failure.message().equals(NO_VALUE)) {
        program.diagnostics.error(
            failure.origin().span(),
            "'" + failure.origin().function() + "' can end without a value",
            "add a return, or abort() where that cannot be");
      }
    }
    AtomicRegions blocks = new AtomicRegions(code);
    for (Diagnostic problem : blocks.problems()) {
      program.diagnostics.error(problem.span(), problem.message(), problem.hint());
    }
    return blocks.problems().isEmpty() ? blocks.withoutFencesInside() : code;
  }

  /** Notes that a local variable begins, without a value. */
  void begin(CVariable variable) {
    builder.emit(locals.mark(new LocalVariables.Begin(frame, variable), builder.origin()));
  }

  /** Notes that a value is read, though perhaps no instruction does. */
  Expr evaluated(Expr value) {
    return evaluated(value, Expr.constant(1));
  }

  /** Notes that a value is read where a condition is true. */
  Expr evaluated(Expr value, Expr reached) {
    BitSet registers = Registers.read(value);
    if (!registers.isEmpty()) {
      builder.emit(locals.mark(new LocalVariables.Read(registers, reached), builder.origin()));
    }
    return value;
  }

  /** Where a local variable is; decided when it is first met. */
  CallFrame.Binding binding(CVariable variable) {
    CallFrame.Binding binding = frame.find(variable);
    if (binding == null) {
      binding =
          variable.isRegister()
              ? new CallFrame.Binding.InRegister(builder.register(variable.name(), variable.type()))
              : new CallFrame.Binding.InMemory(allocate(variable));
      frame.bind(variable, binding);
    }
    return binding;
  }

  /**
   * Places the locals of a call in memory: a return may stand before the place where one begins.
   */
  void placeLocals() {
    frame.function().locals().stream()
        .filter(variable -> variable.isUsed() && !variable.isRegister())
        .forEach(this::binding);
  }

  /** Room for a local object: one for each thread that may run this code. */
  private Expr allocate(CVariable variable) {
    Expr address = place(variable);
    locals.inMemory().add(new LocalVariables.Room(variable, address));
    return address;
  }

  /**
   * Ends the thread; a join may take its result.
   *
   * @param exits whether it leaves the functions that it is in
   */
  void end(@Nullable Typed result, boolean exits) {
    if (result != null && program.unit.takesResults()) {
      Expr value = expressions.value(result);
      builder.store(resultOf(Expr.register(ThreadDecl.SELF)), value, false);
    } else if (result != null) {
      expressions.effect(result);
    }
    end(exits);
  }

  /** When {@code main} returns the program ends, and nobody is left to use its locals. */
  private void end(boolean exits) {
    boolean isMain = start.name().equals("main");
    open.stream().filter(call -> !isMain || call.function() != start).forEach(this::endLives);
    if (!isMain || exits) {
      program.unit.globals().stream()
          .filter(variable -> variable.isThreadLocal() && variable.isAddressTaken())
          .forEach(variable -> endLife(variable, threadLocal(variable)));
    }
    builder.emit(new Instruction.End(builder.origin()));
  }

  boolean hasLocalsInMemory(CallFrame call) {
    return call.bindings().values().stream().anyMatch(CallFrame.Binding.InMemory.class::isInstance);
  }

  /** Ends the lives of the local variables of a call that are in memory. */
  void endLives(CallFrame call) {
    call.bindings()
        .forEach(
            (variable, binding) -> {
              if (binding instanceof CallFrame.Binding.InMemory(Expr address)) {
                endLife(variable, address);
              }
            });
  }

  private void endLife(CVariable variable, Expr address) {
    long cells = variable.type().cells();
    if (cells <= Lifetimes.MOST_CELLS) {
      mortal.add(new LocalVariables.Room(variable, address));
      for (long i = 0; i < cells; i++) {
        builder.emit(Lifetimes.end(exprs.cell(address, i), builder.origin()));
      }
    }
  }

  /** What a {@code pthread_t} holds of a thread: 0 there is no thread, and not {@code main}. */
  Expr handle(Expr number) {
    return exprs.add(number, Expr.constant(1));
  }

  /** The number of the thread that has a handle. */
  Expr number(Expr handle) {
    return exprs.binary(BinaryOperator.SUBTRACT, handle, Expr.constant(1));
  }

  /** The address of the cell for the result of the thread with this number. */
  Expr resultOf(Expr number) {
    Expr checked = exprs.index(number, Program.MAX_THREADS, "result");
    Expr offset = exprs.binary(BinaryOperator.MULTIPLY, checked, Expr.constant(Program.CELL_BYTES));
    return exprs.add(offset, Expr.constant(program.results()));
  }

  /** The address of a variable that each thread has for itself. */
  Expr threadLocal(CVariable variable) {
    return threadLocals.computeIfAbsent(variable, this::place);
  }

  /** Room for an object of each thread that may run this code, with the first values it has. */
  private Expr place(CVariable variable) {
    MemoryLayout memory = program.memory;
    String path =
        frame.isThread() || variable.isThreadLocal()
            ? variable.name()
            : frame.function().name() + "." + variable.name();
    if (memory.size() + copies * variable.type().cells() > MemoryLayout.MOST_CELLS) {
      throw new LabelledCode.TooMuchCode();
    }
    if (copies == 1) {
      String name = memory.uniqueName(start.name() + "." + path);
      return address(memory.allocate(name, variable), variable);
    }
    List<Long> addresses = new ArrayList<>();
    for (int i = 0; i < copies; i++) {
      String name = memory.uniqueName(start.name() + "#" + i + "." + path);
      addresses.add(memory.allocate(name, variable));
    }
    long stride = addresses.get(1) - addresses.get(0);
    Expr self = new Expr.Index(Expr.register(ThreadDecl.SELF), copies, variable.name());
    Expr offset = exprs.binary(BinaryOperator.MULTIPLY, self, Expr.constant(stride));
    return exprs.add(offset, address(addresses.getFirst(), variable));
  }

  private Expr address(long first, CVariable variable) {
    return exprs.addresses().of(new AddressConstants.Span(first, variable.type().bytes()));
  }
}
