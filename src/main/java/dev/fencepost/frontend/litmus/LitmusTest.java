// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Program;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.SourceSpan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * A litmus test: a program, and a question about its final states. Registers that the question
 * speaks of are stored to strong cells at the end of their threads, so that memory is the final
 * state.
 *
 * @param cells the cell of each place that the question speaks of
 * @param types how places are seen; what is not named has its type already
 */
public record LitmusTest(
    String name,
    CheckedProgram checked,
    Question question,
    SequencedMap<LitmusPlace, Integer> cells,
    Map<LitmusPlace, LitmusType> types) {

  public LitmusTest {
    types = Map.copyOf(types);
    cells = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(cells));
  }

  /** The program with the property that it does not end in this state, which a witness violates. */
  public CheckedProgram refuting(FinalStates.FinalState state) {
    Expr differs = Expr.constant(0);
    int index = 0;
    for (LitmusPlace place : question.observed()) {
      Expr address = Expr.constant(Program.addressOf(Objects.requireNonNull(cells.get(place))));
      Expr contents = type(place).of(new Expr.Contents(address, observer(place)));
      Expr value = Expr.constant(state.values().get(index++));
      differs =
          new Expr.Binary(
              Expr.BinaryOperator.OR,
              differs,
              new Expr.Binary(Expr.BinaryOperator.NOT_EQUAL, contents, value));
    }
    Property ends = new Property.FinalCondition(state.text(), differs, SourceSpan.NONE);
    return new CheckedProgram(checked.program(), List.of(ends));
  }

  LitmusType type(LitmusPlace place) {
    return types.getOrDefault(place, LitmusType.WHOLE);
  }

  /** The declaration of the thread that a place is observed by. */
  private int observer(LitmusPlace place) {
    return place.thread() < 0
        ? Expr.Contents.ANY
        : checked.program().initial().get(place.thread()).thread();
  }

  /** The address of each variable by its name. */
  Map<String, Long> addresses() {
    return CellTable.addresses(checked.program());
  }
}
