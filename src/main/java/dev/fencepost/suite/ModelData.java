// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.LoadedModel;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.Law;
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
import java.util.SequencedMap;
import java.util.function.BiFunction;

/**
 * A memory model as data: its laws as they are written, its stages, its compiled order table.
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

  /** The kinds of accesses that are ordered. */
  static final List<InstanceKind> ACCESSES =
      List.of(InstanceKind.LOAD, InstanceKind.STORE, InstanceKind.RMW);

  /** What has steps besides fetch. */
  private static final List<InstanceKind> STAGED =
      List.of(InstanceKind.LOAD, InstanceKind.STORE, InstanceKind.RMW, InstanceKind.FENCE);

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
    ModelDefinition definition = model.definition();
    SequencedMap<String, List<List<String>>> stages = new LinkedHashMap<>();
    for (InstanceKind kind : STAGED) {
      stages.put(word(kind), Stages.of(model, kind));
    }
    SequencedMap<String, List<Pair>> fences = new LinkedHashMap<>();
    fences.put("full", fenced(model, ModelDefinition.PAIRS));
    fences.put("acquire", fenced(model, List.of("RR", "RW")));
    fences.put("release", fenced(model, List.of("RW", "WW")));
    definition.fenceKinds().forEach(kind -> fences.put(kind, fenced(model, List.of(kind))));
    return new ModelData(
        model.name(),
        model.title(),
        model.multiCopyAtomic() && !model.traits().propagates(),
        model.speculation(),
        List.copyOf(definition.fenceKinds()),
        List.copyOf(definition.attributes()),
        definition.laws().stream().map(law -> law(law, loaded)).toList(),
        stages,
        pairs((earlier, later) -> waits(model.order(), earlier, later)),
        fences);
  }

  private static LawText law(Law law, LoadedModel loaded) {
    SourceSpan span = law.span();
    List<String> written =
        loaded
            .text(span.file())
            .map(text -> written(text.lines().toList(), span))
            .orElse(List.of("law \"" + law.name() + "\""));
    boolean general = loaded.model().general().contains(law);
    return new LawText(law.name(), general, span.file(), span.line(), written);
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

  /** All pairs of accesses, with a word for each; those without one are left out. */
  private static List<Pair> pairs(BiFunction<InstanceClass, InstanceClass, String> rule) {
    List<Pair> pairs = new ArrayList<>();
    for (InstanceKind earlier : ACCESSES) {
      for (InstanceKind later : ACCESSES) {
        String waits =
            rule.apply(new InstanceClass(earlier, List.of()), new InstanceClass(later, List.of()));
        if (!waits.isEmpty()) {
          pairs.add(new Pair(word(earlier), word(later), waits));
        }
      }
    }
    return pairs;
  }

  private static String waits(OrderTable order, InstanceClass earlier, InstanceClass later) {
    Rule rule = order.rule(earlier, later);
    Rule perTarget = order.targetRule(earlier, later);
    return perTarget.compareTo(rule) > 0 ? word(perTarget) + ", thread by thread" : word(rule);
  }

  /** The pairs that a fence with these attributes orders. */
  private static List<Pair> fenced(MemoryModel model, List<String> attributes) {
    InstanceClass fence = new InstanceClass(InstanceKind.FENCE, attributes);
    return pairs(
        (earlier, later) -> {
          Rule rule = model.order().fenceRule(fence, earlier, later);
          return rule == Rule.NEVER ? "" : word(rule);
        });
  }

  static String word(InstanceKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  static String word(Rule rule) {
    return switch (rule) {
      case NEVER -> "no";
      case SAME_CELL -> "same cell";
      case ALWAYS -> "yes";
    };
  }
}
