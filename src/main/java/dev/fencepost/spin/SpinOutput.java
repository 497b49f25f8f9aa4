// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spin;

import dev.fencepost.machine.explain.RunStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the output of the verifier that SPIN generates. */
final class SpinOutput {
  private static final Pattern STATES = Pattern.compile("^\\s*(\\d+) states, stored");
  private static final Pattern MEMORY =
      Pattern.compile("^\\s*([\\d.]+)\\s+(?:actual memory usage for states|total actual memory)");
  private static final Pattern ERROR =
      Pattern.compile("^pan:\\d+: (.*?)(?: \\(at depth \\d+\\))?$");
  private static final Pattern STEP = Pattern.compile("@(\\d+):(r|b)?(\\d+)");

  /** The verifier's message at its depth limit. */
  static final String DEPTH = "max search depth too small";

  private static final String FINAL = "@final";

  private SpinOutput() {}

  static SpinRun read(List<String> lines, List<String> trail, double seconds) {
    long states = 0;
    long bytes = 0;
    String message = "";
    boolean complete = false;
    boolean deep = false;
    boolean stopped = false;
    SortedSet<String> finals = new TreeSet<>();
    for (String line : lines) {
      Matcher stored = STATES.matcher(line);
      Matcher memory = MEMORY.matcher(line);
      Matcher error = ERROR.matcher(line);
      if (stored.find()) {
        states = Long.parseLong(stored.group(1));
      } else if (memory.find() && bytes == 0) {
        bytes = (long) (Double.parseDouble(memory.group(1)) * (1 << 20));
      } else if (error.find() && message.isEmpty()) {
        message = error.group(1);
      } else if (line.startsWith(FINAL)) {
        finals.add(line.substring(FINAL.length()).strip());
      }
      complete |= line.contains("errors:");
      deep |= line.contains(DEPTH);
      stopped |= line.contains("Search not completed");
    }
    List<RunStep> steps = steps(trail);
    if (message.startsWith("assertion violated") && message.contains("pool")) {
      return SpinRun.stopped("malloc asks for more than its pool has");
    }
    if (message.startsWith("assertion violated") || message.startsWith("invalid end state")) {
      return new SpinRun(SpinRun.Outcome.VIOLATED, message, states, bytes, seconds, steps, finals);
    }
    if (!complete || deep || stopped || !message.isEmpty()) {
      String why = deep ? "SPIN's search depth was too small" : "SPIN gave up: " + reason(lines);
      return new SpinRun(SpinRun.Outcome.STOPPED, why, states, bytes, seconds, steps, finals);
    }
    return new SpinRun(SpinRun.Outcome.HOLDS, "", states, bytes, seconds, steps, finals);
  }

  /** The verifier's own message. */
  private static String reason(List<String> lines) {
    return lines.stream().filter(line -> line.startsWith("pan:")).findFirst().orElse("no result");
  }

  /**
   * The steps that a trail prints. A store of the direct form enters its buffer unseen ({@code b}
   * and its position) and is reflected later ({@code r} and its place in the buffer).
   */
  private static List<RunStep> steps(List<String> trail) {
    List<RunStep> steps = new ArrayList<>();
    Map<Integer, List<Integer>> buffers = new HashMap<>();
    for (String line : trail) {
      Matcher step = STEP.matcher(line);
      while (step.find()) {
        int thread = Integer.parseInt(step.group(1));
        int number = Integer.parseInt(step.group(3));
        List<Integer> buffer = buffers.computeIfAbsent(thread, key -> new ArrayList<>());
        switch (step.group(2)) {
          case "b" -> buffer.add(number);
          case "r" -> steps.add(new RunStep(thread, taken(buffer, number)));
          case null, default -> steps.add(new RunStep(thread, number));
        }
      }
    }
    return steps;
  }

  private static int taken(List<Integer> buffer, int index) {
    int position = buffer.get(index);
    buffer.subList(index, index + 1).clear();
    return position;
  }
}
