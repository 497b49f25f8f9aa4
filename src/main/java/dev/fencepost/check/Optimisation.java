// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelDefinition;
import java.util.List;
import java.util.Locale;

/** Makes searches smaller or faster and can be switched off; verdicts stay. */
public enum Optimisation {
  /** Registers that are not read again are left out of states. */
  LIVENESS,
  /** A step that a law forbids is not taken: the enhanced guards of SETTA'16, section 3.1. */
  GUARDS,
  /** States hold just the order of steps that an open premise asks for: section 3.2. */
  PREDICATES,
  /** Operations that no law distinguishes are one step: section 3.3. */
  STAGES,
  /** Laws of program order are compiled to a table and not evaluated on the steps taken. */
  TABLE,
  /**
   * States are collapsed: identifiers of their parts, memory and each thread. A memo table has the
   * successors of a thread by its own part and memory.
   */
  CACHE,
  /** Memories are dropped where no thread reads them; an invisible reflection takes no step. */
  DROPPING,
  /** Threads that are locally free of races share a memory. */
  SHARING,
  /** Of Promela: invisible steps are taken in one order, and dead variables are 0. */
  REDUCTION,
  /** Collapsed states are stored as single words where they fit, and long states in parts. */
  PACKING,
  /** Stubborn sets: of independent steps not every order is searched. */
  PARTIAL_ORDER,
  /** Of states that are equal up to a permutation of threads or objects, one is searched. */
  SYMMETRY;

  /**
   * The reductions that a large search tries and that {@code --with} asks for. Each has a row in
   * {@link SoundnessTable}. Expectations are counted without them.
   */
  public static final List<Optimisation> REDUCTIONS = List.of(PARTIAL_ORDER, SYMMETRY);

  /** As users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What users write so. */
  public static Optimisation of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  @Override
  public String toString() {
    return word();
  }

  /** How laws are evaluated. */
  public static final List<Optimisation> OF_LAWS = List.of(GUARDS, PREDICATES, STAGES, TABLE);

  /** The model with all laws evaluated as general ones. */
  static MemoryModel withoutTable(MemoryModel model) {
    ModelDefinition definition = model.definition();
    MemoryModel lawless = MemoryModel.compile(definition.withLaws(List.of()));
    return new MemoryModel(definition, lawless.order(), definition.laws());
  }
}
