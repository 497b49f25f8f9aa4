// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.check.Scenarios;
import dev.fencepost.frontend.FrontEnds;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * A set of definitions as one word: definitions with commas between them, where a plain word is the
 * value of SCENARIO, and a dash means none. {@code WR}; {@code LOOP,MUTATORS=2}; {@code LOOPS=1}.
 * {@code ltl:NAME} among them checks that temporal property, {@code fair:NAME} on fair runs only,
 * {@code fair@THREAD:NAME} on those that are fair to this thread.
 */
public record Scenario(String word) {
  private static final String LTL = "ltl:";
  private static final String FAIR = "fair:";
  private static final String FAIR_TO = "fair@";

  /** How words name a temporal property. */
  public static final String HINT = "e.g. ltl:ends, fair:ends or fair@mutator:ends";

  /** What a model is run with where nothing else is said: C collectors have two scenarios. */
  public static List<Scenario> usual(Path model) {
    return FrontEnds.of(model.toString()).equals(FrontEnds.C)
        ? List.of(new Scenario("WR"), new Scenario("RW"))
        : List.of(new Scenario("-"));
  }

  /** What is wrong with the word: a part of it would say nothing, or nothing that is meant. */
  public Optional<String> mistake() {
    return Stream.of(word.split(",", -1))
        .filter(part -> part.indexOf(':') >= 0 || part.startsWith(FAIR_TO))
        .filter(part -> !part.matches("(ltl|fair|fair@[^:]+):.+"))
        .findFirst()
        .map(part -> "'" + part + "' names no temporal property");
  }

  /** The temporal property that is checked, if it is one. */
  public Optional<Ltl> ltl() {
    for (String part : word.split(",", -1)) {
      String name = part.substring(part.indexOf(':') + 1);
      if (part.startsWith(LTL) || part.startsWith(FAIR)) {
        return Optional.of(new Ltl(name, part.startsWith(FAIR)));
      }
      if (part.startsWith(FAIR_TO)) {
        String thread = part.substring(FAIR_TO.length(), part.indexOf(':'));
        return Optional.of(new Ltl(name, true, List.of(thread)));
      }
    }
    return Optional.empty();
  }

  public SequencedMap<String, String> defines() {
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    for (String part : word.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals >= 0) {
        defines.put(part.substring(0, equals), part.substring(equals + 1));
      } else if (!part.equals("-") && !part.isEmpty() && part.indexOf(':') < 0) {
        defines.put(Scenarios.DEFINE, part);
      }
    }
    return defines;
  }
}
