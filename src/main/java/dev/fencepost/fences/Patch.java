// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult.InputText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/**
 * The texts of a source with other fences and orders.
 *
 * @param sources all texts of the source, as they were
 * @param texts the files that were changed, by their names
 * @param diff what was changed, as {@code patch -p1} reads it
 */
public record Patch(List<InputText> sources, SequencedMap<String, String> texts, String diff) {
  private static final String HEADER = "fencepost.h";
  private static final String ORDERS = "stdatomic.h";
  private static final Pattern INCLUDES =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*include[ \\t]*<" + ORDERS + ">");

  /**
   * Puts fences and orders into a source.
   *
   * @param sites all that may change; a fence that is there is replaced by what is assigned
   * @param inputs the texts of the source, its main file first
   * @param calls the copies of functions that sites distinguish
   */
  static Patch of(Assignment assignment, List<Site> sites, List<InputText> inputs, Calls calls) {
    SequencedMap<String, EditedText> edited = new LinkedHashMap<>();
    inputs.forEach(input -> edited.put(input.name(), new EditedText(input.name(), input.text())));
    SiteEdits edits = new SiteEdits(assignment, new Texts(inputs));
    new PatchedCopies(calls, edits, sites, inputs).write(edited);
    if (edits.hasOrders()
        && inputs.stream().noneMatch(input -> INCLUDES.matcher(input.text()).find())) {
      edited.sequencedValues().getFirst().include(ORDERS);
    }
    if (edits.hasFences() && inputs.stream().noneMatch(input -> input.name().endsWith(HEADER))) {
      edited.sequencedValues().getFirst().include(HEADER);
    }
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    StringBuilder diff = new StringBuilder();
    for (EditedText text : edited.values()) {
      if (text.isChanged()) {
        texts.put(text.name(), text.text());
        diff.append(text.diff());
      }
    }
    return new Patch(inputs, texts, diff.toString());
  }

  /** All texts of the patched source, by their names, but for the checker's own header. */
  public SequencedMap<String, String> allTexts() {
    SequencedMap<String, String> all = new LinkedHashMap<>();
    sources.stream()
        .filter(source -> !source.name().endsWith("include/" + HEADER))
        .forEach(
            source -> all.put(source.name(), texts.getOrDefault(source.name(), source.text())));
    return all;
  }
}
