// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Fencepost;
import dev.fencepost.check.LitmusChecker;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.frontend.litmus.FinalStates.FinalState;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.ir.Expr;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Litmus tests of the library, exported in the uniform form, have exactly the final states that the
 * machine finds: each can be reached, and no other.
 */
class LitmusExportTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final List<String> MODELS =
      FULL
          ? List.of(
              "tso",
              "rmo-no",
              "tso-nmca",
              "rmo-nmca-no",
              "tso-coherent",
              "rmo-coherent-no",
              "rmo-cumulative",
              "itanium",
              "upc")
          : List.of("rmo-no", "tso-nmca", "rmo-cumulative", "itanium");

  /** Of how many tests one is run where not all are. */
  private static final int EVERY = FULL ? 1 : 12;

  private int compared;

  @Test
  void exportedTestsHaveTheSameFinalStates() throws IOException, InvalidInputException {
    List<Path> files;
    try (Stream<Path> all = Files.list(Path.of("library/litmus"))) {
      files = all.filter(file -> file.toString().endsWith(".litmus")).sorted().toList();
    }
    for (int i = 0; i < files.size(); i += EVERY) {
      LitmusTest test =
          LitmusFrontEnd.parse(files.get(i).toString(), Files.readString(files.get(i)));
      for (String model : MODELS) {
        compare(test, model);
      }
    }
    assertThat(compared).isGreaterThan(files.size() * MODELS.size() / EVERY / 2);
  }

  private void compare(LitmusTest test, String name) throws InvalidInputException {
    LoadedModel loaded = LoadedModel.of(name);
    MemoryModel model = loaded.model();
    CheckTask task = CheckTask.of(test.name(), name);
    List<FinalState> states =
        LitmusChecker.run(task, test, loaded, CheckListener.NONE).finalStates().all();
    List<CheckedProgram> each = states.stream().map(test::refuting).toList();
    try {
      assertThat(holds(noOther(test, each), model)).as(name + " " + test.name()).isTrue();
      for (CheckedProgram program : each) {
        String state = program.properties().get(0).name();
        assertThat(holds(program, model)).as(name + " " + test.name() + " " + state).isFalse();
      }
      compared++;
    } catch (InvalidInputException e) {
      assertThat(e).hasMessageContaining("cannot be exported");
      System.out.println(test.name() + ", " + name + ": " + e.getMessage());
    }
  }

  private static boolean holds(CheckedProgram program, MemoryModel model)
      throws InvalidInputException {
    String text = PromelaExport.of(program, model, Form.UNIFORM, 0);
    return Fencepost.checkText("exported.pml", text).run().holds();
  }

  /** That the test ends in one of the states that are refuted one by one. */
  private static CheckedProgram noOther(LitmusTest test, List<CheckedProgram> refuted) {
    List<Expr> some = new ArrayList<>(List.of(Expr.constant(0)));
    for (CheckedProgram program : refuted) {
      if (program.properties().get(0) instanceof Property.FinalCondition condition) {
        Expr is = new Expr.Unary(Expr.UnaryOperator.NOT, condition.condition());
        some.set(0, new Expr.Binary(Expr.BinaryOperator.OR, some.get(0), is));
      }
    }
    Property ends = new Property.FinalCondition("one of these", some.get(0), SourceSpan.NONE);
    return new CheckedProgram(test.checked().program(), List.of(ends));
  }
}
