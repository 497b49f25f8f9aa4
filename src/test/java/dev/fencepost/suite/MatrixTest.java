// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The matrix of work-packet collectors: how many checks it has, and that all come out. */
class MatrixTest {
  private static final String FILE = "library/tables/mplr22.matrix";

  private static MatrixSpec published() throws InvalidInputException {
    return MatrixSpec.parse(FILE, PackedLibrary.text(FILE).orElseThrow());
  }

  @Test
  void countsTheChecksOfThePaper() throws InvalidInputException {
    MatrixSpec spec = published();
    assertThat(spec.runs()).hasSize(582).doesNotHaveDuplicates();
    assertThat(spec.runs()).filteredOn(run -> !run.mustHold()).hasSize(18);
    assertThat(spec.runs())
        .filteredOn(run -> run.row().name().contains("idle") && run.value().equals("memory"))
        .filteredOn(run -> run.model().equals("mmtk-relaxed"))
        .hasSize(52);
  }

  @Test
  void tellsWhichLineItCannotRead() {
    assertThatThrownBy(() -> MatrixSpec.parse("x.matrix", "models sc\nrun something\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("x.matrix:2:1");
  }

  @Test
  @EnabledIfSystemProperty(named = "fencepost.full", matches = "true")
  void everyCheckOfThePaperIsAsItMustBe() throws InvalidInputException {
    Matrix matrix = Matrix.run("mplr22", 2, CheckListener.NONE);
    assertThat(matrix.checks()).isEqualTo(582);
    assertThat(matrix.different()).isEmpty();
    assertThat(matrix.text()).contains("582").contains("everything as it must be");
    assertThat(matrix.csv().lines()).hasSize(583);
  }
}
