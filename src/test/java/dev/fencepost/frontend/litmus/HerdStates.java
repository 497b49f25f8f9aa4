// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Final states as herd has found them: the file {@code states.jsonl} of a folder of tests. */
public final class HerdStates {
  private static final Pattern STATES =
      Pattern.compile(
          "\\{\"file\": \"([^\"]*)\", \"model\": \"(\\w+)\".*\"states\": \\[(.*)\\]\\}");

  private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"");

  private HerdStates() {}

  /** The final states, in the order of their texts, by file and model: {@code a.litmus TSO}. */
  public static SequencedMap<String, List<String>> read(Path folder) throws IOException {
    SequencedMap<String, List<String>> states = new LinkedHashMap<>();
    for (String line : Files.readAllLines(folder.resolve("states.jsonl"))) {
      Matcher matcher = STATES.matcher(line);
      assertThat(matcher.matches()).as(line).isTrue();
      List<String> texts =
          STRING.matcher(matcher.group(3)).results().map(found -> found.group(1)).sorted().toList();
      states.put(matcher.group(1) + " " + matcher.group(2), texts);
    }
    return states;
  }
}
