// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.ir.promela.PromelaExpr.ChannelQuestion;
import dev.fencepost.ir.promela.PromelaExpr.UnaryOperator;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What operators compute, and what expressions evaluate on their way. */
class PromelaExprTest {
  private static final PromelaExpr ONE = new PromelaExpr.Constant(1);
  private static final PromelaExpr TWO = new PromelaExpr.Constant(2);
  private static final PromelaExpr THREE = new PromelaExpr.Constant(3);

  private static Place element(PromelaExpr... indices) {
    List<Place.Index> all =
        Arrays.stream(indices).map(index -> new Place.Index(index, 4, 1)).toList();
    return new Place("a", Place.Region.GLOBAL, 0, ValueType.BYTE, 0, all);
  }

  @ParameterizedTest
  @CsvSource({
    "+, 2147483647, 1, -2147483648",
    "-, 3, 5, -2",
    "*, -3, 5, -15",
    "/, -7, 2, -3",
    "%, -7, 2, -1",
    "&, 6, 3, 2",
    "^, 6, 3, 5",
    "|, 6, 3, 7",
    ">, 2, 2, 0",
    ">, 3, 2, 1",
    "<, 2, 2, 0",
    "<, 2, 3, 1",
    ">=, 2, 2, 1",
    ">=, 1, 2, 0",
    "<=, 2, 2, 1",
    "<=, 3, 2, 0",
    "==, 2, 2, 1",
    "==, 2, 3, 0",
    "!=, 2, 2, 0",
    "!=, 2, 3, 1",
    "&&, 2, 4, 1",
    "&&, 2, 0, 0",
    "||, 0, 4, 1",
    "||, 0, 0, 0",
    "<<, 3, 2, 12",
    ">>, -8, 1, -4",
  })
  void operatorsComputeAsInC(String symbol, int left, int right, int value) {
    BinaryOperator operator =
        Arrays.stream(BinaryOperator.values())
            .filter(each -> each.symbol().equals(symbol))
            .findFirst()
            .orElseThrow();
    assertThat(operator.of(left, right)).contains(value);
  }

  @Test
  void onlyADivisionByZeroHasNoValue() {
    for (BinaryOperator operator : BinaryOperator.values()) {
      boolean divides = operator == BinaryOperator.DIVIDE || operator == BinaryOperator.REMAINDER;
      assertThat(operator.of(5, 0).isEmpty()).as(operator.symbol()).isEqualTo(divides);
      assertThat(operator.of(0, 5)).as(operator.symbol()).isPresent();
    }
  }

  @Test
  void operatorsWithOneOperandComputeAsInC() {
    assertThat(UnaryOperator.NOT.of(0)).isEqualTo(1);
    assertThat(UnaryOperator.NOT.of(-2)).isZero();
    assertThat(UnaryOperator.NEGATE.of(5)).isEqualTo(-5);
    assertThat(UnaryOperator.COMPLEMENT.of(5)).isEqualTo(-6);
  }

  @Test
  void anExpressionEvaluatesItsPartsInOrder() {
    assertThat(new PromelaExpr.Binary(BinaryOperator.ADD, ONE, TWO).parts())
        .containsExactly(ONE, TWO);
    assertThat(new PromelaExpr.Conditional(ONE, TWO, THREE).parts())
        .containsExactly(ONE, TWO, THREE);
    assertThat(new PromelaExpr.Run(0, List.of(THREE, ONE)).parts()).containsExactly(THREE, ONE);
    assertThat(new PromelaExpr.ChannelTest(ChannelQuestion.LEN, TWO).parts()).containsExactly(TWO);
    assertThat(new PromelaExpr.AtLabel(0, TWO, 5).parts()).containsExactly(TWO);
    assertThat(new PromelaExpr.Enabled(ONE).parts()).containsExactly(ONE);
    assertThat(new PromelaExpr.PcValue(ONE).parts()).containsExactly(ONE);
  }

  @Test
  void aPlaceEvaluatesItsIndices() {
    assertThat(new PromelaExpr.Read(element(ONE, TWO)).parts()).containsExactly(ONE, TWO);
    assertThat(new PromelaExpr.RemoteRead(0, THREE, element(ONE, TWO)).parts())
        .containsExactly(THREE, ONE, TWO);
  }

  /** A poll compares fields and stores none. */
  @Test
  void aPollEvaluatesItsChannelAndWhatItMatches() {
    List<FieldPattern> patterns =
        List.of(
            new FieldPattern.Match(TWO),
            new FieldPattern.Store(element(ONE)),
            new FieldPattern.Match(THREE));
    assertThat(new PromelaExpr.Poll(ONE, false, patterns).parts()).containsExactly(ONE, TWO, THREE);
    assertThat(FieldPattern.stored(patterns)).containsExactly(element(ONE));
  }

  @Test
  void whatAsksForTheStateOfProcessesOrChannelsIsNoArithmetic() {
    assertThat(List.of(ONE, new PromelaExpr.Pid(), new PromelaExpr.Read(element())))
        .allMatch(PromelaExpr::isArithmetic);
    assertThat(
            List.of(
                new PromelaExpr.Unary(UnaryOperator.NOT, new PromelaExpr.Timeout()),
                new PromelaExpr.Binary(BinaryOperator.ADD, ONE, new PromelaExpr.Last()),
                new PromelaExpr.Conditional(new PromelaExpr.Timeout(), ONE, TWO)))
        .as("parts are left aside")
        .allMatch(PromelaExpr::isArithmetic);
    assertThat(
            List.of(
                new PromelaExpr.Run(0, List.of()),
                new PromelaExpr.ChannelTest(ChannelQuestion.FULL, ONE),
                new PromelaExpr.Poll(ONE, true, List.of()),
                new PromelaExpr.Enabled(ONE),
                new PromelaExpr.PcValue(ONE),
                new PromelaExpr.Timeout(),
                new PromelaExpr.NonProgress(),
                new PromelaExpr.ProcessCount(),
                new PromelaExpr.Last(),
                new PromelaExpr.AtLabel(0, ONE, 2),
                new PromelaExpr.RemoteRead(0, ONE, element())))
        .noneMatch(PromelaExpr::isArithmetic);
  }
}
