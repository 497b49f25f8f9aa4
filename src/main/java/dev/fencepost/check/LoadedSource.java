// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.frontend.FrontEnd;
import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.CheckedPromela;
import dev.fencepost.property.Property;
import dev.fencepost.property.SourceModel;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.NearName;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.verdict.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A source that was read and translated, ready for any number of checks. */
public final class LoadedSource {
  private final SourceModel model;
  private final List<InputText> inputs;
  private final List<Warning> warnings;

  /** The time of reading and translating, until a check accounts for it. */
  private final AtomicLong nanos;

  private LoadedSource(
      SourceModel model, List<InputText> inputs, List<Warning> warnings, long nanos) {
    this.model = model;
    this.inputs = List.copyOf(inputs);
    this.warnings = List.copyOf(warnings);
    this.nanos = new AtomicLong(nanos);
  }

  /** Reads and translates what the task names; its memory model plays no part. */
  public static LoadedSource of(CheckTask task) throws InvalidInputException {
    return of(task, new SourceFiles());
  }

  /** Reads in these files, and translates. */
  static LoadedSource of(CheckTask task, SourceFiles files) throws InvalidInputException {
    long start = System.nanoTime();
    FrontEnd frontEnd = FrontEnds.of(task.file());
    if (!frontEnd.command().equals("check")) {
      throw new InvalidInputException(
          task.file() + " is " + frontEnd.noun() + ", not " + FrontEnds.C.noun(),
          "'fencepost " + frontEnd.command() + " " + task.file() + "' runs it");
    }
    return of(task, files, frontEnd::translate, start);
  }

  /**
   * Reads a C file and translates it with its places for fences (see {@link
   * dev.fencepost.ir.Places}).
   */
  public static LoadedSource withPlaces(CheckTask task) throws InvalidInputException {
    return of(task, new SourceFiles(), CFrontEnd::translateWithPlaces, System.nanoTime());
  }

  /**
   * Reads and translates what the task names, with some texts in place of the files of their names.
   */
  public static LoadedSource patched(CheckTask task, Map<String, String> texts)
      throws InvalidInputException {
    FrontEnd frontEnd = FrontEnds.of(task.file());
    return of(task, new SourceFiles(texts), frontEnd::translate, System.nanoTime());
  }

  private static LoadedSource of(
      CheckTask task, SourceFiles files, FrontEnd.Reader<? extends SourceModel> reader, long start)
      throws InvalidInputException {
    SourceUnit unit = files.unit(task);
    SourceModel model = reader.read(unit);
    if (model instanceof CheckedProgram program && program.program().initial().isEmpty()) {
      throw new InvalidInputException(task.file() + " starts no thread");
    }
    return new LoadedSource(
        model, files.inputs(), UnusedDefinitions.warnings(unit), System.nanoTime() - start);
  }

  /** Fails if the task names a memory model that its language does not know. */
  void requireModel(CheckTask task) throws InvalidInputException {
    if (!task.frontEnd().hasMemoryModels() && !task.model().equals(Models.None.PLACEHOLDER)) {
      throw new InvalidInputException(
          task.file() + " is " + task.frontEnd().noun() + ", which knows no memory models",
          "leave out --model");
    }
  }

  public SourceModel model() {
    return model;
  }

  /** The texts that were read. */
  public List<InputText> inputs() {
    return inputs;
  }

  /** What is doubtful about the definitions that it was read with. */
  List<Warning> warnings() {
    return warnings;
  }

  /** The seconds that reading and translating took, for the first check that asks; then 0. */
  double takeSeconds() {
    return nanos.getAndSet(0) * 1e-9;
  }

  /** The program without loops: see {@link Unrolling}. */
  public LoadedSource unrolled(CheckedProgram program, int jumps) {
    Unrolling unrolling = Unrolling.of(program.program(), jumps);
    return with(new CheckedProgram(unrolling.program(), program.properties()));
  }

  /** Another form of the program, of these texts. */
  public LoadedSource with(CheckedProgram program) {
    return new LoadedSource(program, inputs, warnings, 0);
  }

  /**
   * The task itself. If it names no temporal property, also one task for the never claim with
   * acceptance labels, and one for each temporal property, in order.
   */
  public List<CheckTask> tasks(CheckTask task, boolean fair) {
    List<CheckTask> tasks = new ArrayList<>(List.of(task));
    if (task.ltl().isEmpty()) {
      List<String> names = new ArrayList<>(model.temporalNames());
      if (model instanceof CheckedPromela promela && promela.claimAccepts()) {
        names.addFirst(Ltl.ACCEPTANCE);
      }
      names.forEach(name -> tasks.add(task.withLtl(Optional.of(new Ltl(name, fair)))));
    }
    return tasks;
  }

