// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of expectations for litmus tests: nothing in them is passed over. */
class LitmusTablesTest {
  private static final String RIGHT = "file,model,final_states\na.litmus,tso,2\n";

  @TempDir Path folder;

  @BeforeEach
  void aTest() throws IOException {
    write(
        "a.litmus",
        """
        X86 small
        { x=0; }
         P0         | P1         ;
         MOV [x],$1 | MOV EAX,[x];
        exists (1:EAX=1)
        """);
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private CommandRun run() {
    return CommandRun.of("litmus", folder.toString());
  }

  private void assertRefused(String... shown) {
    CommandRun run = run();
    assertThat(run.status()).as(run.out() + run.err()).isEqualTo(3);
    assertThat(run.err()).contains(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          file,model,observation,final_state  | Sometimes,9 | there is no column 'final_state'
          file,model,observation,Final States | Sometimes,9 | did you mean 'final_states'?
          file,model,observation,Verdict      | Sometimes,9 | did you mean 'verdict'?
          file,model,observation,final_states,final_states | Sometimes,2,9 | a second column
          file,model,race,observation,race    | n,Sometimes,y | a second column 'race'
          file,model,observation              | Sometimes,9 | too many columns
          """)
  void columnsThatWouldBeIgnoredAreRefused(String header, String fields, String message)
      throws IOException {
    write("expected.csv", header + "\na.litmus,tso," + fields + "\n");
    assertRefused("expected.csv:", message);
  }

  @Test
  void columnsOfOtherNamesAreRemarks() throws IOException {
    write("expected.csv", "file,model,final_states,race,verified_by\na.litmus,tso,2,,herd\n");
    CommandRun run = run();
    assertThat(run.status()).as(run.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.expect", "expected.csv", "states.jsonl"})
  void expectationsThatCannotBeReadAreNotAbsent(String name) throws IOException {
    if (name.startsWith("states")) {
      write("expected.csv", RIGHT);
    }
    Path file = folder.resolve(name);
    Files.createDirectory(file);
    assertRefused(file + " is a folder, not a file");
    Files.delete(file);
    Files.createSymbolicLink(file, folder.resolve("nothing"));
    assertRefused("cannot read " + file);
  }

  @Test
  void finalStatesWithoutATableAreRefused() throws IOException {
    write("states.jsonl", "{\"file\": \"a.litmus\", \"model\": \"tso\", \"states\": []}\n");
    assertRefused("states.jsonl:1:1: error: there is no table expected.csv beside it");
    write("t.csv", "file,model\na.litmus,tso\n");
    String table = folder.resolve("t.csv").toString();
    assertThat(CommandRun.of("litmus", folder.toString(), "--expected", table).status())
        .isEqualTo(1);
  }

  @Test
  void whatContradictsItselfIsRefusedWithBothPlaces() throws IOException {
    write("expected.csv", RIGHT);
    write("a.expect", "sc allowed final=2\ntso allowed final=3\n");
    assertRefused(
        "expected.csv:2:1: error: this contradicts " + folder.resolve("a.expect") + ":2:1",
        "final states 2 and 3");
    Files.delete(folder.resolve("a.expect"));
    write("x/a.litmus", Files.readString(folder.resolve("a.litmus")));
    write("x/expected.csv", RIGHT.replace(",2", ",4"));
    write("expected.csv", RIGHT.replace("a.litmus", "x/a.litmus"));
    CommandRun run = CommandRun.of("litmus", folder.resolve("x").toString());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err())
        .contains(
            folder
                + "/expected.csv:2:1: error: this contradicts "
                + folder
                + "/x/expected.csv:2:1");
  }

  @Test
  void allThatIsExpectedOfATestIsCompared() throws IOException {
    write("expected.csv", "file,model,verdict\na.litmus,tso,forbidden\na.litmus,sc,allowed\n");
    write("a.expect", "tso allowed final=2\npso-no allowed final=3\n");
    CommandRun run = run();
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("3 checks", "a.litmus, tso: verdict allowed, expected forbidden")
        .contains("a.litmus, pso-no: final states 2, expected 3");
    String table = folder.resolve("expected.csv").toString();
    assertThat(CommandRun.of("litmus", folder.toString(), "--expected", table).out())
        .contains("2 checks");
  }

  @Test
  void aLinkToAFolderIsThatFolder() throws IOException {
    write("real/a.litmus", Files.readString(folder.resolve("a.litmus")));
    write("real/expected.csv", RIGHT.replace(",2", ",3"));
    write("real/b.expect", "tso allowed final=2\n");
    write("real/m.c", "int main(void) { return 0; }\n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
    CommandRun run = CommandRun.of("litmus", link.toString());
    assertThat(run.status()).as(run.err()).isEqualTo(3);
    assertThat(run.out()).contains(link.resolve("a.litmus") + ", tso: final states 2, expected 3");
    assertThat(run.err()).contains(link.resolve("b.expect") + ":1:1");
    CommandRun promote = CommandRun.of("promote", link.toString(), "-m", "sc", "--scenario", "-");
    assertThat(promote.out()).as(promote.err()).contains("written  " + link.resolve("m.expect"));
  }
}
