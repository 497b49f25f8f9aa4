// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.fencepost.check.CheckResult;
import dev.fencepost.junit.FencepostTest.Expected;
import dev.fencepost.junit.FencepostTest.Inconclusive;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** Tests that checks make, run by JUnit inside a test. */
class FencepostExtensionTest {
  private static final String CHICKEN = "library/gc/chicken/chicken.c";
  private static final String LOST_WRITES = "library/gc/chicken/chicken-broken.c";

  /** What users write. */
  @SuppressWarnings("JUnitMethodDeclaration")
  static final class Models {
    @FencepostTest(
        value = CHICKEN,
        models = {"sc", "x86"},
        defines = "SCENARIO=WR")
    void holds(CheckResult result) {
      result.assertReached("copy committed");
    }

    @FencepostTest(value = CHICKEN, models = "sc", defines = "SCENARIO=WR")
    void fails(CheckResult result) {
      result.assertReached("nothing of this name");
    }

    @FencepostTest(value = LOST_WRITES, models = "sc", defines = "SCENARIO=WR")
    void violated() {}

    @FencepostTest(
        value = LOST_WRITES,
        models = "sc",
        defines = "SCENARIO=WR",
        expected = Expected.VIOLATED)
    void brokenOnPurpose() {}

    @FencepostTest(
        value = CHICKEN,
        models = "sc",
        defines = "SCENARIO=WR",
        expected = Expected.VIOLATED)
    void holdsUnexpectedly() {}

    @FencepostTest(value = CHICKEN, models = "sc", states = 5)
    void limited() {}

    @FencepostTest(value = CHICKEN, models = "sc", states = 5, inconclusive = Inconclusive.ABORTS)
    void limitedAndAborted() {}

    @FencepostTest(
        value = CHICKEN,
        models = "sc",
        defines = {"SCENARIO=WR", "NO_SUCH_NAME"},
        strict = true)
    void warned() {}

    @FencepostTest("no-such-file.c")
    void missing() {}
  }

  private static Events run(String method) {
    String parameters =
        List.of("holds", "fails").contains(method) ? "(" + CheckResult.class.getName() + ")" : "()";
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(Models.class.getName() + "#" + method + parameters))
        .execute()
        .allEvents();
  }

  private static String failure(String method) {
    List<Event> failed = run(method).failed().list();
    assertThat(failed).hasSize(1);
    return failed
        .getFirst()
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .orElseThrow()
        .getMessage();
  }

  @Test
  void aTestForEachModelNamedAsChecksAre() {
    Events events = run("holds");
    events.assertStatistics(statistics -> statistics.failed(0));
    assertThat(events.dynamicallyRegistered().list())
        .extracting(event -> event.getTestDescriptor().getDisplayName())
        .containsExactly(CHICKEN + " WR, sc", CHICKEN + " WR, x86");
  }

  @Test
  void theBodyLooksFurther() {
    assertThat(failure("fails")).contains("no run reaches \"nothing of this name\"");
  }

  @Test
  void aViolatedModelFailsWithItsRun() {
    assertThat(failure("violated"))
        .startsWith(LOST_WRITES + " WR, sc: violated")
        .contains(" step ", "fails:", "assertion failed");
  }

  @Test
  void aModelThatIsBrokenOnPurposePasses() {
    run("brokenOnPurpose").assertStatistics(statistics -> statistics.failed(0));
    assertThat(failure("holdsUnexpectedly")).contains("holds, and was expected to be violated");
  }

  @Test
  void inconclusiveFailsOrAborts() {
    assertThat(failure("limited")).contains("inconclusive", "--states");
    run("limitedAndAborted").assertStatistics(statistics -> statistics.failed(0).aborted(1));
  }

  @Test
  void warningsCountWhereStrict() {
    assertThat(failure("warned")).contains("holds, but", "NO_SUCH_NAME");
  }

  @Test
  void badInputIsAFailureWithItsMessage() {
    assertThat(failure("missing")).contains("no-such-file.c");
  }
}
