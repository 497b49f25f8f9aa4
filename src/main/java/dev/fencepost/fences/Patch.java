// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.ir.Places;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The texts of a source with fences in them.
 *
 * @param texts the files that were changed, by their names
 * @param diff what was changed, as {@code patch -p1} reads it
 */
public record Patch(SequencedMap<String, String> texts, String diff) {
  static final String HEADER = "fencepost.h";
  private static final String INDENT = "    ";

  /**
   * Puts fences into a source.
   *
   * @param inputs the texts of the source, its main file first
   */
  static Patch of(List<Choice> choices, List<InputText> inputs) {
    SequencedMap<String, EditedText> edited = new LinkedHashMap<>();
    inputs.forEach(input -> edited.put(input.name(), new EditedText(input.name(), input.text())));
    for (Choice choice : choices) {
      EditedText text = edited.get(choice.site().span().file());
      if (text == null) {
        throw new IllegalStateException("a place in an unknown file: " + choice);
      }
      insert(choice, text);
    }
    if (inputs.stream().noneMatch(input -> input.name().endsWith(HEADER)) && !choices.isEmpty()) {
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
    return new Patch(texts, diff.toString());
  }

  private static void insert(Choice choice, EditedText text) {
    Site site = choice.site();
    String call = choice.kind().text() + ";";
    int line = site.span().line();
    int column = site.span().column();
    String before = text.before(line, column);
    switch (site.position()) {
      case Places.BODY -> {
        text.insert(line, column, "{ " + call + " ");
        text.insert(site.span().endLine(), site.span().endColumn(), " }");
      }
      case Places.END -> {
        if (before.isBlank()) {
          text.insertLine(line, before + INDENT + call);
        } else {
          text.insert(line, column, call + " ");
        }
      }
      default -> {
        if (before.isBlank()) {
          text.insertLine(line, before + call);
        } else {
          text.insert(line, column, call + " ");
        }
      }
    }
  }

  /** The names of the files that were changed. */
  public List<String> files() {
    return new ArrayList<>(texts.sequencedKeySet());
  }
}
