// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.LitmusResult.Final;
import dev.fencepost.suite.TableSpec.Layer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The lower layer of a table, checked: whether the metadata primitives are atomic, say, before
 * checks with atomic metadata may stand for those without (MPLR'22, section 8).
 *
 * @param states how many final states the litmus test has under the model of the layer
 * @param differing the memory models under which it has others
 */
record CheckedLayer(Layer layer, int states, List<String> models, List<String> differing) {
  private static final CheckListener ENDS_WITH_A_FAILURE =
      new CheckListener() {
        @Override
        public void failed(Throwable problem) {
          throw new IllegalStateException(problem);
        }
      };

  CheckedLayer {
    models = List.copyOf(models);
    differing = List.copyOf(differing);
  }

  static CheckedLayer check(Layer layer, List<String> models) throws InvalidInputException {
    List<String> all = new ArrayList<>(models);
    if (!all.contains(layer.model())) {
      all.add(layer.model());
    }
    LitmusSuite.Options options =
        new LitmusSuite.Options(
            all, Optional.empty(), 1, false, List.of(), CheckTask.Bounds.none());
    LitmusReport report = LitmusSuite.run(List.of(layer.file()), options, ENDS_WITH_A_FAILURE);
    if (!report.notDone().isEmpty()) {
      throw new OutOfBudget(Budget.Limit.REQUEST);
    }
    if (!report.refused().isEmpty()) {
      throw new InvalidInputException(report.refused().firstEntry().getValue());
    }
    SequencedMap<String, List<String>> finals = new LinkedHashMap<>();
    for (LitmusResult result : report.results()) {
      if (result.limit().isEmpty()) {
        finals.put(result.key().model(), result.finals().stream().map(Final::text).toList());
      }
    }
    List<String> meant = finals.getOrDefault(layer.model(), List.of());
    List<String> differing =
        models.stream().filter(model -> !meant.equals(finals.get(model))).toList();
    return new CheckedLayer(layer, meant.size(), models, differing);
  }

  boolean holds() {
    return differing.isEmpty() && states > 0;
  }

  String text(String vary) {
    String value = vary + "=" + layer.value();
    return holds()
        ? "%s may be used: %s has the same %s final states under %s"
            .formatted(value, layer.file(), states, String.join(", ", models))
        : "%s may not be used: %s has other final states than under %s: %s"
            .formatted(value, layer.file(), layer.model(), String.join(", ", differing));
  }
}
