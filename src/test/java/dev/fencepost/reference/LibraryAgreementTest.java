// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.ModelNames;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.ExpectationFiles;
import dev.fencepost.suite.Scenario;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * The real machine against the reference machine on the collectors of the library: the same
 * verdict, marks and final states. Where the reference machine comes to its limit of states, what
 * it has found by then must be among what the real machine finds; such checks are reported as left
 * out.
 *
 * <p>A loop for ever is one of two turns here, as the two count what a window holds differently. Of
 * each collector the first model, under sc and tso; {@code -Dfencepost.full=true} for a sample of
 * everything and more states, {@code -Dfencepost.states=1000000} for as many as you like.
 */
class LibraryAgreementTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int STATES = Integer.getInteger("fencepost.states", FULL ? 30_000 : 20_000);
  private static final int MOST = 5_000_000;

  /** Of all models of the library, under all memory models, one check in so many. */
  private static final int SAMPLE = 5;

  private static final int WINDOW = 64;

  private final List<String> different = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();
  private int compared;

  @Test
  void bothMachinesFindTheSame(TestReporter reporter)
      throws IOException, InvalidInputException, LimitException {
    long number = Long.getLong("fencepost.seed", 1);
    for (Path model : ExpectationFiles.models(Path.of("library", "gc"))) {
      String file = model.getFileName().toString();
      if (!file.endsWith(".c") || !FULL && file.contains("-")) {
        continue;
      }
      for (Scenario scenario : ExpectationFiles.read(model).orElseThrow().scenarios()) {
        for (String name : FULL ? ModelNames.expanded(List.of("sparc")) : List.of("sc", "tso")) {
          if (!FULL || number++ % SAMPLE == 0) {
            compare(model, finite(scenario), ReferenceModels.named(name));
          }
        }
      }
    }
    reporter.publishEntry(
        compared + " checks compared, of these not to the end: " + String.join("; ", leftOut));
    assertThat(different).isEmpty();
    assertThat(compared - leftOut.size()).as("compared to the end").isGreaterThan(10);
  }

  private static Scenario finite(Scenario scenario) {
    boolean forEver = scenario.word().contains("LOOP") && !scenario.word().contains("LOOPS=");
    return forEver ? new Scenario(scenario.word() + ",LOOPS=2") : scenario;
  }

  private void compare(Path file, Scenario scenario, MemoryModel model)
      throws InvalidInputException, LimitException {
    CheckedProgram program = LibraryPrograms.read(file, scenario.defines());
    ReferenceResult reference = new ReferenceMachine(program, model, WINDOW).explore(STATES);
    ReferenceResult real = new RealMachine(program, model, WINDOW).explore(MOST);
    String what = file.getFileName() + " " + scenario.word() + " " + model.name();
    compared++;
    if (!reference.complete()) {
      leftOut.add(what);
    }
    boolean agree =
        reference.complete() ? MachineComparison.agree(reference, real) : isWithin(reference, real);
    if (!agree) {
      different.add(what + ": reference " + summary(reference) + ", machine " + summary(real));
    }
  }

  private static boolean isWithin(ReferenceResult part, ReferenceResult all) {
    return all.finals().containsAll(part.finals())
        && (part.violations().isEmpty() || !all.violations().isEmpty())
        && (!all.violations().isEmpty() || all.marks().containsAll(part.marks()));
  }

  private static String summary(ReferenceResult result) {
    return result.finals().size()
        + " final states, "
        + result.violations()
        + ", "
        + result.marks()
        + (result.complete() ? "" : ", not complete");
  }
}
