// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.LoadedModel;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.Mapping;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.memorymodel.OrderTable;
import dev.fencepost.memorymodel.OrderTable.Rule;
import dev.fencepost.memorymodel.Stages;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * A memory model for people: its laws as they are written, its stages, its compiled order table.
 */
public final class ModelSheet {
  private static final List<InstanceKind> ACCESSES =
      List.of(InstanceKind.LOAD, InstanceKind.STORE, InstanceKind.RMW);

  /** What has steps besides fetch. */
  static final List<InstanceKind> STAGED =
      List.of(InstanceKind.LOAD, InstanceKind.STORE, InstanceKind.RMW, InstanceKind.FENCE);

  private final LoadedModel loaded;
  private final MemoryModel model;
  private final StringBuilder text = new StringBuilder();

  ModelSheet(LoadedModel loaded) {
    this.loaded = loaded;
    this.model = loaded.model();
  }

  /** The sheet, in whole lines. */
  public static String of(LoadedModel loaded) {
    ModelSheet sheet = new ModelSheet(loaded);
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
    ModelDefinition definition = model.definition();
    line(model.title().isEmpty() ? model.name() : model.name() + ": " + model.title());
    line(
        model.multiCopyAtomic()
            ? "multi-copy atomic: all threads share one memory"
            : "non-multi-copy atomic: each thread has a memory of its own");
    line(
        model.speculation()
            ? "speculation: fetch goes on behind guessed branches and addresses"
            : "no speculation: fetch waits for branches");
    if (model.traits().runsAhead()) {
      line("runs ahead: loads read ahead of branches and unknown addresses, what was there then");
    }
    if (model.traits().splitsRmw()) {
      line("rmw in two steps: a load and a store, and nobody writes the cell between them");
    }
    if (!definition.fenceKinds().isEmpty()) {
      line("fence kinds: " + String.join(", ", definition.fenceKinds()));
    }
    if (!definition.attributes().isEmpty()) {
      line("attributes: " + String.join(", ", definition.attributes()));
    }
  }

  private void laws() {
    line("");
    line("Laws of program order, compiled to the table below:");
    model.definition().laws().stream().filter(law -> !isGeneral(law)).forEach(this::law);
    List<Law> general = model.definition().laws().stream().filter(this::isGeneral).toList();
    if (!general.isEmpty()) {
      line("");
      line("General laws, for which states keep the order of steps:");
      general.forEach(this::law);
    }
  }

  /** What compilers make of C11 atomics. */
  private void mappings() {
    List<List<String>> lines = new ArrayList<>();
    for (Mapping mapping : model.definition().mappings()) {
      String kind = mapping.kind().name().toLowerCase(Locale.ROOT);
      lines.add(List.of("  " + kind + " " + mapping.order(), mapping.names()));
    }
    if (!lines.isEmpty()) {
      line("");
      line("C11 on this processor:");
      text.append(Grid.aligned(lines));
    }
  }

  boolean isGeneral(Law law) {
    return model.general().contains(law);
  }

  private void law(Law law) {
    SourceSpan span = law.span();
    line("");
    written(law).forEach(written -> line("  " + written));
    line("    (" + span.file() + ":" + span.line() + ")");
  }

  /** The law as it stands in its file. */
  List<String> written(Law law) {
    Optional<String> source = loaded.text(law.span().file());
    return source.isEmpty()
        ? List.of("law \"" + law.name() + "\"")
        : written(source.get().lines().toList(), law.span());
  }

  /** The law's own lines: the first, and those below it that stand further to the right. */
  private static List<String> written(List<String> lines, SourceSpan span) {
    List<String> written = new ArrayList<>();
    int indent = span.column() - 1;
    for (int i = span.line() - 1; i < lines.size(); i++) {
      String line = lines.get(i);
      int start = line.length() - line.stripLeading().length();
      boolean first = i == span.line() - 1;
      if (!first && (line.isBlank() || start <= indent || line.strip().startsWith("//"))) {
        break;
      }
      written.add(line.substring(Math.min(indent, start)).stripTrailing());
    }
    return written;
  }

