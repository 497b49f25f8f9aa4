// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult.InputText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Fences with which everything holds, none of which can be left out or weakened.
 *
 * @param choices the fences, in the order of the source
 * @param sources all texts of the source, as they were
 * @param patch the patched source, in which every check was repeated
 * @param bounded whether a check holds within a window bound only
 */
public record Answer(
    List<Choice> choices, long cost, List<InputText> sources, Patch patch, boolean bounded) {
  public Answer {
    choices = List.copyOf(choices);
    sources = List.copyOf(sources);
  }

  /** All texts of the patched source, by their names, but for the checker's own header. */
  public SequencedMap<String, String> texts() {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    sources.stream()
        .filter(source -> !source.name().endsWith("include/" + Patch.HEADER))
        .forEach(
            source ->
                texts.put(source.name(), patch.texts().getOrDefault(source.name(), source.text())));
    return texts;
  }
}
