// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTest {

  @Test
  void wrapsAtSpaces() {
    assertThat(Columns.wrap("from_field[0] = a + long_name;", 20, "  "))
        .containsExactly("from_field[0] = a +", "  long_name;");
  }

  @Test
  void cutsWordsThatAreTooLong() {
    assertThat(Columns.wrap("abcdefghijkl", 5, " ")).containsExactly("abcde", " fghi", " jkl");
  }

  @Test
  void leavesOutThreadsThatDoNothing() {
    Columns columns = new Columns(List.of("main", "a", "b"), 80);
    columns.add(1, 1, "1 x = 1;", List.of());
    assertThat(columns.render()).isEqualTo(" step a\n    1 1 x = 1;\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 9})
  void staysWithinEightyColumns(int threads) {
    Columns columns =
        new Columns(IntStream.range(0, threads).mapToObj(i -> "mutator " + i).toList(), 80);
    for (int thread = 0; thread < threads; thread++) {
      columns.add(thread, thread, "12 " + "some_word ".repeat(12), List.of("reads x = 1"));
    }
    columns.note(-1, "and so on");
    assertThat(columns.render().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void namesTheThreadOfEachLineWhereColumnsWouldBeTooNarrow() {
    Columns columns = new Columns(List.of("a", "b", "c", "d", "e"), 80);
    for (int thread = 0; thread < 5; thread++) {
      columns.add(thread, thread, "1 x = 1;", List.of("reads x"));
    }
    assertThat(columns.render())
        .startsWith("    0 a  reads x  1 x = 1;\n    1 b  reads x  1 x = 1;\n");
  }

  @Test
  void whatIsLongerThanItsColumnStandsAboveTheStatement() {
    Columns columns = new Columns(List.of("a", "b", "c", "d", "e"), 40);
    columns.add(1, 0, "1 x = 1;", List.of("reads x"));
    columns.add(2, 4, "2 long_name = 1;", List.of("writes long_name_of_a_cell = 1"));
    assertThat(columns.render())
        .endsWith(
            "    2 e  writes long_name_of_a_cell = 1\n" + " ".repeat(18) + "2 long_name = 1;\n");
  }

  @Test
  void statementsWithLongWordsStandBelowWhatAStepDid() {
    Columns columns = new Columns(List.of("a", "b", "c"), 44);
    columns.add(1, 0, "1 x = 1;", List.of("reads x"));
    columns.add(2, 2, "2 atomic_fetch_add(&turns, 1);", List.of("writes turns = 1"));
    assertThat(columns.render())
        .isEqualTo(
            """
                1 a  reads x
                         1 x = 1;
                2 c  writes turns = 1
                         2 atomic_fetch_add(&turns, 1);
            """);
  }
}
