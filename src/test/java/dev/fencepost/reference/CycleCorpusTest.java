// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.LongTest;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.reference.CycleCorpus.Row;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Thousands of final-state sets of litmus tests, generated from cycles of relaxations. Each set is
 * that of three judges: the machine, the reference machine and the axioms. The machine is compared
 * with the file in every build, the judges with each other by the long test. {@code
 * -Dfencepost.full=true -Dfencepost.docs=update} writes the file, if they agree.
 */
class CycleCorpusTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));
  private static final Path CLASSIC = Path.of("src/test/resources/litmus-cycles/classic.txt");
  private static final int WINDOW = 64;
  private static final int STATES = 5_000_000;

  private final CycleDialect dialect = new ClassicDialect();

  @Test
  void machineHasTheFinalStatesOfTheCorpus() throws IOException, LimitException {
    List<String> differences = new ArrayList<>();
    CycleCorpus corpus = CycleCorpus.read(CLASSIC);
    for (Row row : corpus.rows()) {
      CheckedProgram program = dialect.program(row.cycle());
      for (int i = 0; i < corpus.models().size(); i++) {
        String model = corpus.models().get(i);
        Set<String> found = machine(program, ReferenceModels.named(model));
        if (!found.equals(row.finals().get(i))) {
          differences.add(row.name() + " under " + model + " has " + found);
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  @Test
  void everyCycleOfTheAlphabetHasARowUnderEveryModel() throws IOException {
    CycleCorpus corpus = CycleCorpus.read(CLASSIC);
    List<String> expected = new ArrayList<>();
    CycleAlphabet.classic().forEach((name, cycle) -> expected.add(name + " " + cycle));
    assertThat(corpus.rows()).extracting(row -> row.name() + " " + row.cycle()).isEqualTo(expected);
    assertThat(corpus.models()).isEqualTo(models());
    assertThat(corpus.rows()).allMatch(row -> row.finals().size() == models().size());
  }

  @Test
  @LongTest
  void machineReferenceMachineAndAxiomsAgree() throws IOException, LimitException {
    List<Row> rows = new ArrayList<>();
    for (Cycle cycle : CycleAlphabet.classic().sequencedValues()) {
      CheckedProgram program = dialect.program(cycle);
      List<Set<String>> finals = new ArrayList<>();
      for (MemoryModel model : ReferenceModels.all()) {
        Set<String> found = machine(program, model);
        String what = cycle.name() + " (" + cycle + ") under " + model.name();
        assertThat(found).as("%s, reference", what).isEqualTo(reference(program, model));
        assertThat(found).as("%s, axioms", what).isEqualTo(axioms(program, model));
        finals.add(found);
      }
      rows.add(new Row(cycle.name(), cycle, finals));
    }
    CycleCorpus corpus = new CycleCorpus(models(), rows);
    if (UPDATE) {
      corpus.write(CLASSIC);
    }
    assertThat(CycleCorpus.read(CLASSIC)).isEqualTo(corpus);
  }

  private static List<String> models() {
    return ReferenceModels.all().stream().map(MemoryModel::name).toList();
  }

  private static Set<String> machine(CheckedProgram program, MemoryModel model)
      throws LimitException {
    ReferenceResult result = new RealMachine(program, model, WINDOW).explore(STATES);
    assertThat(result.complete()).isTrue();
    return CycleCorpus.texts(result.finals());
  }

  private static Set<String> reference(CheckedProgram program, MemoryModel model) {
    ReferenceMachine machine = new ReferenceMachine(program, model, ReferenceMachine.NO_BOUND);
    return CycleCorpus.texts(machine.explore(STATES).finals());
  }

  private static Set<String> axioms(CheckedProgram program, MemoryModel model) {
    AxiomaticModel.Order order = AxiomaticModel.Order.of(model.name());
    return CycleCorpus.texts(new AxiomaticModel(program.program(), order).finals());
  }
}