  private void stages() {
    line("");
    line("Stages: operations that no law distinguishes are one step; a bar stands between steps.");
    List<List<String>> lines = new ArrayList<>();
    for (InstanceKind kind : STAGED) {
      List<List<String>> stages = Stages.of(model, kind);
      String steps =
          stages.stream().map(step -> String.join(", ", step)).collect(Collectors.joining(" | "));
      boolean passive = kind == InstanceKind.FENCE && stages.size() == 1;
      lines.add(List.of("  " + word(kind), passive ? steps + "; it stands between others" : steps));
    }
    text.append(Grid.aligned(lines));
  }

  private void table() {
    line("");
    line("Order table: whether a later access (column) waits for an earlier one (row)");
    List<List<String>> lines = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("  earlier"));
    ACCESSES.forEach(kind -> header.add(word(kind)));
    lines.add(header);
    for (InstanceKind earlier : ACCESSES) {
      List<String> row = new ArrayList<>(List.of("  " + word(earlier)));
      for (InstanceKind later : ACCESSES) {
        row.add(cell(plain(earlier), plain(later)));
      }
      lines.add(row);
    }
    text.append(Grid.aligned(lines));
  }

  /** All pairs of accesses, with a word for each; those without one are left out. */
  List<ModelData.Pair> pairs(BiFunction<InstanceClass, InstanceClass, String> rule) {
    List<ModelData.Pair> pairs = new ArrayList<>();
    for (InstanceKind earlier : ACCESSES) {
      for (InstanceKind later : ACCESSES) {
        String waits = rule.apply(plain(earlier), plain(later));
        if (!waits.isEmpty()) {
          pairs.add(new ModelData.Pair(word(earlier), word(later), waits));
        }
      }
    }
    return pairs;
  }

  String cell(InstanceClass earlier, InstanceClass later) {
    OrderTable order = model.order();
    String rule = word(order.rule(earlier, later));
    Rule perTarget = order.targetRule(earlier, later);
    boolean more = perTarget.compareTo(order.rule(earlier, later)) > 0;
    return more ? word(perTarget) + ", thread by thread" : rule;
  }

  private static InstanceClass plain(InstanceKind kind) {
    return new InstanceClass(kind, List.of());
  }

  static String word(InstanceKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static String word(Rule rule) {
    return switch (rule) {
      case NEVER -> "no";
      case SAME_CELL -> "same cell";
      case ALWAYS -> "yes";
    };
  }

  private void fences() {
    line("");
    line("Fences: a later access waits for an earlier one where such a fence stands between them");
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("  fence", "earlier -> later"));
    fenceKinds()
        .forEach((name, attributes) -> lines.add(List.of("  " + name, ordered(attributes))));
    text.append(Grid.aligned(lines));
  }

  /** The kinds of fences, each with its attributes. */
  SequencedMap<String, List<String>> fenceKinds() {
    SequencedMap<String, List<String>> fences = new LinkedHashMap<>();
    fences.put("full", ModelDefinition.PAIRS);
    fences.put("acquire", List.of("RR", "RW"));
    fences.put("release", List.of("RW", "WW"));
    model.definition().fenceKinds().forEach(kind -> fences.put(kind, List.of(kind)));
    return fences;
  }

  /** The pairs that a fence with these attributes orders. */
  List<ModelData.Pair> fenced(List<String> attributes) {
    InstanceClass fence = new InstanceClass(InstanceKind.FENCE, attributes);
    return pairs(
        (earlier, later) -> {
          Rule rule = model.order().fenceRule(fence, earlier, later);
          return rule == Rule.NEVER ? "" : word(rule);
        });
  }

  private String ordered(List<String> attributes) {
    List<String> pairs =
        fenced(attributes).stream()
            .map(
                pair -> {
                  boolean same = pair.waits().equals(word(Rule.SAME_CELL));
                  return pair.earlier() + " -> " + pair.later() + (same ? " (same cell)" : "");
                })
            .toList();
    int all = ACCESSES.size() * ACCESSES.size();
    return pairs.isEmpty() ? "nothing" : pairs.size() == all ? "all" : String.join(", ", pairs);
  }
}
