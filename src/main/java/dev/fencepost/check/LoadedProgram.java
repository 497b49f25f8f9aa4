// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A program that was read and translated, ready to be checked under one memory model or several.
 */
public final class LoadedProgram {
  private final CheckedProgram program;
  private final List<InputText> inputs;

  LoadedProgram(CheckedProgram program, List<InputText> inputs) {
    this.program = program;
    this.inputs = List.copyOf(inputs);
  }

  /** Reads and translates what the task names; its memory model plays no part. */
  public static LoadedProgram of(CheckTask task) throws InvalidInputException {
    return Checker.load(task);
  }

  /** The same program without loops: see {@link Unrolling}. */
  public LoadedProgram unrolled(int jumps) {
    Unrolling unrolling = Unrolling.of(program.program(), jumps);
    return new LoadedProgram(new CheckedProgram(unrolling.program(), program.properties()), inputs);
  }

  /** Whether some thread may jump backwards. */
  public boolean hasLoops() {
    return Unrolling.hasLoops(program.program());
  }

  /** Whether some thread can compare and swap, so that it matters whether that is a fence. */
  public boolean comparesAndSwaps() {
    return program.program().threads().stream()
        .flatMap(thread -> thread.code().stream())
        .anyMatch(
            instruction ->
                instruction instanceof Instruction.CompareAndSwap
                    || instruction instanceof Instruction.DoubleCompareAndSwap
                    || instruction instanceof Instruction.FetchAndModify);
  }

  /** The task itself, and one for each temporal property in order, unless it names one. */
  public List<CheckTask> tasks(CheckTask task, boolean fair) {
    List<CheckTask> tasks = new ArrayList<>(List.of(task));
    if (task.ltl().isEmpty()) {
      for (Property.Temporal property : temporal()) {
        tasks.add(task.withLtl(Optional.of(new Ltl(property.name(), fair))));
      }
    }
    return tasks;
  }

  /** Whether the model states a property of this name, temporal or not. */
  public boolean hasProperty(String name) {
    return program.properties().stream().anyMatch(property -> property.name().equals(name));
  }

  /** Fails with the list of all if the task's temporal property does not exist. */
  public void requireProperty(CheckTask task) throws InvalidInputException {
    if (task.ltl().isPresent()) {
      property(task);
    }
  }

  /** The temporal property that the task names. */
  Property.Temporal property(CheckTask task) throws InvalidInputException {
    String name = task.ltl().orElseThrow().name();
    for (Property.Temporal property : temporal()) {
      if (property.name().equals(name)) {
        requireThreads(task);
        return property;
      }
    }
    List<String> names = temporal().stream().map(Property::name).toList();
    throw new InvalidInputException(
        new Diagnostic(
            SourceSpan.NONE,
            "there is no temporal property '" + name + "'",
            names.isEmpty()
                ? "the model has none; FENCEPOST_LTL(name, \"formula\") states one"
                : "there are " + String.join(", ", names)));
  }

  /** Fairness is for threads that there are, by their names in traces: "mutator", "mutator 2". */
  private void requireThreads(CheckTask task) throws InvalidInputException {
    List<String> names = program.program().threads().stream().map(ThreadDecl::name).toList();
    for (String thread : task.ltl().orElseThrow().fairTo()) {
      if (!names.contains(thread.replaceFirst(" \\d+$", ""))) {
        throw new InvalidInputException(
            new Diagnostic(
                SourceSpan.NONE,
                "there is no thread '" + thread + "' to be fair to",
                "there are " + String.join(", ", names) + "; a second one is 'NAME 2'"));
      }
    }
  }

  private List<Property.Temporal> temporal() {
    return program.properties().stream()
        .filter(Property.Temporal.class::isInstance)
        .map(Property.Temporal.class::cast)
        .toList();
  }

  /**
   * The program with what the task checks: its temporal property alone, where deadlocks and ends
   * are runs like others, or all that is not temporal.
   */
  public CheckedProgram program(CheckTask task) throws InvalidInputException {
    List<Property> properties = new ArrayList<>(program.properties());
    if (task.ltl().isPresent()) {
      properties = List.of(property(task));
    } else {
      properties.removeAll(temporal());
    }
    return new CheckedProgram(program.program(), properties);
  }

  public List<InputText> inputs() {
    return inputs;
  }
}
