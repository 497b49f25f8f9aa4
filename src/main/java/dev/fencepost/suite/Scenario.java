// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A set of definitions as one word: definitions with commas between them, where a plain word is the
 * value of SCENARIO, and a dash means none. {@code WR}; {@code LOOP,MUTATORS=2}; {@code LOOPS=1}.
 */
public record Scenario(String word) {

  /** What is run where nothing else is said. */
  public static List<Scenario> usual() {
    return List.of(new Scenario("WR"), new Scenario("RW"));
  }

  public SequencedMap<String, String> defines() {
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    for (String part : word.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals >= 0) {
        defines.put(part.substring(0, equals), part.substring(equals + 1));
      } else if (!part.equals("-") && !part.isEmpty()) {
        defines.put("SCENARIO", part);
      }
    }
    return defines;
  }
}
