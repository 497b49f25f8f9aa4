// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.TraceStep.Kind;
import dev.fencepost.trace.TraceStep.Pending;
import dev.fencepost.trace.TraceStep.ThreadView;
import dev.fencepost.trace.TraceStep.Wait;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An access under way that cannot go has a reason, also where no law names one. */
class WalkTest {
  private static final Wait LAW = new Wait(0, "a law");
  private static final Wait OTHER = new Wait(-1, "it reads later");

  private static Pending pending(int access, Wait... waits) {
    return new Pending("access " + access, access, List.of(waits));
  }

  private static ThreadView view(Pending... window) {
    return new ThreadView("t", "here", SourceSpan.NONE, List.of(), List.of(window));
  }

  private static TraceStep step(int thread, int access, ThreadView... views) {
    return new TraceStep(
        thread,
        Kind.LOAD,
        Origin.of("r = x"),
        access,
        "reads 0",
        List.of(),
        List.of(),
        List.of(views),
        List.of());
  }

  private static Walk walk(List<TraceStep> choices, TraceStep... steps) {
    return new Walk(List.of("a", "b"), List.of(steps), List.of(), choices, Optional.empty());
  }

  private static List<List<Wait>> waits(TraceStep step, int thread) {
    return step.views().get(thread).window().stream().map(Pending::waits).toList();
  }

  @Test
  void onlyAccessesWithoutAStepAndWithoutAReasonGetOne() {
    ThreadView first = view(pending(3), pending(4), pending(5, LAW), pending(-1));
    Walk walk = walk(List.of(step(0, 3)), step(-1, -1, first)).withReason("it reads later");
    assertThat(waits(walk.steps().getLast(), 0))
        .containsExactly(List.of(), List.of(OTHER), List.of(LAW), List.of());
  }

  @Test
  void aStepOfAnotherThreadIsNotTheStepOfAnAccess() {
    Walk walk =
        walk(List.of(step(1, 3)), step(-1, -1, view(pending(3)), view(pending(3))))
            .withReason("it reads later");
    assertThat(waits(walk.steps().getLast(), 0)).containsExactly(List.of(OTHER));
    assertThat(waits(walk.steps().getLast(), 1)).containsExactly(List.of());
  }

  @Test
  void stepsBeforeTheLastStayAsTheyWere() {
    Walk walk =
        walk(List.of(), step(-1, -1, view(pending(3))), step(0, 2, view(pending(3))))
            .withReason("it reads later");
    assertThat(walk.steps()).hasSize(2);
    assertThat(waits(walk.steps().getFirst(), 0)).containsExactly(List.of());
    assertThat(waits(walk.steps().getLast(), 0)).containsExactly(List.of(OTHER));
  }

  @Test
  void whatWindowsHoldBesidesTheReasonStays() {
    Walk before = walk(List.of(step(0, 3)), step(-1, -1, view(pending(3), pending(4))));
    Walk after = before.withReason("it reads later").withEnd(new Walk.End.Stuck());
    assertThat(after.threads()).isEqualTo(before.threads());
    assertThat(after.choices()).isEqualTo(before.choices());
    assertThat(after.end()).contains(new Walk.End.Stuck());
    assertThat(after.steps().getLast().views().getFirst().window())
        .extracting(Pending::text)
        .containsExactly("access 3", "access 4");
  }
}
