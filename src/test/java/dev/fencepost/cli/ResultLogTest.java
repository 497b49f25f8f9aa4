// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.WholeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results in a file, whatever became of its end. */
class ResultLogTest {
  private final List<String> notes = new ArrayList<>();

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("results");
  }

  private ResultLog open() throws InvalidInputException {
    return ResultLog.in(file, WholeFiles.DISK, notes::add);
  }

  private static JsonElement row(String value) {
    JsonObject row = new JsonObject();
    row.addProperty("value", value);
    return row;
  }

  /** A file that ends anywhere is continued: whole lines count, and the rest is dropped. */
  @Test
  void anyEndOfTheFile() throws InvalidInputException, IOException {
    ResultLog first = open();
    first.add("1", row("1"));
    first.add("2", row("2"));
    String all = Files.readString(file);
    int line = all.indexOf('\n') + 1;
    for (int end = 0; end <= all.length(); end++) {
      Files.writeString(file, all.substring(0, end));
      notes.clear();
      ResultLog log = open();
      assertThat(log.of("1", json -> json).isPresent()).isEqualTo(end >= line);
      assertThat(log.of("2", json -> json).isPresent()).isEqualTo(end == all.length());
      assertThat(notes).hasSize(end == 0 || end == line || end == all.length() ? 0 : 1);
      log.add("3", row("3"));
      assertThat(open().of("3", json -> json)).contains(row("3"));
    }
  }

  @Test
  void blankLinesAtTheEnd() throws InvalidInputException, IOException {
    open().add("1", row("1"));
    String all = Files.readString(file);
    Files.writeString(file, all + "\n  \n");
    assertThat(open().of("1", json -> json)).isPresent();
    assertThat(notes).hasSize(1);
    assertThat(file).hasContent(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "[]",
        "3",
        "nonsense",
        "{\"key\":\"1\",\"res",
        "a word, and more",
        "{\"key\":\"1\"}",
        "{\"key\":{},\"result\":{}}",
        "{\"key\":\"1\",\"result\":1}"
      })
  void aLineOfSomethingElse(String line) throws InvalidInputException, IOException {
    Files.writeString(file, line + "\n");
    assertThatThrownBy(this::open).hasMessageContaining("results:1:1");
    assertThat(file).hasContent(line);
    assertThat(notes).isEmpty();
    Files.delete(file);
    open().add("1", row("1"));
    String whole = Files.readString(file);
    Files.writeString(file, line + "\n" + whole);
    assertThat(open().of("1", json -> json)).isPresent();
    assertThat(notes).singleElement().asString().contains("line 1 of ");
    assertThat(file).hasContent(whole);
  }

  @Test
  void aFullDiskIsSaidAndEndsNothing() throws InvalidInputException {
    WholeFiles full =
        new WholeFiles(
            (path, options) -> {
              throw new IOException("No space left on device");
            });
    ResultLog log = ResultLog.in(file, full, notes::add);
    log.add("1", row("1"));
    log.add("2", row("2"));
    assertThat(log.of("2", json -> json)).isPresent();
    assertThat(log.problem()).isPresent();
    assertThat(log.problem().orElseThrow()).hasMessageContaining("No space left on device");
  }

  /** A line with a right checksum that no build of Fencepost writes. */
  @Test
  void aResultThatCannotBeReadIsRefusedWithItsLine() throws Exception {
    String[] args = ("litmus library/litmus/SB.litmus -m tso --results " + file).split(" ", -1);
    assertThat(CommandRun.of(args).status()).isZero();
    JsonObject line = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    Files.delete(file);
    open().add(line.get("key").getAsString(), new JsonObject());
    CommandRun again = CommandRun.of(args);
    assertThat(again.err())
        .contains(file + ":1:1: error: this is no result that --results has written");
    assertThat(again.status()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "litmus library/litmus/SB.litmus -m tso, `\"result\":.*(?=,\"sha)`, \"result\":{}",
        "litmus library/litmus/SB.litmus -m tso, Sometimes, Never",
        "litmus library/litmus/SB.litmus -m tso, \"sha256\":\"., \"sha256\":\"",
        "table oopsla17 --rows Baker, \"states\":, \"states\":1"
      })
  void aChangedResultIsNotBelieved(String command, String part, String changed) throws IOException {
    String[] args = (command + " --results " + file).split(" ", -1);
    CommandRun first = CommandRun.of(args);
    assertThat(first.status()).isZero();
    String whole = Files.readString(file);
    Files.writeString(file, whole.replaceAll(part, changed));
    assertThat(file).content().isNotEqualTo(whole);
    CommandRun again = CommandRun.of(args);
    assertThat(again.err()).contains("of " + file + " was changed, and its check is done again");
    assertThat(again.status()).isZero();
    assertThat(again.out().replaceAll("\\d+\\.\\d+ s", ""))
        .isEqualTo(first.out().replaceAll("\\d+\\.\\d+ s", ""));
  }
}
