// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Variable;
import java.util.ArrayList;
import java.util.List;

/** Makes statements ready to run. */
final class StatementCompiler {
  private final PromelaProgram program;
  private final ExprCompiler expressions;

  /** Whether any statement that was compiled starts a process. */
  boolean startsProcesses() {
    return expressions.startsProcesses();
  }

  StatementCompiler(PromelaProgram program, ExprCompiler expressions) {
    this.program = program;
    this.expressions = expressions;
  }

  /** Can always be taken. */
  private record Always(Effect effect) implements StepCode {
    @Override
    public boolean enabled(PromelaFrame frame) {
      return true;
    }

    @Override
    public void execute(PromelaFrame frame) {
      effect.apply(frame);
    }
  }

  private interface Effect {
    void apply(PromelaFrame frame);
  }

  private record Guard(ExprCode condition) implements StepCode {
    @Override
    public boolean enabled(PromelaFrame frame) {
      return condition.eval(frame) != 0;
    }

    @Override
    public void execute(PromelaFrame frame) {}
  }

  /** A condition that starts a process. */
  private record Starter(ExprCode condition) implements StepCode {
    @Override
    public boolean enabled(PromelaFrame frame) {
      boolean before = frame.trial;
      frame.trial = true;
      boolean can = condition.eval(frame) != 0;
      frame.trial = before;
      return can;
    }

    @Override
    public void execute(PromelaFrame frame) {
      condition.eval(frame);
    }
  }

  StepCode compile(Statement statement) {
    StepCode generated = program.generated.find(statement);
    return generated == null ? closures(statement) : generated;
  }

  private StepCode closures(Statement statement) {
    return switch (statement) {
      case Statement.Condition(Expr value) -> {
        ExprCode condition = expressions.compile(value);
        yield startsProcess(value) ? new Starter(condition) : new Guard(condition);
      }
      case Statement.Assign assign -> new Always(assign(assign));
      case Statement.Send send -> expressions.channels().send(send);
      case Statement.Receive receive -> expressions.channels().receive(receive);
      case Statement.Assert(Expr condition) -> {
        ExprCode test = expressions.compile(condition);
        yield new Always(
            frame -> {
              if (test.eval(frame) == 0) {
                frame.fail(PromelaViolation.ASSERTION);
              }
            });
      }
      case Statement.Print print -> new Always(frame -> {});
      case Statement.Skip skip -> new Always(frame -> {});
      case Statement.Else other -> new Guard(frame -> frame.otherTaken ? 0 : 1);
      case Statement.End end -> new Always(PromelaFrame::removeProcess);
      case Statement.DeterministicStep(Statement.Block block) ->
          new DeterministicCode(block, program.generated.find(block), this);
    };
  }

  private static boolean startsProcess(Expr expr) {
    return switch (expr) {
      case Expr.Run run -> true;
      case Expr.Unary unary -> startsProcess(unary.operand());
      case Expr.Binary binary -> startsProcess(binary.left()) || startsProcess(binary.right());
      case Expr.Conditional choice ->
          startsProcess(choice.condition())
              || startsProcess(choice.yes())
              || startsProcess(choice.no());
      default -> false;
    };
  }

  private Effect assign(Statement.Assign assign) {
    ExprCode value = expressions.compile(assign.value());
    Place place = assign.place();
    if (place.region() == Place.Region.NOWHERE) {
      return value::eval;
    }
    ValueStore store = ExprCompiler.store(place.type(), place.width());
    CompiledPlace where = expressions.place(place);
    if (place.indices().isEmpty() && place.region() == Place.Region.GLOBAL) {
      int at = program.globals + place.offset();
      return frame -> {
        int result = value.eval(frame);
        store.store(frame.bytes, at, result);
      };
    }
    return frame -> {
      int result = value.eval(frame);
      int at = where.at(frame, frame.variables);
      if (at >= 0) {
        store.store(frame.bytes, at, result);
      }
    };
  }

  /**
   * Gives variables their initial values.
   *
   * @param from the first variable that gets one
   * @param base where the region begins, for global variables
   */
  StepCode start(List<Variable> variables, int from, int base, boolean global) {
    List<Effect> effects = new ArrayList<>();
    int channels = 0;
    for (Variable variable : variables.subList(from, variables.size())) {
      ValueStore store = ExprCompiler.store(variable.type(), variable.width());
      for (int i = 0; i < variable.length(); i++) {
        int at = base + variable.offset() + i * variable.stride();
        if (variable.channel().isPresent()) {
          int number = ++channels;
          effects.add(
              frame ->
                  store.store(
                      frame.bytes, at + (global ? 0 : frame.variables), frame.newChannel + number));
        } else if (!variable.values().isEmpty()) {
          int which = Math.min(i, variable.values().size() - 1);
          ExprCode value = expressions.compile(variable.values().get(which));
          effects.add(
              frame ->
                  store.store(frame.bytes, at + (global ? 0 : frame.variables), value.eval(frame)));
        }
      }
    }
    Effect[] all = effects.toArray(Effect[]::new);
    return new Always(
        frame -> {
          for (Effect effect : all) {
            effect.apply(frame);
          }
        });
  }
}
