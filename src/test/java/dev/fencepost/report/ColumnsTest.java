// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

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
    Columns columns = new Columns(List.of("main", "a", "b"));
    columns.add(1, 1, "1 x = 1;", List.of());
    assertThat(columns.render()).isEqualTo(" step a\n    1 1 x = 1;\n");
  }

  @Test
  void staysWithinEightyColumnsWithThreeThreads() {
    Columns columns = new Columns(List.of("a", "b", "c"));
    for (int thread = 0; thread < 3; thread++) {
      columns.add(thread, thread, "12 " + "some_word ".repeat(12), List.of("reads x = 1"));
    }
    assertThat(columns.render().lines()).allMatch(line -> line.length() <= 80);
  }
}
