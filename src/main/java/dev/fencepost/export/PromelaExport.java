// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.ir.footprint.NarrowValues;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Origin;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Writes a program under a memory model as a PROMELA model, for SPIN. */
public final class PromelaExport {

  /** What the PROMELA model looks like. */
  public enum Form {
    /**
     * A loop of guarded clauses; for every model whose laws speak of program order. Its bound says
     * how often a thread may jump backwards.
     */
    UNIFORM(2),
    /**
     * A process for each thread and for its store buffer; for models in which only stores wait. Its
     * bound says how many stores a buffer holds.
     */
    DIRECT(6);

    private final int usualBound;

    Form(int usualBound) {
      this.usualBound = usualBound;
    }

    public int usualBound() {
      return usualBound;
    }
  }

  /** The largest store buffer of the direct form. */
  public static final int MAX_BUFFER = 8;

  /** The largest bound: a program has a copy for each backward jump. */
  public static final int MAX_BOUND = 255;

  private PromelaExport() {}

  /** The direct form if the program has one under this model, else the uniform one. */
  public static Form usualForm(CheckTask task, CheckedProgram program, MemoryModel model) {
    try {
      of(task, program, model, Form.DIRECT, Form.DIRECT.usualBound());
      return Form.DIRECT;
    } catch (InvalidInputException e) {
      return Form.UNIFORM;
    }
  }

  /** Whether the exported model has all runs of the program: no run reaches the bound. */
  public static boolean hasAllRuns(CheckedProgram program, Form form, int bound) {
    return switch (form) {
      case UNIFORM -> !Unrolling.hasLoops(program.program());
      case DIRECT -> !DirectExport.mayFill(program, bound);
    };
  }

  /**
   * Writes the program that a task names.
   *
   * @param bound see {@link Form}
   * @throws InvalidInputException if the program or the model has no counterpart in PROMELA
   */
  public static String of(CheckTask task, Form form, int bound) throws InvalidInputException {
    return of(task, new Inputs(), form, bound);
  }

  /** Writes what a task names; reads it unless the inputs have it. */
  public static String of(CheckTask task, Inputs inputs, Form form, int bound)
      throws InvalidInputException {
    LoadedModel model = inputs.model(task.model());
    CheckedProgram program = LoadedSource.program(task, inputs);
    model.requireFit(program);
    return of(task, program, model.model(), form, bound);
  }

  /** Writes the program of a task that was loaded before. */
  public static String of(
      CheckTask task, CheckedProgram program, MemoryModel model, Form form, int bound)
      throws InvalidInputException {
    if (task.ltl().isPresent()) {
      throw invalid(task.file(), "temporal properties of C models have no counterpart yet");
    }
    return of(program, model, form, bound);
  }

  /**
   * Writes a program.
   *
   * @throws InvalidInputException if the program or the model has no counterpart in PROMELA
   */
  public static String of(CheckedProgram program, MemoryModel model, Form form, int bound)
      throws InvalidInputException {
    String name = program.program().name();
    String title = name + " under " + model.name();
    if (HeapBlocks.areFreed(program.program())) {
      throw invalid(name, "it frees memory, or a local variable ends that others may use");
    }
    requireNarrow(program);
    try {
      return switch (form) {
        case UNIFORM -> UniformExport.of(program, model, bound, title);
        case DIRECT -> DirectExport.of(program, model, bound, title);
      };
    } catch (ExportException e) {
      throw invalid(name, Objects.requireNonNull(e.getMessage()));
    }
  }

  /** Integers of PROMELA have 32 bits. */
  private static void requireNarrow(CheckedProgram checked) throws InvalidInputException {
    Program program = checked.program();
    for (MemoryLocation cell : program.memory()) {
      if (cell.initial() != (int) cell.initial()) {
        throw invalid(program.name(), cell.name() + " starts with more than 32 bits");
      }
    }
    List<Expr> conditions =
        checked.properties().stream().flatMap(property -> property.conditions().stream()).toList();
    Optional<Origin> wide = NarrowValues.wide(program, conditions);
    if (wide.isPresent()) {
      int line = wide.get().span().line();
      String place = wide.get().text() + (line == 0 ? "" : " (line " + line + ")");
      throw invalid(program.name(), "a value in " + place + " may need more than 32 bits");
    }
  }

  private static InvalidInputException invalid(String name, String message) {
    return new InvalidInputException(name + " cannot be exported: " + message);
  }
}
