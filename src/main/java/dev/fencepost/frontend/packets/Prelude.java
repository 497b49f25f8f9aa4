// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static dev.fencepost.frontend.packets.Instance.cell;

import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Milestone;
import dev.fencepost.frontend.packets.Collector.Mutator;
import dev.fencepost.frontend.packets.Collector.Slot;
import dev.fencepost.frontend.packets.Collector.Switch;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.TextFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What stands before the text in the C model: the words of the language as macros, and the cells.
 */
final class Prelude {
  private static final String WORDS = "dev/fencepost/frontend/packets/packets.h";

  private final Instance instance;
  private final Collector collector;
  private final PoolText pool;

  Prelude(Instance instance, PoolText pool) {
    this.instance = instance;
    this.pool = pool;
    this.collector = instance.collector;
  }

  /** The words that mean the same in each file but for numbers. */
  String words() throws InvalidInputException {
    List<String> lines = new ArrayList<>();
    lines.add("#define PACKETS_FENCED " + (instance.fenced() ? 1 : 0));
    lines.addAll(pool.definitions());
    lines.add(TextFile.packed(WORDS).orElseThrow());
    lines.add("#define OBJECTS " + instance.objects.size());
    lines.add("#define MUTATORS " + instance.mutators.size());
    lines.add("#define SLOTS " + Math.max(1, instance.slots()));
    return String.join("\n", lines) + "\n";
  }

  /** The macro that says whether a switch has a value. */
  static String macro(Switch each, Lexeme value) {
    return (each.name().text() + "_" + value.text()).replace('-', '_');
  }

  String text() throws InvalidInputException {
    List<String> lines = new ArrayList<>();
    for (Switch each : collector.switches) {
      for (Lexeme value : each.values()) {
        boolean chosen =
            value.is(Objects.requireNonNull(instance.settings.switches().get(each.name().text())));
        lines.add("#define " + macro(each, value) + (chosen ? " 1" : " 0"));
      }
    }
    for (int i = 0; i < instance.mutators.size(); i++) {
      lines.add(yieldpoint(i));
      lines.add(rest(i));
    }
    return words() + String.join("\n", lines) + "\n";
  }

  static String step(String body) {
    return "packets_step(" + body + ")";
  }

  /** A macro of packets.h for each stack slot of a mutator. */
  private String slots(String macro, int mutator) {
    List<Slot> slots = instance.mutators.get(mutator).slots();
    return IntStream.range(0, slots.size())
        .mapToObj(i -> "%s(%d, %d, %s) ".formatted(macro, mutator, i, slots.get(i).name().text()))
        .collect(Collectors.joining());
  }

  private String yieldpoint(int mutator) throws InvalidInputException {
    String resumed =
        instance.uses("set_slot")
            ? step("assume(!packets_yielded[" + mutator + "]); " + slots("packets_fetch", mutator))
            : "";
    return "#define YIELD_%d packets_yield(%d, %s, %s)"
        .formatted(mutator, mutator, slots("packets_publish", mutator), resumed);
  }

  private String rest(int mutator) {
    boolean idle = instance.mutators.get(mutator).body().isEmpty();
    String before = idle ? "" : step(slots("packets_publish", mutator)) + " ";
    return "#define REST_%d %spackets_rest(%d)".formatted(mutator, before, mutator);
  }

  /** The cells, to be declared behind the type of objects. */
  String cells() throws InvalidInputException {
    StringBuilder text = new StringBuilder();
    text.append("object packets_heap[OBJECTS] = {" + heap() + "}; ");
    String ghost = "FENCEPOST_GHOST int ";
    text.append("FENCEPOST_GHOST object *packets_slot[MUTATORS][SLOTS] = {" + stacks() + "}; ");
    text.append(ghost + "packets_stop[MUTATORS], packets_yielded[MUTATORS]; ");
    collector.kinds.forEach(kind -> text.append(pool.cells("packets_cells", kind)));
    Beginning beginning = pool.beginning();
    for (Bucket bucket : collector.buckets) {
      String open = cell("open", bucket.name());
      text.append(ghost + open + beginning.initial(open));
    }
    for (Milestone milestone : collector.milestones) {
      String reached = cell("reached", milestone.name());
      text.append(ghost + reached + beginning.initial(reached));
    }
    for (Milestone moment : instance.moments()) {
      boolean past = beginning.holds(moment.when());
      text.append(ghost + cell("past", moment.name()) + (past ? " = 1, " : ", "));
      text.append(cell("at", moment.name()) + "[OBJECTS]");
      text.append(past ? " = {" + observed(beginning) + "}; " : "; ");
    }
    text.append(pool.cells());
    text.append("static void packets_keep(void) { " + kept() + "} ");
    if (instance.uses("fresh")) {
      text.append("packets_allocator(" + instance.allocated() + ") ");
    }
    return text.toString();
  }

  /** Mentions what properties may read and no body need mention: C gives no cell to the rest. */
  private String kept() {
    List<String> cells = new ArrayList<>(List.of("packets_heap", "packets_slot[0][0]"));
    collector.buckets.forEach(bucket -> cells.add(cell("open", bucket.name())));
    collector.milestones.forEach(milestone -> cells.add(cell("reached", milestone.name())));
    instance.moments().forEach(moment -> cells.add(cell("at", moment.name()) + "[0]"));
    collector.kinds.stream()
        .map(Collector.Kind::name)
        .filter(kind -> instance.tracked.has("requested", kind))
        .forEach(kind -> cells.add(cell("requested", kind) + "[0]"));
    return cells.stream().map(each -> "(void) " + each + "; ").collect(Collectors.joining());
  }

  /** For each object, whether it is reachable at the start. */
  private String observed(Beginning beginning) {
    Set<String> reachable = beginning.reachable();
    return instance.objects.stream()
        .map(object -> reachable.contains(object) ? "1" : "0")
        .collect(Collectors.joining(", "));
  }

  private String heap() {
    List<String> objects = new ArrayList<>();
    for (String object : instance.objects) {
      String fields =
          instance.settings.scenario().edges().stream()
              .filter(edge -> edge.from().is(object))
              .map(edge -> "." + edge.field().text() + " = " + value(edge.to()))
              .collect(Collectors.joining(", "));
      objects.add("{" + (fields.isEmpty() ? "0" : fields) + "}");
    }
    return String.join(", ", objects);
  }

  private String stacks() {
    List<String> stacks = new ArrayList<>();
    for (Mutator mutator : instance.mutators) {
      String slots =
          mutator.slots().stream()
              .map(slot -> slot.object().map(this::address).orElse("NULL"))
              .collect(Collectors.joining(", "));
      stacks.add("{" + (slots.isEmpty() ? "NULL" : slots) + "}");
    }
    return String.join(", ", stacks);
  }

  private String value(Lexeme token) {
    return token.isNumber() ? token.text() : address(token);
  }

  String address(Lexeme object) {
    return object.is("NULL")
        ? "NULL"
        : "&packets_heap[" + instance.objects.indexOf(object.text()) + "]";
  }
}
