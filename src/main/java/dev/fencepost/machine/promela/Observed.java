// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaModel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which global variables and processes others can observe; decides which steps are local. */
final class Observed {
  private static final int OUTSIDE = -1;

  private final Map<String, Set<Integer>> users = new LinkedHashMap<>();
  private final Set<Integer> lookedInto = new LinkedHashSet<>();
  private final Set<Integer> singletons = new LinkedHashSet<>();
  private boolean steps;

  /**
   * @param atoms the atoms of properties, which observe too
   */
  Observed(PromelaModel model, List<PromelaModel.Atom> atoms) {
    for (int type = 0; type < model.processTypes().size(); type++) {
      if (Collections.frequency(model.active(), type) == 1) {
        singletons.add(type);
      }
    }
    for (int type = 0; type < model.processTypes().size(); type++) {
      add(Accesses.of(model.processTypes().get(type)), type);
    }
    model.claims().forEach(claim -> add(Accesses.of(claim), OUTSIDE));
    model.trace().ifPresent(trace -> add(Accesses.of(trace.automaton()), OUTSIDE));
    atoms.forEach(atom -> add(Accesses.of(atom.value()), OUTSIDE));
    steps |= model.claim().isPresent();
  }

  private void add(Accesses accesses, int user) {
    accesses.places().forEach(place -> use(place, user));
    accesses.asked().forEach(this::ask);
  }

  private void use(Place place, int user) {
    if (place.region() == Place.Region.GLOBAL) {
      users.computeIfAbsent(head(place), name -> new LinkedHashSet<>()).add(user);
    }
  }

  /** The name of the whole structure or array. */
  private static String head(Place place) {
    String text = place.text();
    int end = 0;
    while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
      end++;
    }
    return text.substring(0, end);
  }

  private void ask(PromelaExpr expr) {
    switch (expr) {
      case PromelaExpr.AtLabel label -> lookedInto.add(label.processType());
      case PromelaExpr.RemoteRead remote -> lookedInto.add(remote.processType());
      case PromelaExpr.Run run -> singletons.remove(run.processType());
      case PromelaExpr.Enabled enabled -> steps = true;
      case PromelaExpr.PcValue value -> steps = true;
      case PromelaExpr.NonProgress progress -> steps = true;
      case PromelaExpr.Last last -> steps = true;
      default -> {
        // observes no control point and no enabledness
      }
    }
  }

  /** Whether control points, variables or steps of a type's processes are observed. */
  boolean isSeen(int type) {
    return steps || lookedInto.contains(type);
  }

  /** Whether only this process reads and writes a place. */
  boolean isOwn(Place place, int type) {
    return switch (place.region()) {
      case LOCAL, NOWHERE -> true;
      case GLOBAL ->
          singletons.contains(type)
              && users.getOrDefault(head(place), Set.of()).equals(Set.of(type));
    };
  }
}
