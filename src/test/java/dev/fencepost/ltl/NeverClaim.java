// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.BuchiAutomaton.Edge;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what {@code spin -f} prints, for formulas over atoms a and b. */
final class NeverClaim {
  private static final Pattern LABEL = Pattern.compile("(\\w+):");
  private static final Pattern STEP = Pattern.compile(":: (.*) -> goto (\\w+)");
  private static final Pattern LAST_STEP = Pattern.compile(":: atomic \\{ (.*) -> assert.*");

  /** Labels, of which several in a row name one state. */
  private final List<String> labels = new ArrayList<>();

  private final List<Integer> stateOf = new ArrayList<>();
  private int states;

  private NeverClaim() {}

  static BuchiAutomaton parse(String text) throws InvalidInputException {
    return new NeverClaim().automaton(text.lines().map(String::strip).toList());
  }

  private BuchiAutomaton automaton(List<String> lines) throws InvalidInputException {
    boolean named = false;
    for (String line : lines) {
      Matcher label = LABEL.matcher(line);
      if (label.matches()) {
        states += named ? 0 : 1;
        labels.add(label.group(1));
        stateOf.add(states - 1);
        named = true;
      } else {
        named = false;
      }
    }
    List<List<Edge>> edges = new ArrayList<>();
    for (int i = 0; i < states; i++) {
      edges.add(new ArrayList<>());
    }
    int state = -1;
    for (String line : lines) {
      if (LABEL.matcher(line).matches()) {
        state = stateOf.get(labels.indexOf(line.substring(0, line.length() - 1)));
      } else if (line.equals("skip")) {
        edges.get(state).add(new Edge(Label.ANY, met(state), state));
      } else if (STEP.matcher(line).matches() || LAST_STEP.matcher(line).matches()) {
        edges.get(state).addAll(edges(line, met(state)));
      }
    }
    return new BuchiAutomaton(1, List.of(0), edges);
  }

  private long met(int state) {
    for (int i = 0; i < labels.size(); i++) {
      if (stateOf.get(i) == state && labels.get(i).startsWith("accept")) {
        return 1;
      }
    }
    return 0;
  }

  private List<Edge> edges(String line, long met) throws InvalidInputException {
    Matcher step = STEP.matcher(line);
    Matcher last = LAST_STEP.matcher(line);
    boolean goes = step.matches();
    String guard = goes ? step.group(1) : last.matches() ? last.group(1) : "";
    int target = stateOf.get(labels.indexOf(goes ? step.group(2) : "accept_all"));
    LtlFormula formula =
        FormulaParser.parse(
            guard,
            SourceSpan.NONE,
            (atom, span) ->
                atom.equals("1")
                    ? LtlFormula.constant(true)
                    : new LtlFormula.Atom("ab".indexOf(atom)));
    List<Edge> edges = new ArrayList<>();
    for (int letter = 0; letter < 4; letter++) {
      if (new LassoWord(List.of(letter), 0).satisfies(formula)) {
        edges.add(new Edge(new Label(letter, ~letter & 3), met, target));
      }
    }
    return edges;
  }
}
