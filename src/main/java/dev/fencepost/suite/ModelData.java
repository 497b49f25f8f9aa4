// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.LoadedModel;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.Stages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The contents of {@link ModelSheet} as data.
 *
 * @param stages per kind of instance its steps, each a list of operations
 * @param order which later access waits for which earlier one: {@code yes}, {@code no}, {@code same
 *     cell}
 * @param fences per kind of fence the pairs that it orders
 */
public record ModelData(
    String name,
    String title,
    boolean multiCopyAtomic,
    boolean speculation,
    List<String> fenceKinds,
    List<String> attributes,
    List<LawText> laws,
    SequencedMap<String, List<List<String>>> stages,
    List<Pair> order,
    SequencedMap<String, List<Pair>> fences) {

  /**
   * A law.
   *
   * @param general whether it is more than a law of program order
   * @param text as it is written, in lines
   */
  public record LawText(String name, boolean general, String file, int line, List<String> text) {
    public LawText {
      text = List.copyOf(text);
    }
  }

  /** Two kinds of accesses, and whether the later waits for the earlier. */
  public record Pair(String earlier, String later, String waits) {}

  public ModelData {
    fenceKinds = List.copyOf(fenceKinds);
    attributes = List.copyOf(attributes);
    laws = List.copyOf(laws);
    order = List.copyOf(order);
  }

  /** The data of a model. */
  public static ModelData of(LoadedModel loaded) {
    MemoryModel model = loaded.model();
    ModelSheet sheet = new ModelSheet(loaded);
    List<LawText> laws = new ArrayList<>();
    model
        .definition()
        .laws()
        .forEach(
            law ->
                laws.add(
                    new LawText(
                        law.name(),
                        sheet.isGeneral(law),
                        law.span().file(),
                        law.span().line(),
                        sheet.written(law))));
    SequencedMap<String, List<List<String>>> stages = new LinkedHashMap<>();
    for (InstanceKind kind : ModelSheet.STAGED) {
      stages.put(ModelSheet.word(kind), Stages.of(model, kind));
    }
    SequencedMap<String, List<Pair>> fences = new LinkedHashMap<>();
    sheet.fenceKinds().forEach((kind, pairs) -> fences.put(kind, sheet.fenced(pairs)));
    return new ModelData(
        model.name(),
        model.title(),
        model.multiCopyAtomic(),
        model.speculation(),
        List.copyOf(model.definition().fenceKinds()),
        List.copyOf(model.definition().attributes()),
        laws,
        stages,
        sheet.pairs(sheet::cell),
        fences);
  }
}
