// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.Optimisation;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableSpecTest {

  @Test
  void readsModelsRowsDefinitionsAndWhatIsLeftOut() throws InvalidInputException {
    TableSpec spec =
        TableSpec.parse(
            "t",
            "t.runs",
            """
            # a comment
            models sc tso

            vary SCENARIO = WR RW
            row "A (b, c=1)"  = gc/a.c X=2 not tso
            """);
    assertThat(spec.models()).containsExactly("sc", "tso");
    assertThat(spec.vary()).isEqualTo("SCENARIO");
    assertThat(spec.values()).containsExactly("WR", "RW");
    TableSpec.Row row = spec.rows().getFirst();
    assertThat(row.name()).isEqualTo("A (b, c=1)");
    assertThat(row.file()).isEqualTo("library/gc/a.c");
    assertThat(row.defines()).isEqualTo(Map.of("X", "2"));
    assertThat(row.leftOut()).containsExactly("tso");
  }

  @Test
  void readsColumnsWithSomethingSwitchedOff() throws InvalidInputException {
    TableSpec spec =
        TableSpec.parse(
            "t",
            "t.runs",
            """
            exhaustive
            limit 500 states
            window 12
            column own = rmo-nmca-no without sharing dropping
            row "A" = gc/a.c
            """);
    assertThat(spec.exhaustive()).isTrue();
    assertThat(spec.bounds().states()).hasValue(500);
    assertThat(spec.bounds().window()).hasValue(12);
    assertThat(spec.models()).containsExactly("own");
    assertThat(spec.values()).containsExactly("");
    assertThat(spec.columns().getFirst())
        .isEqualTo(
            new TableSpec.Column(
                "own", "rmo-nmca-no", List.of(Optimisation.SHARING, Optimisation.DROPPING)));
  }

  @Test
  void refusesOtherLinesWithTheirPlace() {
    assertThatThrownBy(() -> TableSpec.parse("t", "t.runs", "models sc\nrows x"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("t.runs:2:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "window 99999999999",
        "window 0",
        "limit -1 states",
        "row \"A\" = gc/a.c fair@x",
        "row \"A\" = gc/a.c ltll:ends",
        "row \"A\" = gc/a.c not tso",
        "row \"A\" = gc/a.c fails all-marked",
        "row \"A\" = gc/a.c in X check marked fails all-marked"
      })
  void refusesNumbersAndNamesThatMeanNothingWithTheirPlace(String line) {
    assertThatThrownBy(() -> TableSpec.parse("t", "t.runs", "models sc\n" + line))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("t.runs:2:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "A,ok", "A,ok,ok,ok"})
  void refusesPublishedLinesOfAnotherLengthWithTheirPlace(String line) {
    assertThatThrownBy(() -> PublishedTable.parse("t.csv", "# t\n\nalgorithm,sc,tso\n" + line))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("t.csv:4:1");
  }

  private static void requireRuns(String published) throws InvalidInputException {
    String runs =
        """
        models promela sc tso
        vary N = 1 2
        row "A" = gc/a.c not tso
        row "B" = gc/b.c
        row "P" = gc/p.pml
        """;
    PublishedTable.parse("t.csv", "# t\n" + published.replace(' ', '\n'))
        .requireRuns(TableSpec.parse("t", "t.runs", runs));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | name,sc,tso B,ok,ok
          2 | algorithm,scc,tso B,ok,ok
          2 | algorithm,sc,sc B,ok,ok
          2 | B,ok,ok A,ok,ok
          2 | algorithm,model,N,verdikt B,sc,1,ok
          2 | algorithm,verdict B,ok
          2 | algorithm,model,N,M,verdict B,sc,1,1,ok
          3 | algorithm,sc,tso C,ok,ok
          4 | algorithm,sc,tso B,ok,ok B,ok,ok
          3 | algorithm,model,N,verdict C,sc,1,ok
          3 | algorithm,model,N,verdict B,scc,1,ok
          3 | algorithm,model,N,verdict B,promela,1,ok
          3 | algorithm,model,N,verdict B,sc,3,ok
          3 | algorithm,model,verdict B,sc,ok
          4 | algorithm,model,N,verdict B,sc,1,ok B,sc,1,fail
          """)
  void refusesWhatIsPublishedAndNotCompared(int line, String published) {
    assertThatThrownBy(() -> requireRuns(published))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("t.csv:" + line + ":1");
  }

  @Test
  void takesWhatIsComparedAndWhatIsLeftOutByName() throws InvalidInputException {
    requireRuns("");
    requireRuns("algorithm,sc,tso A,ok,- B,fail,ok");
    requireRuns("algorithm,model,N,verdict,s B,sc,1,ok,2 A,tso,2,, P,promela,1,ok,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cpus",
        "fences",
        "ldrf",
        "models",
        "mplr22",
        "mutators",
        "oopsla17",
        "production",
        "progress",
        "racing",
        "sapphire18",
        "setta16"
      })
  void everyPublishedLineOfTheLibraryIsRun(String name) throws InvalidInputException {
    assertThat(PackedLibrary.list("library/tables", ".runs"))
        .contains("library/tables/" + name + ".runs")
        .hasSize(12);
    assertThat(TableSpec.named(name).runs()).isNotEmpty();
  }

  @Test
  void csvLinesComeBackAsTheyWere() {
    String line = "\"Clover (fix, alpha=0)\",ok,\"a \"\"b\"\"\",";
    assertThat(CsvLine.parse(line)).containsExactly("Clover (fix, alpha=0)", "ok", "a \"b\"", "");
    assertThat(CsvLine.format(CsvLine.parse(line))).isEqualTo(line);
  }

  @Test
  void everyLineOfSapphire18IsRun() throws Exception {
    String base = "library/tables/sapphire18";
    String runs = PackedLibrary.text(base + ".runs").orElseThrow();
    TableSpec spec = TableSpec.parse("sapphire18", base + ".runs", runs);
    List<CellKey> run =
        spec.rows().stream()
            .flatMap(
                row ->
                    spec.columns().stream()
                        .filter(row::has)
                        .map(column -> new CellKey(row.name(), column.name(), "")))
            .toList();
    PublishedTable published =
        PublishedTable.parse(base + ".csv", PackedLibrary.text(base + ".csv").orElseThrow());
    assertThat(run).containsExactlyInAnyOrderElementsOf(published.order());
    assertThat(spec.rows()).anyMatch(row -> row.ltl().isPresent());
  }
}
