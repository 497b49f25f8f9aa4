// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.compare.EngineAgreement.Answer;
import dev.fencepost.compare.EngineAgreement.Check;
import dev.fencepost.export.PromelaExport.Form;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Results in a file, whatever became of its end. */
class EngineLogTest {
  private final List<String> notes = new ArrayList<>();

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("results");
  }

  private EngineLog open() throws InvalidInputException {
    return EngineLog.in(file, WholeFiles.DISK, notes::add);
  }

  private static EngineAgreement row(String digest) {
    Answer answer = new Answer(EngineAgreement.HOLDS, 3, 0.5);
    Check check = new Check("a.c", "WR", "sc", Form.UNIFORM, digest);
    return new EngineAgreement(check, answer, answer, answer, "", true);
  }

  /** A file that ends anywhere is continued: whole lines count, and the rest is dropped. */
  @Test
  void anyEndOfTheFile() throws InvalidInputException, IOException {
    EngineLog first = open();
    first.add(row("1"));
    first.add(row("2"));
    String all = Files.readString(file);
    int line = all.indexOf('\n') + 1;
    for (int end = 0; end <= all.length(); end++) {
      Files.writeString(file, all.substring(0, end));
      notes.clear();
      EngineLog log = open();
      assertThat(log.of(row("1").check()).isPresent()).isEqualTo(end >= line);
      assertThat(log.of(row("2").check()).isPresent()).isEqualTo(end == all.length());
      assertThat(notes).hasSize(end == 0 || end == line || end == all.length() ? 0 : 1);
      log.add(row("3"));
      assertThat(open().of(row("3").check())).contains(row("3"));
    }
  }

  @Test
  void blankLinesAtTheEnd() throws InvalidInputException, IOException {
    open().add(row("1"));
    String all = Files.readString(file);
    Files.writeString(file, all + "\n  \n");
    assertThat(open().of(row("1").check())).isPresent();
    assertThat(notes).hasSize(1);
    assertThat(file).hasContent(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "[]", "3", "nonsense", "{\"check\":{}}"})
  void aLineOfSomethingElse(String line) throws IOException {
    Files.writeString(file, line + "\n");
    assertThatThrownBy(this::open).hasMessageContaining("results:1:1");
    assertThat(file).hasContent(line);
  }

  @Test
  void aFullDiskIsSaidAndEndsNothing() throws InvalidInputException {
    WholeFiles full =
        new WholeFiles(
            (path, options) -> {
              throw new IOException("No space left on device");
            });
    EngineLog log = EngineLog.in(file, full, notes::add);
    log.add(row("1"));
    log.add(row("2"));
    assertThat(log.of(row("2").check())).isPresent();
    assertThat(log.problem()).isPresent();
    assertThat(log.problem().orElseThrow()).hasMessageContaining("No space left on device");
  }
}
