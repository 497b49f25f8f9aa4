// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A checked model.
 *
 * @param globalBytes what the global variables take in a state
 * @param active the types of the processes that run at the start, in order of their numbers
 * @param claims the never claims
 * @param atoms the expressions that the ltl blocks read
 * @param trace what the sends and receives are held against
 * @param mtypes the names of values, for each set of names; the value 1 comes first
 */
public record PromelaModel(
    List<Variable> globals,
    int globalBytes,
    List<ProcessType> processTypes,
    List<Integer> active,
    List<ProcessType> claims,
    List<LtlProperty> properties,
    List<Atom> atoms,
    Map<String, List<String>> mtypes,
    boolean usesLast,
    Optional<EventTrace> trace) {

  /**
   * How many processes there may be at once, and how many process types: their number is a byte.
   */
  public static final int MAX_PROCESSES = 255;

  /** How many channels there may be at once. */
  public static final int MAX_CHANNELS = 255;

  /** How many messages a channel may hold. */
  public static final int MAX_CAPACITY = 255;

  /** How many fields a message may have, and how many arguments a process. */
  public static final int MAX_FIELDS = 256;

  /** How many control points a process type may have. */
  public static final int MAX_POINTS = 1 << 16;

  /**
   * How many bytes the global variables may take, and how many the variables of one process, with
   * the channels that they name: a search can keep no more.
   */
  public static final int MAX_BYTES = 59_000;

  public PromelaModel {
    globals = List.copyOf(globals);
    processTypes = List.copyOf(processTypes);
    active = List.copyOf(active);
    claims = List.copyOf(claims);
    properties = List.copyOf(properties);
    atoms = List.copyOf(atoms);
  }

  /** An expression over global state, with the text that the user wrote. */
  public record Atom(String text, PromelaExpr value) {}

  /** The model with one more property: progress labels are visited infinitely often. */
  public PromelaModel withProgress() {
    List<Atom> moreAtoms = new ArrayList<>(atoms);
    moreAtoms.add(new Atom("np_", new PromelaExpr.NonProgress()));
    List<LtlProperty> more = new ArrayList<>(properties);
    more.add(new LtlProperty("progress", "[] <> ! p0", List.of(atoms.size()), SourceSpan.NONE));
    return withoutClaims(more, moreAtoms);
  }

  /** The model alone. */
  public PromelaModel withoutClaims() {
    return withoutClaims(properties, atoms);
  }

  private PromelaModel withoutClaims(List<LtlProperty> stated, List<Atom> read) {
    return new PromelaModel(
        globals,
        globalBytes,
        processTypes,
        active,
        List.of(),
        stated,
        read,
        mtypes,
        usesLast,
        trace);
  }

  /** The only claim, where there is one. */
  public Optional<ProcessType> claim() {
    return claims.isEmpty() ? Optional.empty() : Optional.of(claims.getFirst());
  }
}
