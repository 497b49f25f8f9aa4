// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.CheckedPromela;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** The sources and memory models of one run of the tool: each is read and translated once. */
public final class Inputs {
  private final Map<Text, LoadedSource> sources = new HashMap<>();
  private final Map<String, LoadedModel> models = new HashMap<>();

  /** What decides the result of a translation. */
  private record Text(
      String file,
      Optional<String> text,
      SequencedMap<String, String> defines,
      IncludePath includes) {}

  /** The source that a task names. */
  public synchronized LoadedSource source(CheckTask task) throws InvalidInputException {
    Text key = new Text(task.file(), task.text(), task.defines(), task.includes());
    LoadedSource known = sources.get(key);
    if (known == null) {
      known = LoadedSource.of(task);
      sources.put(key, known);
    }
    known.requireModel(task);
    return known;
  }

  /** The memory model of this name, or in this file. */
  public synchronized LoadedModel model(String name) throws InvalidInputException {
    LoadedModel known = models.get(name);
    if (known == null) {
      known = LoadedModel.of(name);
      models.put(name, known);
    }
    return known;
  }

  /** Loads what some tasks name, so that bad input is reported before any result. */
  public void require(List<CheckTask> tasks) throws InvalidInputException {
    Set<Diagnostic> problems = new LinkedHashSet<>();
    for (CheckTask task : tasks) {
      if (task.frontEnd().hasMemoryModels()) {
        try {
          model(task.model());
        } catch (InvalidInputException e) {
          problems.addAll(e.diagnostics());
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidInputException(List.copyOf(problems));
    }
    for (CheckTask task : tasks) {
      LoadedSource source = source(task);
      source.requireProperty(task);
      if (source.model() instanceof CheckedProgram) {
        model(task.model()).requireFit(source.program(task));
      }
    }
  }

  /** The texts that a task reads. */
  public List<InputText> texts(CheckTask task) throws InvalidInputException {
    LoadedSource source = source(task);
    List<InputText> texts = new ArrayList<>(source.inputs());
    switch (source.model()) {
      case CheckedProgram program -> texts.addAll(model(task.model()).inputs());
      case CheckedPromela promela -> {}
    }
    return texts;
  }
}
