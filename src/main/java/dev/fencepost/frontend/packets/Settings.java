// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Scenario;
import dev.fencepost.frontend.packets.Collector.Switch;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a user chose: the scenario, the values of switches, the number of workers of a kind ({@code
 * markObj_workers=2}). What remains of the definitions is for the preprocessor.
 */
final class Settings {
  /** The definition that names the scenario. */
  static final String SCENARIO = "SCENARIO";

  private static final String WORKERS = "_workers";
  private static final int MOST_WORKERS = 4;

  private final Scenario scenario;
  private final SequencedMap<String, String> switches = new LinkedHashMap<>();
  private final Map<String, Integer> workers = new LinkedHashMap<>();
  private final SequencedMap<String, String> others;

  Settings(Collector collector, SequencedMap<String, String> defines) throws InvalidInputException {
    others = new LinkedHashMap<>(defines);
    scenario = scenario(collector, others.remove(SCENARIO));
    for (Switch each : collector.switches) {
      String name = each.name().text();
      List<String> values = each.values().stream().map(Lexeme::text).toList();
      String chosen = others.containsKey(name) ? others.remove(name) : values.getFirst();
      if (!values.contains(chosen)) {
        throw new InvalidInputException(
            "the switch " + name + " has no value '" + chosen + "'",
            "it has " + String.join(", ", values));
      }
      switches.put(name, chosen);
    }
    for (Kind kind : collector.kinds) {
      String given = others.remove(kind.name().text() + WORKERS);
      workers.put(kind.name().text(), given == null ? kind.workers() : number(kind, given));
    }
  }

  private static int number(Kind kind, String text) throws InvalidInputException {
    if (!text.matches("[1-" + MOST_WORKERS + "]")) {
      throw new InvalidInputException(
          "'" + text + "' is no number of workers for " + kind.name().text(),
          "it must be 1 to " + MOST_WORKERS);
    }
    return Integer.parseInt(text);
  }

  private static Scenario scenario(Collector collector, @Nullable String wanted)
      throws InvalidInputException {
    List<Scenario> scenarios = collector.scenarios;
    if (scenarios.isEmpty()) {
      throw new InvalidInputException(
          collector.source.file() + " has no scenario", "add scenario NAME { objects A; ... }");
    }
    String names = scenarios.stream().map(s -> s.name().text()).collect(Collectors.joining(", "));
    if (wanted == null && scenarios.size() > 1) {
      throw new InvalidInputException(
          "which scenario of " + collector.source.file() + "?", "--scenario: " + names);
    }
    return scenarios.stream()
        .filter(s -> wanted == null || s.name().text().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "there is no scenario '" + wanted + "'", "there are " + names));
  }

  /** The definitions that it takes. */
  List<String> names() {
    List<String> names = new ArrayList<>(switches.keySet());
    workers.keySet().forEach(kind -> names.add(kind + WORKERS));
    names.add(SCENARIO);
    return names;
  }

  Scenario scenario() {
    return scenario;
  }

  /** The switches and their values. */
  SequencedMap<String, String> switches() {
    return switches;
  }

  boolean isChosen(PacketsCondition.Chosen chosen) {
    return chosen.value().text().equals(switches.get(chosen.name().text()));
  }

  int workers(Kind kind) {
    return Objects.requireNonNull(workers.get(kind.name().text()));
  }

  SequencedMap<String, String> others() {
    return others;
  }
}
