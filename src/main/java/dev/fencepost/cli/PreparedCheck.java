// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedProgram;
import dev.fencepost.check.LoadedPromela;
import dev.fencepost.check.PromelaChecker;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.spin.Spin;
import dev.fencepost.spin.SpinChecker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A check whose inputs are read. */
sealed interface PreparedCheck {
  CheckTask task();

  CheckResult run(CheckListener listener) throws InvalidInputException;

  /** The texts that were read. */
  List<InputText> inputs();

  /** All are loaded before the first is checked, so that bad input is told before any result. */
  static List<PreparedCheck> all(List<CheckTask> tasks) throws InvalidInputException {
    Map<String, LoadedModel> models = new LinkedHashMap<>();
    Map<CheckTask, LoadedProgram> programs = new LinkedHashMap<>();
    Map<CheckTask, LoadedPromela> promela = new LinkedHashMap<>();
    Set<Diagnostic> problems = new LinkedHashSet<>();
    for (CheckTask task : tasks) {
      if (!LoadedPromela.isPromela(task.file()) && !models.containsKey(task.model())) {
        try {
          models.put(task.model(), LoadedModel.of(task.model()));
        } catch (InvalidInputException e) {
          problems.addAll(e.diagnostics());
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidInputException(List.copyOf(problems));
    }
    List<PreparedCheck> prepared = new ArrayList<>();
    for (CheckTask task : tasks) {
      if (LoadedPromela.isPromela(task.file())) {
        CheckTask key = task.withLtl(Optional.empty());
        if (!promela.containsKey(key)) {
          promela.put(key, LoadedPromela.of(key));
        }
        promela.get(key).requireProperty(task);
        prepared.add(new OfPromela(task, promela.get(key)));
      } else {
        CheckTask key = task.withModel("").withLtl(Optional.empty());
        if (!programs.containsKey(key)) {
          programs.put(key, LoadedProgram.of(task));
        }
        programs.get(key).requireProperty(task);
        models.get(task.model()).requireFit(programs.get(key), task);
        prepared.add(new OfProgram(task, programs.get(key), models.get(task.model())));
      }
    }
    return prepared;
  }

  /** Of a program under a memory model. */
  record OfProgram(CheckTask task, LoadedProgram program, LoadedModel model)
      implements PreparedCheck {
    @Override
    public CheckResult run(CheckListener listener) throws InvalidInputException {
      return Checker.check(task, program, model, listener);
    }

    @Override
    public List<InputText> inputs() {
      List<InputText> inputs = new ArrayList<>(program.inputs());
      inputs.addAll(model.inputs());
      return inputs;
    }
  }

  /** Of a program under a memory model, by SPIN. */
  record BySpin(OfProgram check, SpinChecker spin) implements PreparedCheck {
    @Override
    public CheckTask task() {
      return check.task();
    }

    @Override
    public CheckResult run(CheckListener listener) throws InvalidInputException {
      return spin.check(check.task());
    }

    @Override
    public List<InputText> inputs() {
      return check.inputs();
    }
  }

  /** The same checks by SPIN. */
  static List<PreparedCheck> bySpin(List<PreparedCheck> checks) throws InvalidInputException {
    SpinChecker spin = new SpinChecker(Spin.require());
    List<PreparedCheck> all = new ArrayList<>();
    for (PreparedCheck check : checks) {
      if (!(check instanceof OfProgram program)) {
        throw new InvalidInputException(
            new Diagnostic(
                SourceSpan.NONE, check.task().file() + ": --engine spin is for C models"));
      }
      all.add(new BySpin(program, spin));
    }
    return all;
  }

  /** Of a Promela model. */
  record OfPromela(CheckTask task, LoadedPromela model) implements PreparedCheck {
    @Override
    public CheckResult run(CheckListener listener) throws InvalidInputException {
      return PromelaChecker.check(task, model, listener);
    }

    @Override
    public List<InputText> inputs() {
      return model.inputs();
    }
  }
}
