// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LitmusCommandTest {
  private static final String SB = "library/litmus/SB.litmus";

  private static final String X86 =
      """
      X86 small
      { x=0; }
       P0         | P1         ;
       MOV [x],$1 | MOV EAX,[x];
      exists (1:EAX=1)
      """;

  private static final String LOOP =
      """
      X86 loop
      { x=0; }
       P0         ;
       L:         ;
       MOV [x],$1 ;
       MOV EAX,[y];
       CMP EAX,$1 ;
       JNE L      ;
      exists (x=1)
      """;

  @TempDir Path folder;

  private String write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  @Test
  void showsFinalStatesAndHerdsObservation() {
    CommandRun run = CommandRun.of("litmus", SB, "--model", "sc,tso");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains(
            "SB under tso: exists (0:r0=0 /\\ 1:r0=0)",
            "* 0:r0=0; 1:r0=0;\n  0:r0=0; 1:r0=1;\n",
            "Observation SB Never 0 3",
            "Observation SB Sometimes 1 3",
            "2 checks",
            "2 as expected");
  }

  @Test
  void finalStatesStayTheSameWithoutWhatMakesSearchesSmaller() {
    CommandRun run =
        CommandRun.of(
            "litmus", SB, "-m", "tso,pso-no", "--without", "partial-order,cache,table,stages");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("2 as expected");
  }

  @Test
  void showsAWitnessOfEachFinalState() {
    CommandRun run = CommandRun.of("litmus", SB, "--model", "tso", "--witness");
    assertThat(run.status()).isZero();
    assertThat(run.out().lines().filter(line -> line.contains("step P0"))).hasSize(4);
    assertThat(run.out()).contains("visible: x := 1", "reads y = 0").doesNotContain("fails:");
  }

  @Test
  void aTestWithoutFinalStatesIsInconclusiveUnlessExpectedSo() throws IOException {
    String spin = LOOP.replace(" MOV [x],$1 ;\n", "").replace("exists (x=1)", "forall (x=7)");
    String file = write("spin.litmus", spin);
    CommandRun run = CommandRun.of("litmus", file, "--model", "sc");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("Inconclusive: there is no final state").doesNotContain("Ok");
    String filtered = X86.replace("exists", "filter (x=7)\nexists");
    assertThat(CommandRun.of("litmus", write("none.litmus", filtered)).status()).isEqualTo(2);
    write("spin.expect", "sc forbidden final=0\n");
    assertThat(CommandRun.of("litmus", file, "--model", "sc").status()).isZero();
  }

  @Test
  void aFolderIsSummarised() {
    CommandRun run = CommandRun.of("litmus", "library/litmus", "--model", "sc,rmo-v9");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .containsPattern("(?m)^folder +tests +sc +rmo-v9$")
        .containsPattern("(?m)^library/litmus +\\d+ +\\d+ = +\\d+ =$")
        .doesNotContain("Observation");
  }

  @Test
  void aTestWithoutExpectationsRunsOnItsProcessor() throws IOException {
    CommandRun run = CommandRun.of("litmus", write("a.litmus", X86));
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("small under x86:", "1 check", "nothing was expected");
  }

  @Test
  void aTestInCWithoutExpectationsRunsUnderTheUsualModels() throws IOException {
    String text = "C small\n{}\nP0 (int *x) { *x = 1; }\nexists (x=1)\n";
    CommandRun run = CommandRun.of("litmus", write("a.litmus", text));
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("small under sc:", "small under power:", "5 checks");
  }

  @Test
  void aGroupStandsForSeveralModels() throws IOException {
    CommandRun run = CommandRun.of("litmus", write("a.litmus", X86), "-m", "cpus,sc");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("under x86:", "under armv8:", "under riscv:", "under power:", "5 checks");
  }

  @Test
  void aDifferenceIsNamedAndStatusOne() throws IOException {
    String test = write("a.litmus", X86);
    write("a.expect", "tso forbidden final=2\n");
    CommandRun run = CommandRun.of("litmus", test);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("different: ", "a.litmus, tso: observation Sometimes, expected Never");
  }

  @Test
  void aTableOfExpectationsIsFoundAndItsForeignModelsAreCounted() throws IOException {
    write("x86/a.litmus", X86);
    write(
        "expected.csv",
        """
        file,model,verdict,quantifier,observation,validates,final_states
        x86/a.litmus,TSO,allowed,exists,Sometimes,ok,2
        x86/a.litmus,RMO,allowed,exists,Sometimes,ok,2
        x86/a.litmus,POWER,allowed,exists,Sometimes,ok,2
        """);
    write(
        "states.jsonl",
        """
        {"file": "x86/a.litmus", "model": "TSO", "states": ["1:EAX=1;", "1:EAX=0;"]}
        {"file": "x86/a.litmus", "model": "RMO", "states": ["1:EAX=1;", "1:EAX=2;"]}
        """);
    for (String place : new String[] {folder.toString(), folder.resolve("x86").toString()}) {
      CommandRun run = CommandRun.of("litmus", place);
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.out())
          .contains("Observation small", "left out: 1 rows for POWER")
          .contains("a.litmus, rmo-v9: not found: 1:EAX=2;; not expected: 1:EAX=0;")
          .contains("2 checks", "1 differs");
    }
    assertThat(CommandRun.of("litmus", folder.toString(), "-m", "tso").status()).isZero();
  }

  @Test
  void aTestThatTheTableDoesNotListRunsOnItsOwnProcessor() throws IOException {
    String test = write("a.litmus", X86);
    String header = "file,model,verdict,quantifier,observation,validates,final_states\n";
    String other = write("b.litmus", X86);
    String table = write("t.csv", header + "b.litmus,TSO,allowed,exists,Sometimes,ok,2\n");
    CommandRun run = CommandRun.of("litmus", test, other, "--expected", table);
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("2 checks", "1 as expected");
    refused("is of a test that is run", "litmus", test, "--expected", table);
  }

  @Test
  void aTableThatComparesNothingIsNotAsExpected() throws IOException {
    String test = write("a.litmus", X86);
    String header = "file,model,verdict,quantifier,observation,validates,final_states\n";
    String foreign = write("u.csv", header + "a.litmus,POWER,allowed,exists,Sometimes,ok,2\n");
    CommandRun run = CommandRun.of("litmus", test, "--expected", foreign);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out())
        .contains("left out: 1 rows for POWER", "0 checks", "no expectation was run");
    String other = write("x.csv", "file,model,verdict\na.litmus,tso,allowed\n");
    run = CommandRun.of("litmus", test, "--expected", other, "-m", "sc");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("x.csv is of a model that was run");
    refused("the table has no rows", "litmus", test, "--expected", write("v.csv", header));
    String bare = write("w.csv", "file,model,verdikt\na.litmus,TSO,allowed\n");
    refused("and what is expected", "litmus", test, "--expected", bare);
    write("a.expect", "# nothing\n");
    assertThat(CommandRun.of("litmus", test).err()).contains("a.expect:1:1", "expects nothing");
  }

  @Test
  void finalStatesThatNothingIsComparedWithAreRefused() throws IOException {
    String test = write("a.litmus", X86);
    String table = write("t.csv", "file,model\na.litmus,TSO\n");
    String right =
        "{\"file\": \"a.litmus\", \"model\": \"TSO\", \"states\": [\"1:EAX=1;\", \"1:EAX=0;\"]}\n";
    write("states.jsonl", right);
    assertThat(CommandRun.of("litmus", test, "--expected", table).status()).isZero();
    for (String wrong : new String[] {right.replace("a.l", "aa.l"), right.replace("TSO", "TS")}) {
      write("states.jsonl", wrong);
      CommandRun run = CommandRun.of("litmus", test, "--expected", table);
      assertThat(run.status()).isEqualTo(3);
      assertThat(run.out()).doesNotContain("1 as expected");
      assertThat(run.err())
          .contains("states.jsonl:1:1: error: there is no row for a")
          .contains("t.csv:2:1: error: the row expects nothing");
    }
    write("states.jsonl", right + right.replace("a.litmus", "./a.litmus"));
    refused("states.jsonl:2:1: error: a second line", "litmus", test, "--expected", table);
  }

  @Test
  void aTableMayHaveTheNamesOfModelsHere() throws IOException {
    String test = write("a.litmus", X86);
    String table = "file,model,final_states\na.litmus,%s,%d\n";
    assertThat(
            CommandRun.of("litmus", test, "--expected", write("t.csv", table.formatted("tso", 2)))
                .status())
        .isZero();
    assertThat(
            CommandRun.of("litmus", test, "--expected", write("t.csv", table.formatted("tso", 9)))
                .status())
        .isEqualTo(1);
    CommandRun misspelt =
        CommandRun.of("litmus", test, "--expected", write("t.csv", table.formatted("tsoo", 2)));
    assertThat(misspelt.status()).isEqualTo(3);
    assertThat(misspelt.err()).contains("tsoo");
  }

  @Test
  void expectationsThatStandTwiceAreRefused() throws IOException {
    String test = write("a.litmus", X86);
    String table =
        write("t.csv", "file,model,verdict\na.litmus,TSO,allowed\na.litmus,tso,forbidden\n");
    refused("t.csv:3:1: error: a second row for a.litmus", "litmus", test, "--expected", table);
    write(
        "states.jsonl", "{\"file\": \"a.litmus\", \"model\": \"TSO\", \"states\": []}\n".repeat(2));
    refused("states.jsonl:2:1: error: a second line", "litmus", test, "--expected", table);
    write("a.expect", "tso forbidden final=2\ntso allowed final=2\n");
    CommandRun run = CommandRun.of("litmus", test);
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("a.expect:2:1: error: a second line for the memory model tso");
    write("a.expect", "tso allowed final=2\noutcome 1:EAX=0: tso\noutcome 1:EAX=0: never\n");
    assertThat(CommandRun.of("litmus", test).err())
        .contains("a.expect:3:9: error: a second line for the outcome 1:EAX=0");
  }

  /** An outcome and a path may be spelt in several ways. */
  @Test
  void expectationsAreComparedHoweverTheyAreSpelt() throws IOException {
    String test = write("a.litmus", X86);
    for (String zero : new String[] {"1:EAX=0;", "1:EAX=0"}) {
      write("a.expect", "tso allowed final=2\noutcome " + zero + ": never\n");
      assertThat(CommandRun.of("litmus", test).status()).as(zero).isEqualTo(1);
    }
    for (String zero : new String[] {"1:EAX=00", "1:EAX=0x0", "1:EAX"}) {
      write("a.expect", "tso allowed final=2\noutcome " + zero + ": never\n");
      assertThat(CommandRun.of("litmus", test).err()).contains("a.expect:2:9", "not an outcome");
    }
    Files.delete(folder.resolve("a.expect"));
    String name = folder.getFileName().toString();
    for (String path : new String[] {"./a.litmus", test, "../" + name + "/a.litmus"}) {
      String table = write("t.csv", "file,model,verdict\n" + path + ",tso,forbidden\n");
      CommandRun run = CommandRun.of("litmus", test, "--expected", table);
      assertThat(run.status()).as(path + run.err()).isEqualTo(1);
    }
  }

  @Test
  void expectationsOfTestsThatAreNotThereAreRefused() throws IOException {
    write("a.litmus", X86);
    write("a.expect", "tso allowed final=2\n");
    write("c.c", "int main(void) { return 0; }\n");
    write("c.expect", "sc holds\n");
    assertThat(CommandRun.of("litmus", folder.toString()).status()).isZero();
    write("b.expect", "tso allowed final=2\n");
    CommandRun orphan = CommandRun.of("litmus", folder.toString());
    assertThat(orphan.status()).isEqualTo(3);
    assertThat(orphan.out()).contains("1 as expected");
    assertThat(orphan.err()).contains("b.expect:1:1: error: there is no test of this name");
    Files.delete(folder.resolve("b.expect"));
    write("expected.csv", "file,model,verdict\na.litmus,TSO,allowed\nold.litmus,TSO,allowed\n");
    CommandRun row = CommandRun.of("litmus", folder.toString());
    assertThat(row.status()).isEqualTo(3);
    assertThat(row.err()).contains("expected.csv:3:1: error: there is no test old.litmus");
  }

  @Test
  void moreThreadsThanTestsTakeNoMemory() throws IOException {
    String test = write("a.litmus", X86);
    assertThat(CommandRun.of("litmus", test, "-m", "tso", "--threads", "99999999").status())
        .isZero();
  }

  @Test
  void reportsReplaceNothingThatAFolderHas() throws IOException {
    String test = write("a.litmus", X86);
    String states = write("states.jsonl", "");
    String table = write("expected.csv", "file,model,verdict\na.litmus,TSO,allowed\n");
    String expected = write("a.expect", "tso allowed\n");
    for (String file : new String[] {test, expected, table, states}) {
      for (String option : new String[] {"--junit", "--svg", "--dot"}) {
        String before = Files.readString(Path.of(file));
        refused("this command uses it already", "litmus", folder.toString(), option, file);
        assertThat(Path.of(file)).hasContent(before);
      }
    }
    refused("this command uses it already", "litmus", test, "--junit", expected);
  }

  @Test
  void writesCsvAndJson() throws IOException {
    String test = write("a.litmus", X86);
    CommandRun csv = CommandRun.of("litmus", test, "-m", "tso", "--format", "csv");
    assertThat(csv.out().lines())
        .containsExactly(
            "file,model,verdict,quantifier,observation,validates,final_states,agreement",
            test + ",tso,allowed,exists,Sometimes,ok,2,open");
    CommandRun json = CommandRun.of("litmus", test, "-m", "tso", "--format", "json", "--witness");
    JsonObject document = JsonParser.parseString(json.out()).getAsJsonObject();
    JsonObject result = document.getAsJsonArray("results").get(0).getAsJsonObject();
    assertThat(result.get("observation").getAsString()).isEqualTo("Sometimes");
    assertThat(result.getAsJsonArray("finalStates")).hasSize(2);
    assertThat(result.getAsJsonArray("finalStates").get(1).getAsJsonObject().has("witness"))
        .isTrue();
  }

  @Test
  void aWindowBoundIsInconclusive() throws IOException {
    CommandRun run = CommandRun.of("litmus", write("l.litmus", LOOP), "-m", "tso");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("inconclusive: ", "l.litmus, tso: the window bound");
  }

  /** One that fails after a store of another thread, which the search meets late. */
  @Test
  void aRunThatFailsIsInconclusive() throws IOException {
    String text =
        """
        AArch64 bad
        { 0:X1=5; 0:X2=x; 1:X2=x; }
         P0          | P1          ;
         LDR W0,[X2] | MOV W0,#1   ;
         CBZ W0,L    | STR W0,[X2] ;
         LDR W3,[X1] |             ;
         L:          |             ;
        exists (0:X0=1)
        """;
    CommandRun run = CommandRun.of("litmus", write("bad.litmus", text));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out())
        .contains("Inconclusive: a run fails in line 6, LDR W3,[X1]: bad address: no object at")
        .doesNotContain("Observation");
  }

  @Test
  void badTestsAreRefusedAndTheOthersRun() throws IOException {
    write("good.litmus", X86);
    write("bad.litmus", X86.replace("MOV EAX,[x]", "FROB EAX"));
    CommandRun run = CommandRun.of("litmus", folder.toString(), "-m", "sc");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out())
        .contains(
            "bad.litmus: the instruction 'FROB EAX' is not supported", "1 check", "1 refused");
    assertThat(run.err()).contains("bad.litmus:4:", "the instruction 'FROB EAX' is not supported");
  }

  /** Whatever is wrong with a test or with what stands beside it, it is one row. */
  @Test
  void whatCannotBeReadIsOneRow() throws IOException {
    write("good.litmus", X86);
    write("expect.litmus", X86);
    write("expect.expect", "tso perhaps\n");
    write("model.litmus", X86);
    write("model.expect", "no-such-model forbidden final=3\n");
    write("blank.litmus", "");
    Files.write(folder.resolve("bytes.litmus"), new byte[] {(byte) 0xC3, 0x28});
    Files.createDirectory(folder.resolve("folder.litmus"));
    CommandRun run = CommandRun.of("litmus", folder.toString());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out().lines().filter(line -> line.startsWith("refused: "))).hasSize(5);
    assertThat(run.out())
        .contains("expect.litmus: not an expectation", "model.litmus: unknown memory model")
        .contains("is not a text in UTF-8", "is a folder", "1 check", "5 refused");
    assertThat(run.err()).contains("expect.expect:1:1: error: not an expectation");
    CommandRun json = CommandRun.of("litmus", folder.toString(), "--format", "json");
    assertThat(
            JsonParser.parseString(json.out()).getAsJsonObject().getAsJsonObject("refused").size())
        .isEqualTo(5);
  }

  @Test
  void aNamedFileThatIsNotThereIsOneRowToo() throws IOException {
    String good = write("good.litmus", X86);
    String bad = write("bad.litmus", "X86 bad\n{ }\n P0 ;\n FROB ;\nexists (x=1)\n");
    String gone = folder.resolve("gone.litmus").toString();
    CommandRun run = CommandRun.of("litmus", good, gone, bad, "-m", "sc");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out())
        .contains("gone.litmus: no such file or folder", "bad.litmus: ", "1 check", "2 refused");
    assertThat(run.err()).contains("no such file or folder");
    CommandRun none = CommandRun.of("litmus", gone, gone + "2", "-m", "sc");
    assertThat(none.status()).isEqualTo(3);
    assertThat(none.out()).contains("2 refused");
  }

  @Test
  void badInputIsStatusThree() throws IOException {
    String test = write("a.litmus", X86);
    refused("no such file or folder", "litmus", "no/such.litmus");
    refused("unknown memory model", "litmus", test, "--model", "nosuchmodelatall");
    refused("no such file", "litmus", test, "--expected", "no/such.csv");
    refused("file and model among them", "litmus", test, "--expected", write("e.csv", "a,b\n"));
    refused(
        "too few columns", "litmus", test, "--expected", write("f.csv", "file,model,verdict\na\n"));
    refused("at least 1", "litmus", test, "--threads", "0");
    Files.createDirectories(folder.resolve("empty"));
    refused("there is no file *.litmus", "litmus", folder.resolve("empty").toString());
  }

  private static void refused(String shown, String... args) {
    CommandRun run = CommandRun.of(args);
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).doesNotContain("Exception", "\tat ").contains(shown);
  }
}
