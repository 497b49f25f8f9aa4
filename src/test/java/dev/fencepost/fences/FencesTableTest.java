// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.fences.FencesResult.Ending;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.TableSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All searches of {@code table fences}: each patched source holds, and is C. */
class FencesTableTest {
  @TempDir Path folder;
  private final Inputs inputs = new Inputs();

  @Test
  void everyPatchedSourceHoldsAndCompiles() throws InvalidInputException {
    TableSpec spec = TableSpec.named(FencesTable.NAME);
    Set<String> diffs = new HashSet<>();
    for (TableSpec.Row row : spec.rows()) {
      List<List<String>> cells = new ArrayList<>(spec.models().stream().map(List::of).toList());
      cells.add(spec.models());
      for (List<String> models : cells) {
        FencesTask task = FencesTable.task(spec, row, models, 1);
        FencesResult result = Synthesis.run(task, FencesListener.NONE);
        assertThat(result.ending()).isNotInstanceOf(Ending.Stopped.class);
        for (Answer answer : result.answers()) {
          check(task, answer.patch());
          diffs.add(answer.patch().diff());
        }
      }
    }
    assertThat(diffs).hasSizeGreaterThan(10);
    assumeTrue(
        PatchCompiler.command().isPresent(),
        () -> "no C compiler on this machine: not compiled are " + diffs.size() + " patches");
  }

  private void check(FencesTask task, Patch patch) throws InvalidInputException {
    for (CheckTask check : task.checks()) {
      LoadedSource patched = LoadedSource.patched(check, patch.texts());
      Checker.check(check, patched, inputs.model(check.model()), CheckListener.NONE).assertHolds();
    }
    new PatchCompiler(folder).compile(patch, task.checks().getFirst());
  }
}
