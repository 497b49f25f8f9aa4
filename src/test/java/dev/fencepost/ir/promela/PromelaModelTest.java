// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.promela.PromelaModel.Atom;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Models made of others, and the statements that types and blocks have. */
class PromelaModelTest {
  private static final Statement SKIP = new Statement.Skip();
  private static final Statement END = new Statement.End();
  private static final Statement ELSE = new Statement.Else();

  private static Transition transition(Statement statement, int target) {
    return new Transition(statement, target, false, 0, Origin.of("here"));
  }

  private static ControlPoint point(Transition... transitions) {
    return new ControlPoint(List.of(transitions), false, false, false);
  }

  private static ProcessType type(String name, ControlPoint... points) {
    return new ProcessType(name, List.of(), 0, 0, List.of(points), 1, Optional.empty());
  }

  /** A model with two atoms, a property that reads the second one, and never claims. */
  private static PromelaModel model(ProcessType... claims) {
    PromelaExpr yes = new PromelaExpr.Constant(1);
    return new PromelaModel(
        List.of(),
        0,
        List.of(type("main", point())),
        List.of(0),
        List.of(claims),
        List.of(new LtlProperty("live", "<> p0", List.of(1), SourceSpan.NONE)),
        List.of(new Atom("a", yes), new Atom("b", yes)),
        Map.of(),
        true,
        Optional.empty());
  }

  @Test
  void progressIsOneMorePropertyWithAnAtomOfItsOwn() {
    PromelaModel progress = model().withProgress();
    assertThat(progress.properties())
        .extracting(LtlProperty::name)
        .containsExactly("live", "progress");
    LtlProperty added = progress.properties().getLast();
    assertThat(added.formula()).isEqualTo("[] <> ! p0");
    assertThat(added.atoms()).containsExactly(2);
    assertThat(progress.atoms().get(2).value()).isEqualTo(new PromelaExpr.NonProgress());
    assertThat(progress.properties().getFirst()).isEqualTo(model().properties().getFirst());
  }

  @Test
  void aModelAloneHasNoClaims() {
    PromelaModel claimed = model(type("never", point()), type("other", point()));
    assertThat(claimed.claim()).map(ProcessType::name).contains("never");
    assertThat(claimed.withoutClaims()).isEqualTo(model());
    assertThat(claimed.withoutClaims().claim()).isEmpty();
    assertThat(claimed.withProgress()).isEqualTo(model().withProgress());
  }

  @Test
  void aTypeHasTheTransitionsOfAllItsPoints() {
    Transition first = transition(SKIP, 2);
    Transition second = transition(ELSE, 2);
    Transition last = transition(END, 0);
    assertThat(type("t", point(), point(first, second), point(last)).transitions())
        .containsExactly(first, second, last);
  }

  @Test
  void aBlockHasItsGuardsAndTheStatementsInside() {
    Statement.BlockPoint choice =
        new Statement.BlockPoint(
            List.of(
                new Statement.Branch(Optional.empty(), 1),
                new Statement.Branch(Optional.of(SKIP), 1)));
    Statement.BlockPoint last =
        new Statement.BlockPoint(List.of(new Statement.Branch(Optional.of(END), 2)));
    Statement.Block block = new Statement.Block(List.of(ELSE), 0, List.of(choice, last));
    assertThat(block.statements()).as("a choice is no statement").containsExactly(ELSE, SKIP, END);
    assertThat(block.end()).isEqualTo(2);
  }
}
