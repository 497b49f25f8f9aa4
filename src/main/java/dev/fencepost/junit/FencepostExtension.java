// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.junit;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.ModelNames;
import dev.fencepost.check.Scenarios;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes the tests of {@link FencepostTest}. */
final class FencepostExtension implements TestTemplateInvocationContextProvider {

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getElement(), FencepostTest.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    FencepostTest test =
        AnnotationSupport.findAnnotation(context.getElement(), FencepostTest.class).orElseThrow();
    Inputs inputs = new Inputs();
    try {
      return tasks(test, inputs).stream().map(task -> new CheckInvocation(test, task, inputs));
    } catch (InvalidInputException e) {
      throw new ExtensionConfigurationException(e.toString(), e);
    }
  }

  private static List<CheckTask> tasks(FencepostTest test, Inputs inputs)
      throws InvalidInputException {
    List<CheckTask> tasks = new ArrayList<>();
    for (String file : test.value()) {
      List<String> models =
          test.models().length == 0
              ? ModelNames.usual(FrontEnds.of(file))
              : ModelNames.expanded(List.of(test.models()));
      CheckTask task = CheckTask.of(file, models.getFirst()).withBounds(bounds(test));
      for (String define : test.defines()) {
        String[] parts = define.split("=", 2);
        task = task.withDefine(parts[0], parts.length == 1 ? "1" : parts[1]);
      }
      for (CheckTask scenario : Scenarios.tasks(task)) {
        for (CheckTask kind : inputs.tasks(scenario, test.fair())) {
          models.forEach(model -> tasks.add(kind.withModel(model)));
        }
      }
    }
    inputs.require(tasks);
    return tasks;
  }

  private static Bounds bounds(FencepostTest test) {
    Bounds bounds = Bounds.none();
    bounds = test.seconds() == 0 ? bounds : bounds.withTime(Duration.ofSeconds(test.seconds()));
    return test.states() == 0 ? bounds : bounds.withStates(test.states());
  }
}
