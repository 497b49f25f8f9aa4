// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The checks of a result in JSON. */
record RepeatFile(String file, List<CheckResult> results, WarningOptions options) {
  private static final String HINT =
      "a repetition is of the same texts; leave out --repeat to check those of now";

  static RepeatFile read(String file, Terminal terminal) throws InvalidInputException {
    JsonObject document = ResultFile.read(file, List.of("check"));
    String version = ResultFile.use(file, () -> document.get("version").getAsString());
    if (!version.equals(Version.number())) {
      terminal.message("note: " + file + " was made by version " + version);
    }
    List<CheckResult> results = ResultFile.use(file, () -> ResultFile.results(document));
    if (results.isEmpty()) {
      throw new InvalidInputException(file + " has no check to repeat");
    }
    WarningOptions options = ResultFile.use(file, () -> WarningOptions.of(document));
    return new RepeatFile(file, results, options);
  }

  List<CheckTask> tasks() {
    return results.stream().map(CheckResult::task).toList();
  }

  /** Fails if what the checks would now read is not what the result was made of. */
  void requireSameInputs(Inputs inputs) throws InvalidInputException {
    Set<Diagnostic> changes = new LinkedHashSet<>();
    for (CheckResult result : results) {
      try {
        compare(hashes(result.inputs()), hashes(inputs.texts(result.task())), changes);
      } catch (OutOfBudget e) {
        // the check comes to the same end, without a verdict
      }
    }
    if (!changes.isEmpty()) {
      throw new InvalidInputException(List.copyOf(changes));
    }
  }

  private void compare(Map<String, String> then, Map<String, String> now, Set<Diagnostic> changes) {
    then.forEach(
        (name, hash) -> {
          if (!now.containsKey(name)) {
            changes.add(change(name + " was read then and is not now"));
          } else if (!now.get(name).equals(hash)) {
            changes.add(change(name + " has changed since " + file + " was made"));
          }
        });
    now.keySet().stream()
        .filter(name -> !then.containsKey(name))
        .forEach(name -> changes.add(change(name + " is read now and was not then")));
  }

  private static Diagnostic change(String message) {
    return new Diagnostic(SourceSpan.NONE, message, HINT);
  }

  private static Map<String, String> hashes(List<InputText> inputs) {
    Map<String, String> hashes = new LinkedHashMap<>();
    inputs.forEach(input -> hashes.put(input.name(), input.sha256()));
    return hashes;
  }
}
