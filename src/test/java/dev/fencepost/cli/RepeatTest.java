// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result in JSON can be repeated, from the texts that it was made of. */
class RepeatTest {
  @TempDir private Path folder;
  private Path source;
  private Path header;
  private Path model;
  private Path saved;

  @BeforeEach
  void save() throws IOException {
    source = write("race.c", "#include \"race.h\"\nint main(void) { x = 1; assert(x == ONE); }\n");
    header = write("race.h", "#include <assert.h>\n#define ONE 1\nint x;\n");
    model = write("mine.mcm", "model mine \"mine\"\ninclude tso\n");
    saved = folder.resolve("result.json");
    Files.writeString(saved, check(source.toString(), "--model", model.toString()).out());
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static CommandRun check(String... arguments) {
    return CommandRun.of(
        Stream.of(List.of("check"), List.of(arguments), List.of("--format", "json"))
            .flatMap(List::stream)
            .toArray(String[]::new));
  }

  private CommandRun repeat() {
    return check("--repeat", saved.toString());
  }

  @Test
  void sameTextsGiveTheSameResult() throws IOException {
    String seconds = "\"seconds\": [^,]*";
    assertThat(repeat().status()).isZero();
    assertThat(repeat().out().replaceAll(seconds, ""))
        .isEqualTo(Files.readString(saved).replaceAll(seconds, ""));
    assertThat(repeat().out()).contains("race.h", "mine.mcm", "library/memory/tso.mcm");
  }

  @Test
  void namesEveryTextThatHasChangedAndChecksNothing() throws IOException {
    Files.writeString(header, "#include <assert.h>\n#define ONE 2\nint x;\n");
    Files.writeString(model, "model mine \"mine\"\ninclude sc\n");
    CommandRun run = repeat();
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains(
            "race.h has changed since",
            "mine.mcm has changed since",
            "library/memory/tso.mcm was read then and is not now",
            "leave out --repeat")
        .doesNotContain("race.c has");
  }

  @Test
  void namesATextThatIsNew() throws IOException {
    write("more.h", "");
    Files.writeString(header, "#include \"more.h\"\n" + Files.readString(header));
    assertThat(repeat().err()).contains("more.h is read now and was not then");
  }

  @Test
  void theTaskStandsInTheResultAlone() {
    CommandRun run = check("--repeat", saved.toString(), "--model", "tso", "other.c");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("leave out other.c, --model");
  }

  @Test
  void aSeedFindsAnotherRunDepthFirstAndTheSameVerdict() throws IOException {
    String wrong = "library/gc/stopless/stopless.c";
    List<String> runs =
        Stream.of("0", "1", "2", "3", "4", "5")
            .map(seed -> check(wrong, "-m", "rmo-no", "--search", "dfs", "--seed", seed))
            .peek(run -> assertThat(run.status()).isEqualTo(1))
            .map(run -> run.out().replaceAll("(?s).*\"schedule\": \\[([^]]*)\\].*", "$1"))
            .toList();
    assertThat(runs.stream().distinct().count()).isGreaterThan(2);
    assertThat(check(wrong, "-m", "sc", "--search", "dfs", "--seed", "3").status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"threads\": -1",
        "\"threads\": 1, \"states\": -5",
        "\"threads\": 1, \"window\": 0"
      })
  void refusesNumbersThatNoOptionTakes(String numbers) throws IOException {
    Files.writeString(saved, Files.readString(saved).replaceAll("\"threads\": \\d+", numbers));
    assertRefused("is not a result that fencepost wrote");
  }

  @Test
  void refusesAResultWithoutChecks() throws IOException {
    String head = Files.readString(saved).replaceAll("(?s)\"results\".*", "");
    Files.writeString(saved, head + "\"results\": []}");
    assertRefused("has no check to repeat");
  }

  private void assertRefused(String message) {
    CommandRun run = repeat();
    assertThat(run.err()).contains(message).doesNotContain("defect");
    assertThat(run.status()).isEqualTo(3);
  }
}
