// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where loads run ahead, steps that are remembered are those that are computed: on random programs
 * each state has the same successors, in the same order, with the cache and without. {@code
 * -Dfencepost.seed=N} for other programs, {@code -Dfencepost.programs=N} for so many.
 */
class RememberedStepsTest {
  private static final int PROGRAMS =
      Integer.getInteger("fencepost.programs", Boolean.getBoolean("fencepost.full") ? 3_000 : 60);

  private static final int STATES = 2_000;
  private static final int WINDOW = 6;

  @ParameterizedTest
  @CsvSource({"armv8", "riscv"})
  void areThoseComputed(String name) {
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    long seed = Long.getLong("fencepost.seed", 1);
    int compared = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      long own = seed * 1_000_003 + i;
      RandomPrograms programs = new RandomPrograms(own);
      RandomProgram program =
          switch (i % 3) {
            case 0 -> new RandomReaders(own, true).next();
            case 1 -> programs.next();
            default -> programs.nextOfFewAccesses();
          };
      compared += isCompared(program.checked(), model) ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(PROGRAMS / 2);
  }

  /**
   * What other threads make of writes and of accesses that race. A load behind a branch reads what
   * its cell held before; a read-modify-write is two steps.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x y z | r0 = x.acq; z.plain = 1; y = 1 | r1 = y.acq; r2 = z.plain; x = 1",
        "x y z | r0 = x.acq; z.plain = 1; y = 1 | r1 = y.acq; z.plain = 2; x = 1",
        "x y z | r0 = x.acq; z.plain = 1; y = 1 | r1 = y.acq; r2 = z; x = 1",
        "x y z | r0 = x.acq; z = 1; y = 1 | r1 = y.acq; r2 = z.plain; x = 1",
        "x y z | r0 = x.acq; r2 = z.plain; y = 1 | r1 = y.acq; z = 1; x = 1",
        "x y z | r0 = x.acq; r2 = z.plain; y = 1 | r1 = y.acq; r3 = add z 1; x = 1",
        "x y z w | r0 = x.acq; z.plain = 1; r2 = w; y = 1 | r1 = y.acq; w.plain = 1; r3 = z; x = 1",
        "x y z w | r0 = x.acq; r2 = z.plain; w = 1; y = 1 | r1 = y.acq; r3 = w.plain; z = 1; x = 1",
        "x z | r0 = x.acq; z.plain = 1 | r1 = x.acq; r2 = z.plain | x = 1; F; x = 2",
        "x z | r0 = x.acq; z.plain = 1 | r1 = x.acq; r2 = z | x = 1; F; x = 2",
        "x v w | r5 = v; F; r0 = w; if r0; r1 = x | x = 1 | x = 2",
        "x v w | r5 = v; F; r0 = w; if r0; r1 = x; r2 = x | x = 1 | w = 1; x = 1",
        "x y v | v = 1; r1 = start 2 | r3 = y; F; r4 = y; F; r5 = add x 1 | r6 = add x 1",
        "x y v | r1 = v; F; r2 = v; F; r3 = start 2; y = 5"
            + " | r4 = y; F; r5 = y; F; r7 = add x 1; v = 5 | r6 = add x 1",
        "x v w | r5 = v; F; r0 = w; if r0; r1 = x | x = 1 | x = 1; F; w = 1; v = 1",
        "x y | r1 = ll x; r2 = sc x 1; r3 = y | r4 = ll x; r5 = sc x 2; y = 1 | x = 0",
      })
  void areThoseComputedOfALitmusTest(String line) throws LimitException {
    String[] parts = line.split(" \\| ", -1);
    CheckedProgram program =
        Litmus.of(parts[0], Arrays.copyOfRange(parts, 1, parts.length)).program();
    for (String name : List.of("armv8", "riscv")) {
      compare(program, BuiltInModels.named(name).orElseThrow());
    }
  }

  private static boolean isCompared(CheckedProgram program, MemoryModel model) {
    try {
      compare(program, model);
      return true;
    } catch (LimitException tooLarge) {
      return false;
    }
  }

  private static void compare(CheckedProgram program, MemoryModel model) throws LimitException {
    MachineOptions options = new MachineOptions(WINDOW);
    ProcessGenerator cached = new RelaxedMachine(program, model, options).newGenerator();
    ProcessGenerator plain =
        new RelaxedMachine(program, model, options.withoutStepCache()).newGenerator();
    Set<ByteBuffer> seen = new HashSet<>();
    Deque<byte[]> open = new ArrayDeque<>();
    Successors found = new Successors();
    Successors computed = new Successors();
    cached.initial(computed);
    plain.initial(found);
    add(found, seen, open);
    for (int i = 0; !open.isEmpty() && seen.size() < STATES; i++) {
      byte[] state = open.poll();
      cached.successors(state, 0, state.length, found);
      plain.successors(state, 0, state.length, computed);
      assertThat(texts(found, cached)).as("%s", program).isEqualTo(texts(computed, plain));
      assertThat(cached.marks()).isEqualTo(plain.marks());
      add(found, seen, open);
      compareSome(state, found, (i & 1) == 0 ? cached : plain);
    }
    assertThat(cached.boundHit()).isEqualTo(plain.boundHit());
  }

  /** Some successors are the first ones; where there are none, the state is judged alike. */
  private static void compareSome(byte[] state, Successors all, ProcessGenerator generator)
      throws LimitException {
    List<List<Object>> judged = List.of(List.of(all.terminal(), all.terminalCode(), all.waiting()));
    List<ByteBuffer> states = states(all);
    Successors some = new Successors();
    generator.someSuccessors(state, 0, state.length, some);
    assertThat(states(some)).isEqualTo(states.subList(0, some.count()));
    if (states.isEmpty()) {
      assertThat(texts(some, generator)).isEqualTo(judged);
    } else if (some.count() == 0) {
      assertThat(some.terminal()).isEqualTo(Successors.Terminal.CUT);
    }
  }

  private static List<ByteBuffer> states(Successors out) {
    return IntStream.range(0, out.count()).mapToObj(i -> ByteBuffer.wrap(out.state(i))).toList();
  }

  private static List<List<Object>> texts(Successors out, ProcessGenerator generator) {
    List<List<Object>> texts = new ArrayList<>();
    for (int i = 0; i < out.count(); i++) {
      texts.add(List.of(ByteBuffer.wrap(out.state(i)), out.code(i), generator.actors(i)));
    }
    texts.add(List.of(out.terminal(), out.terminalCode(), out.waiting()));
    return texts;
  }

  private static void add(Successors out, Set<ByteBuffer> seen, Deque<byte[]> open) {
    for (int i = 0; i < out.count(); i++) {
      if (out.code(i) == Successors.FINE && seen.add(ByteBuffer.wrap(out.state(i)))) {
        open.add(out.state(i));
      }
    }
  }
}
