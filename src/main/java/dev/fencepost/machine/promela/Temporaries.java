// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Temporary global variables: each step writes them before it reads them. They are dead after the
 * step and are set to 0, so that states that differ only in them are merged. Arrays and structures
 * are excluded. So are variables that are never read: they are for readers of traces.
 */
final class Temporaries {
  private final LiveVariables variables;

  /** The variables that some step reads, and those that a step may read before it writes them. */
  private final BitSet read = new BitSet();

  private final BitSet kept = new BitSet();

  Temporaries(PromelaModel model) {
    variables =
        new LiveVariables(
            Place.Region.GLOBAL,
            model.globals(),
            variable -> variable.name().indexOf('.') < 0 && variable.channel().isEmpty());
    model.processTypes().forEach(this::look);
    model.claims().forEach(this::look);
    model.trace().ifPresent(trace -> look(trace.automaton()));
    model.atoms().forEach(atom -> keep(atom.value()));
    model.globals().forEach(variable -> variable.values().forEach(this::keep));
  }

  private void look(ProcessType type) {
    type.provided().ifPresent(this::keep);
    type.variables().forEach(variable -> variable.values().forEach(this::keep));
    type.transitions().forEach(step -> look(step.statement()));
  }

  private void look(Statement statement) {
    if (statement instanceof Statement.DeterministicStep(Statement.Block block)) {
      block.guards().forEach(guard -> kept.or(reads(Accesses.of(guard))));
      kept.or(neededBy(block));
    } else {
      kept.or(reads(statement));
    }
  }

  private void keep(PromelaExpr value) {
    kept.or(reads(Accesses.of(value)));
  }

  /** The variables that a block may read before it writes them. */
  private BitSet neededBy(Statement.Block block) {
    List<LiveVariables.Step> steps = new ArrayList<>();
    for (int i = 0; i < block.points().size(); i++) {
      for (Statement.Branch branch : block.points().get(i).branches()) {
        BitSet reads = branch.statement().map(this::reads).orElseGet(BitSet::new);
        BitSet writes = branch.statement().map(this::writes).orElseGet(BitSet::new);
        steps.add(new LiveVariables.Step(i, reads, writes, branch.target()));
        read.or(reads);
      }
    }
    return LiveVariables.live(block.end() + 1, steps)[block.start()];
  }

  private BitSet reads(Statement statement) {
    BitSet found = reads(Accesses.of(statement));
    if (statement instanceof Statement.Print print) {
      print.values().forEach(value -> found.or(reads(Accesses.of(value))));
    }
    return found;
  }

  private BitSet reads(Accesses accesses) {
    return variables.at(accesses.reads().stream());
  }

  private BitSet writes(Statement statement) {
    return variables.at(Accesses.of(statement).writes().stream());
  }

  /** The bytes that are dead after a step, as pairs of first and end in the global region. */
  int[] dead(Statement statement) {
    BitSet left = writes(statement);
    left.and(read);
    left.andNot(kept);
    return variables.bytes(left);
  }
}
