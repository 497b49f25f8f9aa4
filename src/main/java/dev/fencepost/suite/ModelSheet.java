// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.LoadedModel;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.Mapping;
import dev.fencepost.memorymodel.OrderTable.Rule;
import dev.fencepost.memorymodel.Traits;
import dev.fencepost.suite.ModelData.LawText;
import dev.fencepost.suite.ModelData.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A memory model for people. */
public final class ModelSheet {
  private final ModelData model;
  private final Traits traits;
  private final List<Mapping> mappings;
  private final Map<String, String> operations;
  private final StringBuilder text = new StringBuilder();

  private ModelSheet(LoadedModel loaded) {
    model = ModelData.of(loaded);
    traits = loaded.model().traits();
    mappings = loaded.model().definition().mappings();
    operations = loaded.model().definition().operations();
  }

  /** The sheet, in whole lines. */
  public static String of(LoadedModel model) {
    ModelSheet sheet = new ModelSheet(model);
    sheet.head();
    sheet.laws();
    sheet.stages();
    sheet.table();
    sheet.fences();
    sheet.mappings();
    return sheet.text.toString();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void head() {
    line(model.title().isEmpty() ? model.name() : model.name() + ": " + model.title());
    line(
        traits.propagates()
            ? "non-multi-copy atomic: writes reach threads one by one, in one order for each cell"
            : model.multiCopyAtomic()
                ? "multi-copy atomic: all threads share one memory"
                : "non-multi-copy atomic: each thread has a memory of its own");
    line(
        model.speculation()
            ? "speculation: fetch goes on behind guessed branches and addresses"
            : "no speculation: fetch waits for branches");
    if (traits.runsAhead()) {
      line("runs ahead: loads read ahead of branches and unknown addresses, what was there then");
    }
    if (traits.splitsRmw()) {
      line("rmw in two steps: a load and a store, and nobody writes the cell between them");
    }
    if (!model.fenceKinds().isEmpty()) {
      line("fence kinds: " + String.join(", ", model.fenceKinds()));
    }
    if (!model.attributes().isEmpty()) {
      line("attributes: " + String.join(", ", model.attributes()));
    }
  }

  private void laws() {
    line("\nLaws of program order, compiled to the table below:");
    model.laws().stream().filter(law -> !law.general()).forEach(this::law);
    List<LawText> general = model.laws().stream().filter(LawText::general).toList();
    if (!general.isEmpty()) {
      line("\nGeneral laws, for which states keep the order of steps:");
      general.forEach(this::law);
    }
  }

  private void law(LawText law) {
    line("");
    law.text().forEach(written -> line("  " + written));
    line("    (" + law.file() + ":" + law.line() + ")");
  }

  private void stages() {
    line(
        "\nStages: operations that no law distinguishes are one step; a bar stands between steps.");
    List<List<String>> lines = new ArrayList<>();
    model
        .stages()
        .forEach(
            (kind, stages) -> {
              String steps =
                  stages.stream()
                      .map(step -> String.join(", ", step))
                      .collect(Collectors.joining(" | "));
              boolean passive =
                  kind.equals(ModelData.word(InstanceKind.FENCE)) && stages.size() == 1;
              lines.add(
                  List.of("  " + kind, passive ? steps + "; it stands between others" : steps));
            });
    text.append(Grid.aligned(lines));
  }

  private void table() {
    line("\nOrder table: whether a later access (column) waits for an earlier one (row)");
    List<String> accesses = ModelData.ACCESSES.stream().map(ModelData::word).toList();
    List<List<String>> lines = new ArrayList<>();
    lines.add(new ArrayList<>(List.of("  earlier")));
    lines.getFirst().addAll(accesses);
    for (String earlier : accesses) {
      List<String> row = new ArrayList<>(List.of("  " + earlier));
      model.order().stream()
          .filter(pair -> pair.earlier().equals(earlier))
          .forEach(pair -> row.add(pair.waits()));
      lines.add(row);
    }
    text.append(Grid.aligned(lines));
  }

  private void fences() {
    line(
        "\nFences: a later access waits for an earlier one where such a fence stands between them");
    List<List<String>> lines = new ArrayList<>(List.of(List.of("  fence", "earlier -> later")));
    model.fences().forEach((name, pairs) -> lines.add(List.of("  " + name, ordered(pairs))));
    text.append(Grid.aligned(lines));
  }

  /** What compilers make of C11 atomics. */
  private void mappings() {
    if (!mappings.isEmpty()) {
      line("\nC11 on this processor:");
      List<List<String>> lines = new ArrayList<>();
      for (Mapping mapping : mappings) {
        String kind = mapping.kind().name().toLowerCase(Locale.ROOT);
        lines.add(List.of("  " + kind + " " + mapping.order(), mapping.names()));
      }
      text.append(Grid.aligned(lines));
      Mapping.OPERATIONS.stream()
          .filter(operations::containsKey)
          .map(operation -> operation + " " + operations.get(operation))
          .reduce((left, right) -> left + ", " + right)
          .ifPresent(names -> line("  where " + Mapping.OPERATION + " is, for " + names));
    }
  }

  private String ordered(List<Pair> pairs) {
    String all =
        pairs.stream()
            .map(
                pair -> {
                  boolean same = pair.waits().equals(ModelData.word(Rule.SAME_CELL));
                  return pair.earlier() + " -> " + pair.later() + (same ? " (same cell)" : "");
                })
            .collect(Collectors.joining(", "));
    return pairs.isEmpty() ? "nothing" : pairs.size() == model.order().size() ? "all" : all;
  }
}
