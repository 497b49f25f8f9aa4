// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.Formula.Step;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Laws evaluated in the plainest algebra: complete runs, in which everything is known. */
class CompiledLawTest {
  private static final List<InstanceClass> CLASSES =
      List.of(
          new InstanceClass(InstanceKind.LOAD, List.of()),
          new InstanceClass(InstanceKind.STORE, List.of()));

  private record Access(int thread, int kind, char cell) {}

  /**
   * A run of two threads.
   *
   * @param order the instances, in the order of their only steps
   */
  private record Run(List<Access> accesses, String order) implements LawAlgebra<Truth> {
    @Override
    public Truth of(boolean value) {
      return Truth.of(value);
    }

    @Override
    public boolean fails(Truth law) {
      return law.isFalse();
    }

    @Override
    public boolean mayFail(Truth premise) {
      return !premise.isFalse();
    }

    @Override
    public int next(LawRange range, int previous) {
      return previous + 1 < (range.isThread() ? 2 : accesses.size()) ? previous + 1 : NONE;
    }

    @Override
    public Truth isIn(LawRange range, int candidate) {
      return range.isThread() ? Truth.TRUE : is(candidate, range.classes());
    }

    @Override
    public int threadOf(int instance) {
      return accesses.get(instance).thread();
    }

    @Override
    public Truth is(int instance, long classes) {
      return Truth.of((classes >>> accesses.get(instance).kind() & 1) != 0);
    }

    @Override
    public Truth before(int earlier, int later) {
      return Truth.of(threadOf(earlier) == threadOf(later) && earlier < later);
    }

    @Override
    public Truth sameCell(int left, int right) {
      return Truth.of(accesses.get(left).cell() == accesses.get(right).cell());
    }

    @Override
    public Truth sameValue(int left, int right) {
      return Truth.of(false);
    }

    @Override
    public Truth sameInstance(int left, int right) {
      return Truth.of(left == right);
    }

    @Override
    public long steps(Step operation, int instance, int target) {
      return LawSteps.to(target, LawSteps.ONLY);
    }

    @Override
    public Truth less(int left, int leftStep, int right, int rightStep) {
      return Truth.of(order.indexOf('0' + left) < order.indexOf('0' + right));
    }
  }

  private static boolean holds(String law, String accesses, String order, int instance)
      throws InvalidInputException {
    List<Access> parsed =
        List.of(accesses.split(" ")).stream()
            .map(a -> new Access(a.charAt(0) - '0', a.charAt(1) == 'R' ? 0 : 1, a.charAt(2)))
            .toList();
    MemoryModel model =
        ModelTexts.of("model m \"\"\nnon-multi-copy atomic\nlaw \"l\": " + law).compile();
    return new CompiledLaw<>(
                new Run(parsed, order), model.general().getFirst(), CompiledLawTest::bits)
            .ofInstance(instance)
        == Truth.TRUE;
  }

  private static long bits(Pattern pattern) {
    return (pattern.matches(CLASSES.get(0)) ? 1 : 0) | (pattern.matches(CLASSES.get(1)) ? 2 : 0);
  }

  /** Two reads of a cell in one thread and a write in another, by the order of their steps. */
  @ParameterizedTest
  @CsvSource({
    "012, 0, true",
    "201, 0, true",
    "102, 0, true",
    "120, 0, false",
    "120, 1, false",
    "120, 2, false",
    "021, 0, true"
  })
  void choicesWithTheGivenInstanceDecide(String order, int instance, boolean holds)
      throws InvalidInputException {
    String law =
        """
        a, b: load, w: store, a before b, cell(a) = cell(w), execute(b) < execute(w)
          => execute(a) < execute(w)
        """;
    assertThat(holds(law, "0Rx 0Rx 1Wx", order, instance)).isEqualTo(holds);
  }

  @Test
  void choicesWithoutTheGivenInstanceDoNotMatter() throws InvalidInputException {
    String law = "a, b: load, a before b, not (a = b) => done(a) < perform(b)";
    assertThat(holds(law, "0Rx 0Rx 1Rx", "210", 0)).isFalse();
    assertThat(holds(law, "0Rx 0Rx 1Rx", "210", 2)).isTrue();
  }

  /** A quantifier over instances: any of them may decide the law for all choices. */
  @ParameterizedTest
  @CsvSource({"0Wx 0Wx 0Rx, true", "0Wx 0Wy 0Rx, false", "0Wx 1Wx 0Rx, false"})
  void quantifiedInstancesAreLookedForAmongAll(String accesses, boolean holds)
      throws InvalidInputException {
    String law =
        """
        a: store, b: load, a before b, cell(a) = cell(b),
          not (exists s: store. a before s and s before b and cell(s) = cell(b))
          => done(a) < perform(b)
        """;
    assertThat(holds(law, accesses, "120", 1)).isEqualTo(holds);
  }
}
