// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets of places, also where they need more than one word. */
class FootprintTest {
  private static final int WORDS = 3;

  private static Footprint reading(int place) {
    Footprint footprint = new Footprint(WORDS);
    Footprint.add(footprint.reads, place);
    return footprint;
  }

  private static Footprint writing(int place) {
    Footprint footprint = new Footprint(WORDS);
    Footprint.add(footprint.writes, place);
    return footprint;
  }

  @Test
  void placesNeedAsManyWordsAsTheyFill() {
    assertThat(Footprint.words(0)).isZero();
    assertThat(Footprint.words(1)).isEqualTo(1);
    assertThat(Footprint.words(64)).isEqualTo(1);
    assertThat(Footprint.words(65)).isEqualTo(2);
    assertThat(Footprint.words(128)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 63, 64, 69, 191})
  void aPlaceConflictsWithItsWrites(int place) {
    assertThat(reading(place).conflictsWith(writing(place))).isTrue();
    assertThat(writing(place).conflictsWith(reading(place))).isTrue();
    assertThat(writing(place).conflictsWith(writing(place))).isTrue();
    assertThat(reading(place).conflictsWith(reading(place))).isFalse();
    assertThat(writing(place).conflictsWith(writing((place + 64) % 192))).isFalse();
    assertThat(Footprint.has(writing(place).writes, place)).isTrue();
    assertThat(Footprint.has(writing(place).writes, (place + 64) % 192)).isFalse();
    assertThat(Footprint.meet(reading(place).reads, writing(place).writes)).isTrue();
    assertThat(Footprint.meet(reading(place).reads, reading((place + 1) % 192).reads)).isFalse();
  }

  @Test
  void aUnionHasBoth() {
    Footprint union = Footprint.union(reading(70), writing(3));
    assertThat(Footprint.has(union.reads, 70)).isTrue();
    assertThat(Footprint.has(union.writes, 3)).isTrue();
    assertThat(Footprint.has(union.reads, 3)).isFalse();
    assertThat(Footprint.has(union.writes, 70)).isFalse();
    union.clear();
    assertThat(union.reads).containsOnly(0);
    assertThat(union.writes).containsOnly(0);
  }

  @Test
  void whatIsIncludedAlreadyMakesNoDifference() {
    Footprint all = new Footprint(WORDS);
    assertThat(all.include(reading(70))).isTrue();
    assertThat(all.include(reading(70))).isFalse();
    assertThat(all.include(writing(70))).isTrue();
    assertThat(all.include(writing(70))).isFalse();
    assertThat(all.include(reading(3))).isTrue();
    assertThat(all.include(Footprint.union(reading(3), reading(70)))).isFalse();
    assertThat(Footprint.has(all.reads, 70)).isTrue();
  }

  @Test
  void allPlacesOfASetAreAdded() {
    BitSet places = new BitSet();
    places.set(0);
    places.set(64);
    places.set(100);
    long[] set = new long[WORDS];
    Footprint.addAll(set, places);
    assertThat(BitSet.valueOf(set)).isEqualTo(places);
  }
}
