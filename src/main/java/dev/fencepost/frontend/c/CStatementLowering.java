// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes code of statements. */
final class CStatementLowering {
  private final ThreadLowering thread;
  private final LabelledCode builder;

  /** The labels that break, continue and cases go to; saved and restored around each construct. */
  private int breakLabel;

  private int continueLabel;
  private List<Integer> caseLabels = List.of();

  /** Whether the block that is being lowered may be entered behind this statement. */
  private boolean entered;

  CStatementLowering(ThreadLowering thread) {
    this.thread = thread;
    this.builder = thread.builder;
  }

  void lower(Checked statement) {
    switch (statement) {
      case Checked.Evaluate evaluate -> {
        builder.setOrigin(evaluate.origin());
        expressions().effect(evaluate.value());
      }
      case Checked.Initialize initialize -> initialize(initialize);
      case Checked.Begin begin -> thread.begin(begin.variable());
      case Checked.Block block -> {
        block.passed().forEach(thread::begin);
        block(block.statements());
      }
      case Checked.If branch -> branch(branch);
      case Checked.Sequence sequence -> sequence.statements().forEach(this::lower);
      case Checked.Loop loop -> loop(loop);
      case Checked.Switch choice -> choice(choice);
      case Checked.CaseMark mark -> builder.place(caseLabels.get(mark.mark()));
      case Checked.Attributed attributed -> {
        int start = builder.position();
        lower(attributed.statement());
        builder.attribute(start, attributed.attribute());
      }
      case Checked.Label label -> {
        builder.place(thread.frame.label(label.name(), builder));
        lower(label.statement());
      }
      case Checked.Goto jump -> {
        builder.setOrigin(jump.origin());
        jump.entered().forEach(thread::begin);
        builder.jump(thread.frame.label(jump.label(), builder));
      }
      case Checked.Break leave -> {
        builder.setOrigin(leave.origin());
        builder.jump(breakLabel);
      }
      case Checked.Continue again -> {
        builder.setOrigin(again.origin());
        builder.jump(continueLabel);
      }
      case Checked.Return result -> result(result);
    }
  }

  /** Statements with a scope of their own. */
  void block(List<Checked> statements) {
    boolean outer = entered;
    int last = statements.size() - 1;
    while (last >= 0 && !hasEntry(statements.get(last), true)) {
      last--;
    }
    for (int i = 0; i < statements.size(); i++) {
      entered = i < last;
      lower(statements.get(i));
    }
    entered = outer;
  }

  /**
   * Whether a jump from without may go on inside a statement.
   *
   * @param cases whether its cases belong to a switch around it
   */
  private static boolean hasEntry(Checked statement, boolean cases) {
    return switch (statement) {
      case Checked.Label label -> true;
      case Checked.CaseMark mark -> cases;
      case Checked.Block block -> haveEntry(block.statements(), cases);
      case Checked.Sequence sequence -> haveEntry(sequence.statements(), cases);
      case Checked.If branch ->
          hasEntry(branch.then(), cases) || hasEntry(branch.otherwise(), cases);
      case Checked.Loop loop -> hasEntry(loop.body(), cases);
      case Checked.Switch choice -> hasEntry(choice.body(), false);
      case Checked.Attributed attributed -> hasEntry(attributed.statement(), cases);
      default -> false;
    };
  }

  private static boolean haveEntry(List<Checked> statements, boolean cases) {
    return statements.stream().anyMatch(each -> hasEntry(each, cases));
  }

  private CExpressionLowering expressions() {
    return thread.expressions;
  }

  private void initialize(Checked.Initialize initialize) {
    builder.setOrigin(initialize.origin());
    CVariable variable = initialize.variable();
    if (!variable.isRegister()) {
      initializeMemory(variable);
      return;
    }
    List<CVariable.InitialCell> initial = Objects.requireNonNull(variable.initial());
    Typed value =
        initial.isEmpty()
            ? new Typed.Constant(0, variable.type(), variable.span())
            : initial.getFirst().value();
    boolean inRegister = thread.frame.find(variable) instanceof CallFrame.Binding.InRegister;
    if (!variable.isAssigned() && !inRegister && !entered && isStable(value)) {
      Expr fixed = expressions().value(value);
      if (ExprFactory.isCheap(fixed)) {
        thread.frame.bind(variable, new CallFrame.Binding.Fixed(fixed));
        return;
      }
    }
    CallFrame.Binding.InRegister binding = (CallFrame.Binding.InRegister) thread.binding(variable);
    expressions().into(value, binding.register());
  }

