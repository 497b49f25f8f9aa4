// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A Promela model that was read and translated, ready for its checks. */
public final class LoadedPromela {
  /** What stands where other checks name a memory model. */
  public static final String MODEL = "promela";

  private static final String ENDING = ".pml";

  private final PromelaModel model;
  private final List<InputText> inputs;

  private LoadedPromela(PromelaModel model, List<InputText> inputs) {
    this.model = model;
    this.inputs = List.copyOf(inputs);
  }

  /** Whether a file of this name is read as Promela. */
  public static boolean isPromela(String file) {
    return file.endsWith(ENDING);
  }

  /** Reads and translates what the task names. */
  public static LoadedPromela of(CheckTask task) throws InvalidInputException {
    if (!task.model().equals(MODEL)) {
      throw new InvalidInputException(
          new Diagnostic(
              SourceSpan.NONE,
              task.file() + " is Promela, which knows no memory models",
              "leave out --model"));
    }
    SourceFiles files = new SourceFiles();
    String text =
        task.text().isPresent()
            ? files.take(task.file(), task.text().get())
            : files.read(task.file());
    SourceUnit source = new SourceUnit(task.file(), text, task.defines(), files);
    PromelaModel model = PromelaFrontEnd.translate(source);
    return new LoadedPromela(model, files.inputs());
  }

  /** Who has written such a claim means infinite runs, which a search for its end overlooks. */
  private boolean claimAccepts() {
    Optional<ProcessType> claim = model.claim();
    return claim.isPresent() && claim.get().points().stream().anyMatch(ControlPoint::accept);
  }

  /**
   * The task itself if it names a property; else it, one for the never claim where that has
   * acceptance labels, and one for each ltl block in order.
   */
  public List<CheckTask> tasks(CheckTask task, boolean fair) {
    List<CheckTask> tasks = new ArrayList<>(List.of(task));
    if (task.ltl().isEmpty()) {
      if (claimAccepts()) {
        tasks.add(task.withLtl(Optional.of(new Ltl(Ltl.ACCEPTANCE, fair))));
      }
      for (LtlProperty property : model.properties()) {
        tasks.add(task.withLtl(Optional.of(new Ltl(property.name(), fair))));
      }
    }
    return tasks;
  }

  /** Fails with the list of all if the task's ltl block does not exist. */
  public void requireProperty(CheckTask task) throws InvalidInputException {
    String name = task.ltl().map(Ltl::name).orElse(Ltl.ACCEPTANCE);
    if (!name.equals(Ltl.ACCEPTANCE) && !name.equals(Ltl.NON_PROGRESS)) {
      property(name);
    }
  }

  LtlProperty property(String name) throws InvalidInputException {
    for (LtlProperty property : model.properties()) {
      if (property.name().equals(name)) {
        return property;
      }
    }
    List<String> names = model.properties().stream().map(LtlProperty::name).toList();
    throw new InvalidInputException(
        new Diagnostic(
            SourceSpan.NONE,
            "there is no ltl block '" + name + "'",
            names.isEmpty() ? "the model has none" : "there are " + String.join(", ", names)));
  }

  PromelaModel model() {
    return model;
  }

  /** The texts that were read. */
  public List<InputText> inputs() {
    return inputs;
  }
}