  /** Whether the source states a property of this name, temporal or not. */
  public boolean hasProperty(String name) {
    return switch (model) {
      case CheckedProgram program ->
          program.properties().stream().anyMatch(property -> property.name().equals(name));
      case CheckedPromela promela -> promela.temporalNames().contains(name);
    };
  }

  /** Fails with the list of all if the task's temporal property does not exist. */
  public void requireProperty(CheckTask task) throws InvalidInputException {
    if (task.ltl().isEmpty()) {
      return;
    }
    switch (model) {
      case CheckedProgram program -> property(program, task.ltl().get());
      case CheckedPromela promela -> {
        if (!task.ltl().get().isBuiltIn()) {
          property(promela, task.ltl().get().name());
        }
      }
    }
  }

  /** The temporal property of a program that is asked for, and the threads to be fair to. */
  static Property.Temporal property(CheckedProgram program, Ltl ltl) throws InvalidInputException {
    for (Property.Temporal property : program.temporal()) {
      if (property.name().equals(ltl.name())) {
        requireThreads(program, ltl.fairTo());
        return property;
      }
    }
    throw missing(
        "temporal property",
        ltl.name(),
        program.temporalNames(),
        "; FENCEPOST_LTL(name, \"formula\") states one");
  }

  /** The ltl block of this name. */
  static LtlProperty property(CheckedPromela promela, String name) throws InvalidInputException {
    for (LtlProperty property : promela.model().properties()) {
      if (property.name().equals(name)) {
        return property;
      }
    }
    throw missing("ltl block", name, promela.temporalNames(), "");
  }

  private static InvalidInputException missing(
      String kind, String name, List<String> names, String how) {
    return new InvalidInputException(
        "there is no " + kind + " '" + name + "'",
        names.isEmpty() ? "the model has none" + how : "there are " + String.join(", ", names));
  }

  /** Fairness is for threads that there are, by their names in traces: "mutator", "mutator 2". */
  private static void requireThreads(CheckedProgram program, List<String> threads)
      throws InvalidInputException {
    List<String> names = program.program().threads().stream().map(ThreadDecl::name).toList();
    for (String thread : threads) {
      String name = thread.replaceFirst(" \\d+$", "");
      if (!names.contains(name)) {
        String meant = NearName.of(name, names).map(n -> "did you mean '" + n + "'? ").orElse("");
        throw new InvalidInputException(
            "there is no thread '" + thread + "' to be fair to",
            meant + "there are " + String.join(", ", names) + "; a second one is 'NAME 2'");
      }
    }
  }

  /** Fails with the list of all if one of these threads does not exist. */
  void requireThreads(List<String> threads) throws InvalidInputException {
    if (model instanceof CheckedProgram program) {
      requireThreads(program, threads);
    }
  }

  /** The program of a task, for what cannot be done with other models. */
  public static CheckedProgram program(CheckTask task, Inputs inputs) throws InvalidInputException {
    if (!task.frontEnd().hasMemoryModels()) {
      throw noProgram(task);
    }
    return inputs.source(task).program(task);
  }

  private static InvalidInputException noProgram(CheckTask task) {
    return new InvalidInputException(task.file() + ": only 'check' reads Promela");
  }

  /** The program as it was translated. */
  public CheckedProgram checkedProgram() {
    return (CheckedProgram) model;
  }

  /**
   * The program with the properties of the task: its temporal property alone, for which deadlocks
   * and ends are runs, or all other properties.
   */
  public CheckedProgram program(CheckTask task) throws InvalidInputException {
    if (!(model instanceof CheckedProgram program)) {
      throw noProgram(task);
    }
    if (task.ltl().isPresent()) {
      return program.withProperties(List.of(property(program, task.ltl().get())));
    }
    List<Property> properties = new ArrayList<>(program.properties());
    properties.removeAll(program.temporal());
    properties.removeIf(Property.DeadlockFree.class::isInstance);
    if (!task.demands().deadlockAllowed()) {
      properties.add(new Property.DeadlockFree());
    }
    if (task.demands().raceFree()) {
      properties.add(new Property.RaceFree());
    }
    return program.withProperties(properties);
  }
}