  /** Whether a value reads no memory and no register that changes while this function runs. */
  private boolean isStable(Typed value) {
    return switch (value) {
      case Typed.Read read ->
          Purity.isPure(read)
              && thread.frame.find(read.place().variable()) instanceof CallFrame.Binding.Fixed;
      case Typed.AddressOf address -> Purity.isPure(address) && address.place().variable() != null;
      case Typed.Unary unary -> isStable(unary.operand());
      case Typed.Binary binary -> isStable(binary.left()) && isStable(binary.right());
      case Typed.Convert convert -> isStable(convert.operand());
      default -> Purity.isPure(value);
    };
  }

  /** Parts that the initialiser leaves out become 0. */
  private void initializeMemory(CVariable variable) {
    Expr base = expressions().address(new CPlace.Named(variable, variable.span()));
    Map<Long, CVariable.InitialCell> values = new HashMap<>();
    Objects.requireNonNull(variable.initial()).forEach(cell -> values.put(cell.offset(), cell));
    for (long offset = 0; offset < variable.type().cells(); offset++) {
      CVariable.InitialCell cell = values.get(offset);
      Expr address = thread.exprs.cell(base, offset);
      if (cell == null || cell.type().isScalar()) {
        Expr initial = cell == null ? Expr.constant(0) : expressions().value(cell.value());
        builder.store(address, initial, false);
      } else {
        expressions().lower(cell.value(), new Destination.Object(address, false, List.of()));
        offset += cell.type().cells() - 1;
      }
    }
  }

  private void branch(Checked.If branch) {
    builder.setOrigin(branch.origin());
    expressions()
        .choose(branch.condition(), () -> lower(branch.then()), () -> lower(branch.otherwise()));
  }

  private void loop(Checked.Loop loop) {
    int body = builder.label();
    int test = builder.label();
    int end = builder.label();
    if (loop.testFirst()) {
      builder.place(test);
      builder.setOrigin(loop.origin());
      expressions().test(loop.condition(), new Destination.Test(body, end));
      builder.place(body);
      body(loop, end);
      lower(loop.step());
      builder.setOrigin(loop.origin());
      builder.jump(test);
    } else {
      builder.place(body);
      body(loop, end);
      builder.setOrigin(loop.origin());
      expressions().test(loop.condition(), new Destination.Test(body, end));
    }
    builder.place(end);
  }

  /**
   * A break in the body leaves the loop; one in its condition or step leaves the loop around it.
   */
  private void body(Checked.Loop loop, int end) {
    int outerBreak = breakLabel;
    int outerContinue = continueLabel;
    breakLabel = end;
    continueLabel = builder.label();
    lower(loop.body());
    builder.place(continueLabel);
    breakLabel = outerBreak;
    continueLabel = outerContinue;
  }

  private void choice(Checked.Switch choice) {
    builder.setOrigin(choice.origin());
    Expr value = thread.evaluated(expressions().simple(choice.value()));
    int marks = choice.cases().size() + (choice.otherwise() >= 0 ? 1 : 0);
    List<Integer> labels =
        java.util.stream.IntStream.range(0, marks).mapToObj(i -> builder.label()).toList();
    int end = builder.label();
    choice.entered().forEach(thread::begin);
    for (Checked.Case each : choice.cases()) {
      int next = builder.label();
      Expr equal = thread.exprs.binary(BinaryOperator.EQUAL, value, Expr.constant(each.value()));
      builder.branch(equal, new Destination.Test(labels.get(each.mark()), next));
      builder.place(next);
    }
    builder.jump(choice.otherwise() >= 0 ? labels.get(choice.otherwise()) : end);
    int outerBreak = breakLabel;
    List<Integer> outerLabels = caseLabels;
    breakLabel = end;
    caseLabels = labels;
    lower(choice.body());
    builder.place(end);
    breakLabel = outerBreak;
    caseLabels = outerLabels;
  }

  private void result(Checked.Return result) {
    builder.setOrigin(result.origin());
    CallFrame frame = thread.frame;
    if (frame.isThread()) {
      thread.end(result.value(), false);
      return;
    }
    if (frame.destination() instanceof Destination.Test test && thread.hasLocalsInMemory(frame)) {
      Expr value = expressions().simple(Objects.requireNonNull(result.value()));
      thread.endLives(frame);
      builder.branch(value, test);
      return;
    }
    if (result.value() != null) {
      expressions().lower(result.value(), frame.destination());
    }
    builder.jump(frame.exit());
  }
}
