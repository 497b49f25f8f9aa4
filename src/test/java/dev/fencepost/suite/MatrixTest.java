// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.LongTest;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.source.InvalidInputException;
import org.junit.jupiter.api.Test;

/** The matrix of work-packet collectors: how many checks it has, and that all come out. */
class MatrixTest {
  @Test
  void countsTheChecksOfThePaper() throws InvalidInputException {
    TableSpec spec = TableSpec.named("mplr22");
    assertThat(spec.runs()).hasSize(582).doesNotHaveDuplicates();
    assertThat(spec.runs()).filteredOn(run -> !run.mustHold()).hasSize(18);
    assertThat(spec.runs())
        .filteredOn(
            run -> run.row().name().contains("idle") && run.variant().value().equals("memory"))
        .filteredOn(run -> run.column().name().equals("mmtk-relaxed"))
        .hasSize(52);
  }

  private static Table small(String layer) throws InvalidInputException {
    String text =
        """
        # A small matrix
        models mmtk-relaxed mmtk-sc
        vary metadata = memory atomic
        needs atomic = litmus/metadata/%s.litmus as mmtk-sc
        row "idle" = gc/stw/stw.packets in garbage with none check all-marked garbage-unmarked
        published about an hour
        """
            .formatted(layer);
    return TableRunner.run(
        TableSpec.parse("x", "x.runs", text),
        1,
        Strategy.usual(),
        CheckListener.NONE,
        KnownResults.none());
  }

  @Test
  void isWrittenAsTextMarkdownAndCells() throws InvalidInputException {
    Table matrix = small("metadata");
    assertThat(matrix.agreement()).isEqualTo(Agreement.AS_EXPECTED);
    assertThat(matrix.text()).contains("idle").contains("published: about an hour");
    assertThat(matrix.markdown()).contains("| idle | 8 | 8 | 8 | 0 | 0 |").contains("8 checks, ");
    assertThat(matrix.cells()).hasSize(8).allMatch(TableCell::asPublished);
    assertThat(matrix.cells().getFirst().key())
        .isEqualTo(new CellKey("idle, garbage: all-marked", "mmtk-relaxed", "memory"));
  }

  /** MPLR'22, section 8: first that metadata primitives are atomic, then what is built on it. */
  @Test
  void checksTheLowerLayerFirst() throws InvalidInputException {
    Table matrix = small("metadata");
    assertThat(matrix.layers())
        .containsExactly(
            "metadata=atomic may be used: library/litmus/metadata/metadata.litmus has the same 152"
                + " final states under mmtk-relaxed, mmtk-sc");
    assertThat(matrix.text()).contains(matrix.layers().getFirst());
    Table wrong = small("metadata-unawaited");
    assertThat(wrong.agreement()).isEqualTo(Agreement.DIFFERENT);
    assertThat(wrong.layers())
        .containsExactly(
            "metadata=atomic may not be used: library/litmus/metadata/metadata-unawaited.litmus has"
                + " other final states than under mmtk-sc: mmtk-relaxed");
  }

  @Test
  @LongTest
  void everyCheckOfThePaperIsAsItMustBe() throws InvalidInputException {
    Table matrix =
        TableRunner.run(
            TableSpec.named("mplr22"),
            2,
            Strategy.usual(),
            CheckListener.NONE,
            KnownResults.none());
    assertThat(matrix.results().size()).isEqualTo(582);
    assertThat(matrix.agreement()).isEqualTo(Agreement.AS_EXPECTED);
    assertThat(matrix.layers())
        .singleElement()
        .asString()
        .startsWith("metadata=atomic may be used");
    assertThat(matrix.text()).contains("582").contains("every cell as published");
    assertThat(matrix.csv().lines()).hasSize(583);
  }
}
