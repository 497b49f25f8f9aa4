// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Statement;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;

/**
 * A model's statements and expressions as instructions of the virtual machine, in hidden classes.
 * One call runs a statement, where a tree of closures has a call for each node, which the JIT
 * cannot foresee.
 */
final class GeneratedCode implements ModelCode {
  private final PromelaProgram program;
  private final IdentityHashMap<Statement, StepCode> steps = new IdentityHashMap<>();
  private final IdentityHashMap<Statement, StepCode> offers = new IdentityHashMap<>();
  private final IdentityHashMap<PromelaExpr, ExprCode> expressions = new IdentityHashMap<>();

  /** The class that is being written, and the consumers of its objects once it is loaded. */
  private GeneratedClass file;

  private final List<Consumer<Object>> takers = new ArrayList<>();

  private final Consumer<byte[]> loaded;

  GeneratedCode(PromelaProgram program) {
    this(program, file -> {});
  }

  /**
   * @param loaded gets each class file
   */
  GeneratedCode(PromelaProgram program, Consumer<byte[]> loaded) {
    this.program = program;
    this.loaded = loaded;
    file = new GeneratedClass(program);
    PromelaModel model = program.model;
    for (ProcessCode type : program.types) {
      type.type.provided().ifPresent(this::add);
      type.type.variables().forEach(variable -> variable.values().forEach(this::add));
      type.type.transitions().forEach(step -> add(step.statement()));
    }
    model.globals().forEach(variable -> variable.values().forEach(this::add));
    model.atoms().forEach(atom -> add(atom.value()));
    model.trace().ifPresent(t -> t.automaton().transitions().forEach(e -> addEvent(e.statement())));
    load();
  }

  @Override
  public StepCode step(Statement statement) {
    return Objects.requireNonNull(steps.get(statement));
  }

  @Override
  public StepCode offer(Statement.Send send) {
    return Objects.requireNonNull(offers.get(send));
  }

  @Override
  public ExprCode expression(PromelaExpr expr) {
    return Objects.requireNonNull(expressions.get(expr));
  }

  private void add(Statement statement) {
    if (statement instanceof Statement.Send send) {
      add(send.channel());
      String offer = effect(emitter -> emitter.offer(send));
      take(new GeneratedClass.Picked("", offer, ""), made -> offers.put(send, (StepCode) made));
    }
    boolean tests = StepEmitter.hasTest(statement);
    String test = tests ? StepEmitter.testMethod(statement, file) : "";
    boolean does = StepEmitter.hasEffect(statement);
    String effect = does ? effect(emitter -> emitter.effect(statement)) : "";
    take(
        new GeneratedClass.Picked(test, effect, ""), made -> steps.put(statement, (StepCode) made));
    Accesses.of(statement).places().forEach(this::addIndices);
  }

  private String effect(Consumer<StepEmitter> body) {
    return file.method(
        GeneratedClass.EFFECT,
        code -> {
          body.accept(new StepEmitter(file, code));
          code.visitInsn(Opcodes.RETURN);
        });
  }

  /** Adds what footprints of steps ask for. */
  private void addIndices(Place place) {
    if (place.region() == Place.Region.GLOBAL) {
      place.indices().stream()
          .map(Place.Index::value)
          .filter(GlobalFootprints::needsCode)
          .forEach(this::add);
    }
  }

  private void add(PromelaExpr expr) {
    String value =
        file.method(
            GeneratedClass.VALUE,
            code -> {
              new ExprEmitter(file, code, false).value(expr);
              code.visitInsn(Opcodes.IRETURN);
            });
    take(new GeneratedClass.Picked("", "", value), made -> expressions.put(expr, (ExprCode) made));
  }

  /** Adds what a trace assertion asks of sends and receives. */
  private void addEvent(Statement event) {
    switch (event) {
      case Statement.Send send -> {
        add(send.channel());
        send.values().forEach(this::add);
      }
      case Statement.Receive receive -> {
        add(receive.channel());
        FieldPattern.matched(receive.patterns()).forEach(this::add);
      }
      default -> {
        // the end of the automaton, or a join
      }
    }
  }

  private void take(GeneratedClass.Picked methods, Consumer<Object> taker) {
    Budget.ask();
    file.add(methods);
    takers.add(taker);
    if (file.isFull()) {
      load();
      file = new GeneratedClass(program);
    }
  }

  private void load() {
    Budget.look();
    byte[] bytes = file.bytes();
    loaded.accept(bytes);
    List<Object> made = file.load(bytes);
    for (int i = 0; i < made.size(); i++) {
      takers.get(i).accept(made.get(i));
    }
    takers.clear();
  }
}
