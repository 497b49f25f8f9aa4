// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Statement;
import java.util.List;
import java.util.Optional;

/**
 * The statements and expressions of a model as trees of closures, as plain as can be: what
 * generated code is compared with.
 */
final class PlainCode implements ModelCode {
  private final PlainExpressions tests;
  private final PlainExpressions effects;

  PlainCode(PromelaProgram program) {
    tests = new PlainExpressions(program, false);
    effects = new PlainExpressions(program, true);
  }

  /** A machine without reductions that runs this code. */
  static PromelaMachine machine(PromelaModel model) {
    return machine(model, Reduction.NONE);
  }

  static PromelaMachine machine(PromelaModel model, Reduction reduction) {
    return new PromelaMachine(
        new PromelaProgram(model, Optional.empty(), PlainCode::new), reduction);
  }

  @Override
  public ExprCode expression(PromelaExpr expr) {
    return tests.compile(expr);
  }

  @Override
  public StepCode offer(Statement.Send send) {
    PlainSend code = effects.channels().send(send);
    return new Always(code::prepare);
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

  private record Guard(ExprCode condition, ExprCode effect) implements StepCode {
    @Override
    public boolean enabled(PromelaFrame frame) {
      return condition.eval(frame) != 0;
    }

    @Override
    public void execute(PromelaFrame frame) {
      effect.eval(frame);
    }
  }

  @Override
  public StepCode step(Statement statement) {
    return switch (statement) {
      case Statement.Condition(PromelaExpr value) -> new Guard(tests.compile(value), effect(value));
      case Statement.Assign assign -> new Always(assign(assign));
      case Statement.Send send -> effects.channels().send(send);
      case Statement.Receive receive -> effects.channels().receive(receive);
      case Statement.Assert(PromelaExpr condition) -> {
        ExprCode test = effects.compile(condition);
        yield new Always(
            frame -> {
              if (test.eval(frame) == 0) {
                frame.fail(PromelaViolation.ASSERTION);
              }
            });
      }
      case Statement.Print print -> {
        List<ExprCode> values = print.values().stream().map(effects::compile).toList();
        yield new Always(frame -> values.forEach(value -> value.eval(frame)));
      }
      case Statement.Skip skip -> new Always(frame -> {});
      case Statement.Else other -> new Guard(frame -> frame.otherTaken ? 0 : 1, frame -> 0);
      case Statement.End end -> new Always(PromelaFrame::removeProcess);
      case Statement.DeterministicStep(Statement.Block block) -> new PlainBlock(block, this);
    };
  }

  private ExprCode effect(PromelaExpr condition) {
    return Accesses.startsProcess(condition) ? effects.compile(condition) : frame -> 0;
  }

  private Effect assign(Statement.Assign assign) {
    ExprCode value = effects.compile(assign.value());
    Place place = assign.place();
    if (place.region() == Place.Region.NOWHERE) {
      return value::eval;
    }
    PlainPlace where = effects.place(place);
    return frame -> {
      int result = value.eval(frame);
      int at = where.at(frame, frame.variables);
      if (at >= 0) {
        Bytes.put(frame.bytes, at, place.type(), place.width(), result);
      }
    };
  }
}
