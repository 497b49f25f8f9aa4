// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.machine.step.Observer;
import dev.fencepost.machine.step.StepLog;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Footprint;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.reference.RandomReaders;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An access that is found to come after an action does: random runs of straight random programs,
 * each state of which is looked at. {@code -Dfencepost.seed=N} for other programs, {@code
 * -Dfencepost.programs=N} for so many.
 */
class EnablersTest {
  private static final int PROGRAMS =
      Integer.getInteger("fencepost.programs", Boolean.getBoolean("fencepost.full") ? 5_000 : 150);

  private static final int RUNS = 20;

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "pso-no", "rmo-full", "rmo-no", "armv8", "riscv"})
  void comeFirst(String model) throws LimitException {
    long seed = Long.getLong("fencepost.seed", 1);
    int claims = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      Runs runs = new Runs(RandomReaders.straight(seed * PROGRAMS + i), model);
      SplittableRandom random = new SplittableRandom(seed * PROGRAMS + i);
      for (int run = 0; run < RUNS; run++) {
        runs.go(random);
      }
      claims += runs.claims;
    }
    assertThat(claims).isGreaterThan(model.equals("sc") ? -1 : PROGRAMS);
  }

  /** An access of a run; a store-conditional that fails is one of no cell. */
  private record Access(int thread, Code code, int cell) {
    boolean writes() {
      return code.kind != MemoryAccess.READ;
    }
  }

  /** What was found of a thread in a state, and the positions of its actions. */
  private record Found(ThreadActions actions, List<Integer> positions) {}

  private static final class Runs implements Observer {
    private final MachineGenerator generator;
    private final ActionFinder finder;
    private final State state;
    private final Successors successors = new Successors();
    private final List<Access> heard = new ArrayList<>();
    private final List<List<Access>> bySuccessor = new ArrayList<>();
    int claims;

    Runs(CheckedProgram program, String model) {
      CompiledMachine machine =
          new CompiledMachine(
              program, BuiltInModels.named(model).orElseThrow(), new MachineOptions(64));
      generator = new MachineGenerator(machine, this);
      CheckedProgram mapped = machine.checked;
      Futures futures = new Futures(machine.program, mapped.footprints(), mapped.properties());
      finder = new ActionFinder(machine, futures, generator.local.operands);
      state = new State(machine.program);
    }

    void go(SplittableRandom random) throws LimitException {
      List<List<Found>> states = new ArrayList<>();
      List<List<Access>> steps = new ArrayList<>();
      bySuccessor.clear();
      generator.initial(successors);
      while (successors.count() > 0) {
        int chosen = random.nextInt(successors.count());
        steps.add(bySuccessor.get(chosen));
        byte[] bytes = successors.state(chosen);
        states.add(find(bytes));
        bySuccessor.clear();
        generator.successors(bytes, 0, bytes.length, successors);
      }
      for (int i = 0; i < states.size(); i++) {
        for (int thread = 0; thread < states.get(i).size(); thread++) {
          compare(thread, states.get(i).get(thread), steps.subList(i + 1, steps.size()));
        }
      }
    }

    private List<Found> find(byte[] bytes) {
      PackedState packed = new PackedState();
      generator.codec.locate(bytes, 0, packed);
      generator.codec.unpack(bytes, 0, state, packed);
      List<Found> found = new ArrayList<>();
      for (int number = 0; number < state.threadCount; number++) {
        ThreadActions actions = finder.find(state, number, packed);
        List<Integer> positions = new ArrayList<>();
        for (Action action : actions.actions) {
          boolean atFetch = action.index() == StepLog.AT_FETCH;
          ThreadState thread = state.threads[number];
          positions.add(atFetch ? thread.pc : thread.code[action.index()].pc);
        }
        found.add(new Found(actions, positions));
      }
      return found;
    }

    /** Code is straight: each position is passed once. */
    private void compare(int thread, Found found, List<List<Access>> steps) {
      Set<Integer> passed = new HashSet<>();
      for (List<Access> step : steps) {
        for (Access access : step) {
          if (access.thread() == thread) {
            passed.add(access.code().pc);
            if (access.cell() != Effect.NO_CELL) {
              compare(found, access, passed);
            }
          }
        }
      }
    }

    private void compare(Found found, Access access, Set<Integer> passed) {
      ThreadActions actions = found.actions();
      if (has(actions.later, access)) {
        return;
      }
      boolean after = false;
      for (int i = 0; i < actions.actions.length; i++) {
        Action action = actions.actions[i];
        boolean may = has(action.own(), access) || has(action.behind(), access);
        after |= may && passed.contains(found.positions().get(i));
      }
      claims++;
      assertThat(after).as("%s of cell %d", access.code().instruction, access.cell()).isTrue();
    }

    private static boolean has(Footprint cells, Access access) {
      return Footprint.has(access.writes() ? cells.writes : cells.reads, access.cell());
    }

    @Override
    public void performed(int thread, int index, Code code, Effect effect) {
      boolean failed = code.opcode == Opcode.STORE_CONDITIONAL;
      if (code.isAccess() && (failed || effect.cell() != Effect.NO_CELL)) {
        heard.add(new Access(thread, code, effect.cell()));
      }
    }

    @Override
    public void emitted(State emitted) {
      bySuccessor.add(List.copyOf(heard));
    }

    @Override
    public void begin() {
      heard.clear();
    }

    @Override
    public int remember() {
      return heard.size();
    }

    @Override
    public void forget(int remembered) {
      heard.subList(remembered, heard.size()).clear();
    }

    @Override
    public void fetched(int thread, Code code) {}

    @Override
    public void left(int thread, int index) {}

    @Override
    public void local(int thread, Code code, String text) {}

    @Override
    public void failed(int thread, Code code, String message, long[] operands, int first) {}

    @Override
    public void started(int thread, int declaration) {}
  }
}
