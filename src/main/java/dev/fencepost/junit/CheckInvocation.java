// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.junit;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.Scenarios;
import dev.fencepost.junit.FencepostTest.Expected;
import dev.fencepost.junit.FencepostTest.Inconclusive;
import dev.fencepost.report.TextTrace;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** One check as a test. */
final class CheckInvocation
    implements TestTemplateInvocationContext, BeforeEachCallback, ParameterResolver {
  private final FencepostTest test;
  private final CheckTask task;
  private final Inputs inputs;
  private @Nullable CheckResult result;

  CheckInvocation(FencepostTest test, CheckTask task, Inputs inputs) {
    this.test = test;
    this.task = task;
    this.inputs = inputs;
  }

  @Override
  public String getDisplayName(int index) {
    String scenario = task.defines().get(Scenarios.DEFINE);
    return task.file() + (scenario == null ? "" : " " + scenario) + ", " + task.title();
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(this);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws InvalidInputException {
    CheckResult found = Checker.check(task, inputs, CheckListener.NONE);
    result = found;
    String name = getDisplayName(0) + ": ";
    switch (found.verdict()) {
      case Verdict.Violated violated when test.expected() == Expected.HOLDS ->
          throw new AssertionFailedError(
              name + "violated\n\n" + found.runText(TextTrace.Layout.FILE));
      case Verdict.Violated violated -> {}
      case Verdict.Inconclusive(String limit) -> doubt(name + "inconclusive, " + limit);
      case Verdict.Holds holds when test.expected() == Expected.VIOLATED ->
          throw new AssertionFailedError(name + "holds, and was expected to be violated");
      case Verdict.Holds holds -> {
        if (found.isBounded()) {
          doubt(name + "holds only within a window of " + holds.window().getAsInt());
        }
        if (test.strict() && !found.warnings().isEmpty()) {
          doubt(name + "holds, but " + found.warnings());
        }
      }
    }
  }

  private void doubt(String message) {
    if (test.inconclusive() == Inconclusive.ABORTS) {
      throw new TestAbortedException(message);
    }
    throw new AssertionFailedError(message);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == CheckResult.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return Objects.requireNonNull(result);
  }
}
