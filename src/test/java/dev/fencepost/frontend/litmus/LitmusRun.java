// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.machine.step.MemoryViews;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.transition.TransitionSystem;

/** A litmus test run to its end under a memory model. */
public record LitmusRun(FinalStates finalStates, long states, boolean boundHit) {

  public static LitmusRun of(LitmusTest test, MemoryModel model) {
    LitmusRun run = upToBound(test, model);
    assertThat(run.boundHit()).as(test.name()).isFalse();
    return run;
  }

  /** The run of a test whose loops may reach the window's bound. */
  public static LitmusRun upToBound(LitmusTest test, MemoryModel model) {
    RelaxedMachine machine = new RelaxedMachine(test.checked(), model, MachineOptions.DEFAULT);
    return of(test, machine, machine);
  }

  /** The run of a test reduced by partial order. */
  public static LitmusRun reduced(LitmusTest test, MemoryModel model) {
    RelaxedMachine machine = new RelaxedMachine(test.checked(), model, MachineOptions.DEFAULT);
    return of(test, machine, new PartialOrderReduction(machine.actions().orElseThrow()));
  }

  private static LitmusRun of(LitmusTest test, RelaxedMachine machine, TransitionSystem system) {
    MemoryViews views = machine.newViews();
    FinalStates finalStates = new FinalStates(test);
    SearchListener listener =
        new SearchListener() {
          @Override
          public void endState(byte[] bytes, int offset, int length) {
            finalStates.add(views.of(bytes, offset));
          }
        };
    SearchResult result = Search.run(system, SearchOptions.usual(), listener);
    assertThat(result.outcome()).as(test.name()).isInstanceOf(Complete.class);
    return new LitmusRun(finalStates, result.states(), result.boundHit());
  }
}
