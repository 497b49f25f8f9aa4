// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ValueSetTest {

  @Test
  void aUnionHasTheValuesOfBothOnce() {
    ValueSet both = ValueSet.of(LongStream.of(3, 1)).union(ValueSet.of(LongStream.of(2, 3)));
    assertThat(both.values()).containsExactly(1, 2, 3);
    assertThat(both.contains(2)).isTrue();
    assertThat(both.contains(4)).isFalse();
    assertThat(both.union(ValueSet.NONE)).isSameAs(both);
    assertThat(ValueSet.NONE.union(both)).isSameAs(both);
  }

  @Test
  void aLargeSetIsAnyValue() {
    ValueSet most = ValueSet.below(ValueSet.MOST);
    assertThat(most.size()).isEqualTo(ValueSet.MOST);
    assertThat(most.union(ValueSet.of(-1))).isSameAs(ValueSet.ANY);
    assertThat(ValueSet.below(ValueSet.MOST + 1)).isSameAs(ValueSet.ANY);
  }

  @Test
  void anyValueContainsAllAndGivesNone() {
    assertThat(ValueSet.ANY.contains(42)).isTrue();
    assertThat(ValueSet.ANY.isEmpty()).isFalse();
    assertThat(ValueSet.ANY.union(ValueSet.of(1))).isSameAs(ValueSet.ANY);
    assertThat(ValueSet.of(1).union(ValueSet.ANY)).isSameAs(ValueSet.ANY);
    assertThat(ValueSet.ANY.filter(value -> false)).isSameAs(ValueSet.ANY);
    assertThatThrownBy(ValueSet.ANY::values).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFilterKeepsWhatFits() {
    assertThat(ValueSet.below(5).filter(value -> value % 2 == 1).values()).containsExactly(1, 3);
    assertThat(ValueSet.below(5).filter(value -> false)).isEqualTo(ValueSet.NONE);
    assertThat(ValueSet.NONE.isEmpty()).isTrue();
  }
}
