// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelDefinition;
import java.util.List;

/** Ways to write a program-order law so that it means the same and is not seen to be one. */
enum Disguise {
  /** If not not the premise, then the conclusion. */
  DOUBLE_NEGATION,
  /** If not the conclusion, then not the premise. */
  CONTRAPOSITIVE,
  /** If the premise and not the conclusion, then the conclusion. */
  SECOND_PREMISE,
  /** One by one the first, the second and the third way. */
  MIXED;

  MemoryModel of(MemoryModel model) {
    List<Law> laws = model.definition().laws();
    ModelDefinition disguised =
        model
            .definition()
            .withLaws(laws.stream().map(law -> disguised(law, laws.indexOf(law))).toList());
    return MemoryModel.compile(disguised);
  }

  private Law disguised(Law law, int number) {
    Formula premise = law.premise();
    Formula conclusion = law.conclusion();
    return switch (this) {
      case DOUBLE_NEGATION -> law(law, new Formula.Not(new Formula.Not(premise)), conclusion);
      case CONTRAPOSITIVE -> law(law, new Formula.Not(conclusion), new Formula.Not(premise));
      case SECOND_PREMISE ->
          law(law, Formula.and(List.of(premise, new Formula.Not(conclusion))), conclusion);
      case MIXED -> values()[number % 3].disguised(law, number);
    };
  }

  private static Law law(Law law, Formula premise, Formula conclusion) {
    return new Law(law.name(), law.variables(), premise, conclusion, law.span());
  }
}
