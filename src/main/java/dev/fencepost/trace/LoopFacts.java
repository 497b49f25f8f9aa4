// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is known of a run that repeats a part for ever.
 *
 * @param formula that the run violates; empty for a cycle that needs no formula
 * @param atoms of the formula
 * @param stopped the threads that can go on all along the loop and take no step
 * @param putOff the threads whose oldest instruction under way could be done all along the loop and
 *     never is
 * @param excludedBy the options that exclude the run; none where it is fair
 */
public record LoopFacts(
    String formula,
    List<Atom> atoms,
    List<Integer> stopped,
    List<Integer> putOff,
    List<String> excludedBy) {
  /** The option that takes the name of a thread. */
  public static final String FAIR_TO = "--fair-to";

  /** An atom, or one in parentheses of its own. */
  private static final Pattern ATOM = Pattern.compile("\\(p(\\d+)\\)|\\bp(\\d+)\\b");

  public LoopFacts {
    atoms = List.copyOf(atoms);
    stopped = List.copyOf(stopped);
    putOff = List.copyOf(putOff);
    excludedBy = List.copyOf(excludedBy);
  }

  /**
   * The facts of a run.
   *
   * @param formula as a user reads it
   * @param options that ask for fairness
   */
  public static LoopFacts of(
      String formula,
      List<Atom> atoms,
      List<Integer> stopped,
      List<Integer> putOff,
      List<String> options) {
    boolean fair = stopped.isEmpty() && putOff.isEmpty();
    return new LoopFacts(formula, atoms, stopped, putOff, fair ? List.of() : options);
  }

  /** A formula that has {@code p0}, {@code p1}, ... for its atoms, with their texts. */
  public static String written(String formula, List<Atom> atoms) {
    return ATOM.matcher(formula)
        .replaceAll(
            found -> {
              boolean enclosed = found.group(1) != null;
              String number = enclosed ? found.group(1) : found.group(2);
              String text = atoms.get(Integer.parseInt(number)).text();
              String braced = text.contains(" ") ? "{" + text + "}" : text;
              return Matcher.quoteReplacement(enclosed ? "(" + text + ")" : braced);
            });
  }

  /**
   * An atom.
   *
   * @param steps behind which it is true
   */
  public record Atom(String text, List<Integer> steps) {
    public Atom {
      steps = List.copyOf(steps);
    }
  }
}
