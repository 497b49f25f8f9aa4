// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.ir.Places;
import dev.fencepost.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
  private static final String INDENT = "    ";

  /**
   * Puts fences and orders into a source.
   *
   * @param sites all that may change; a fence that is there is replaced by what is assigned
   * @param inputs the texts of the source, its main file first
   */
  static Patch of(Assignment assignment, List<Site> sites, List<InputText> inputs) {
    SequencedMap<String, EditedText> edited = new LinkedHashMap<>();
    inputs.forEach(input -> edited.put(input.name(), new EditedText(input.name(), input.text())));
    boolean fences = false;
    for (Site site : sites) {
      List<FenceKind> kinds = assignment.fencesAt(site.key());
      fences |= !kinds.isEmpty();
      EditedText text = Objects.requireNonNull(edited.get(site.span().file()));
      if (site.isFence()) {
        replace(site, kinds, text);
      } else {
        kinds.forEach(kind -> insert(site, kind, text));
      }
    }
    boolean orders = new PatchedOrders(new Texts(inputs), edited).change(assignment, sites);
    sites.stream()
        .filter(site -> site.position().equals(Places.BODY))
        .filter(site -> !assignment.fencesAt(site.key()).isEmpty())
        .forEach(site -> endBody(site, Objects.requireNonNull(edited.get(site.span().file()))));
    if (orders && inputs.stream().noneMatch(input -> INCLUDES.matcher(input.text()).find())) {
      edited.sequencedValues().getFirst().include(ORDERS);
    }
    if (fences && inputs.stream().noneMatch(input -> input.name().endsWith(HEADER))) {
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

  /** Puts other fences in place of one; it stays as it is written where they do the same. */
  private static void replace(Site site, List<FenceKind> kinds, EditedText text) {
    if (kinds.stream().mapToInt(FenceKind::pairs).reduce(0, (a, b) -> a | b)
        == site.present().pairs()) {
      return;
    }
    SourceSpan span = site.span();
    boolean alone =
        text.before(span.line(), span.column()).isBlank()
            && text.after(span.endLine(), span.endColumn()).isBlank();
    String calls = kinds.stream().map(kind -> kind.text() + ";").collect(Collectors.joining(" "));
    text.replace(
        span.line(), span.column(), span.endColumn(), calls.isEmpty() && !alone ? ";" : calls);
  }

  private static void endBody(Site site, EditedText text) {
    text.insert(site.span().endLine(), site.span().endColumn(), " }");
  }

  private static void insert(Site site, FenceKind kind, EditedText text) {
    String call = kind.text() + ";";
    int line = site.span().line();
    int column = site.span().column();
    String before = text.before(line, column);
    switch (site.position()) {
      case Places.BODY -> text.insert(line, column, "{ " + call + " ");
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
