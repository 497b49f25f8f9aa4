// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input: a clear message, exit status 3, and nothing on standard output. */
class BadInputTest {
  @TempDir Path folder;

  @Test
  void aMissingFile() {
    assertRefused(CommandRun.of("check", "no/such.c"), "no such file: no/such.c");
  }

  @Test
  void aFolder() {
    assertRefused(CommandRun.of("check", folder.toString()), "is a folder");
  }

  @Test
  void aFileThatIsNoText() throws IOException {
    Path file = Files.write(folder.resolve("a.c"), new byte[] {(byte) 0xC3, 0x28});
    assertRefused(CommandRun.of("check", file.toString()), "is not a text in UTF-8");
  }

  @Test
  void noFile() {
    assertRefused(CommandRun.of("check"), "which FILE");
  }

  @Test
  void anUnknownModelWithNearNames() throws IOException {
    String file = model("int main(void) { return 0; }");
    assertRefused(
        CommandRun.of("check", file, "--model", "tsoo"),
        "unknown memory model 'tsoo'",
        "did you mean tso?",
        "'fencepost models' lists all");
    assertRefused(CommandRun.of("check", file, "-m", "pso"), "did you mean pso-full or pso-no");
    assertRefused(CommandRun.of("check", file, "-m", "zzzzzz"), "sc, tso, pso-full", ".mcm");
    assertRefused(CommandRun.of("check", file, "-m", "tsoo,sc,rmoo"), "'tsoo'", "'rmoo'");
  }

  @Test
  void aLitmusTest() {
    assertRefused(
        CommandRun.of("check", "library/litmus/SB.litmus"),
        "is a litmus test",
        "'fencepost litmus library/litmus/SB.litmus' runs it");
  }

  @Test
  void anUnknownOptionOrCommand() {
    assertRefused(CommandRun.of("check", "a.c", "--modle", "tso"), "--modle", "--help");
    assertRefused(CommandRun.of("chekc"), "chekc");
    assertRefused(CommandRun.of(), "which command?");
  }

  @Test
  void valuesThatMakeNoSense() {
    assertRefused(CommandRun.of("check", "a.c", "--time", "soon"), "60s");
    assertRefused(CommandRun.of("check", "a.c", "--memory", "lots"), "4G");
    assertRefused(CommandRun.of("check", "a.c", "--threads", "0"), "--threads must be at least 1");
    assertRefused(CommandRun.of("check", "a.c", "--search", "best"), "best");
    assertRefused(CommandRun.of("check", "a.c", "-D", "1X=2"), "not the name of a macro");
    assertRefused(
        CommandRun.of("check", "a.c", "--with", "symmetry", "--without", "cache,symmetry"),
        "exclude each other: symmetry");
  }

  /** As a variable of a script that is not set. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "check|a.c|--disk",
        "check|a.c|--html",
        "check|a.c|--junit",
        "check|a.c|-I",
        "check|a.c|--allow-include",
        "check|a.c|--runs",
        "check|--repeat",
        "check",
        "resume",
        "explain",
        "promote",
        "litmus",
        "litmus|a.litmus|--expected",
        "litmus|a.litmus|--svg",
        "table|mutators|--results",
        "fences|a.c|--apply",
        "export|a.c|-m|tso|-o",
        "show|ir"
      })
  void anEmptyNameOfAFileOrFolder(String command) {
    String[] words = (command + "|").split("\\|", -1);
    assertRefused(CommandRun.of(words), "is an empty name");
  }

  @Test
  void limitsOfNothing() throws IOException {
    String file = model("int main(void) { return 0; }");
    for (String option : new String[] {"--states", "--memory", "--time"}) {
      String none = option.equals("--time") ? "0s" : "0";
      assertRefused(CommandRun.of("check", file, option, none), "must be more than 0");
    }
    assertRefused(CommandRun.of("show", "states", file, "--states", "0"), "at least 1");
    assertRefused(CommandRun.of("export", file, "-m", "tso", "--bound", "-1"), "negative");
    assertRefused(CommandRun.of("check", file, "--model", ","), "--model names no model");
  }

  @Test
  void countsThatAreTooLarge() throws IOException {
    String file = model("int main(void) { return 0; }");
    assertRefused(
        CommandRun.of("export", file, "-m", "tso", "--bound", "256"), "nor more than 255");
    assertRefused(CommandRun.of("check", file, "--memory", "999999999999G"), "too large");
    String threads = String.join(" | ", Collections.nCopies(17, "MOV EAX,[x]"));
    String names = IntStream.range(0, 17).mapToObj(i -> "P" + i).collect(Collectors.joining(" | "));
    assertLitmusRefused(
        "X86 many\n{ x=0; }\n " + names + " ;\n " + threads + " ;\nexists (0:EAX=1)\n",
        "a test with 17 threads");
    assertLitmusRefused(
        "X86 big\n{ int x[4294967296]; }\n P0 ;\n MOV EAX,[x] ;\nexists (0:EAX=1)\n",
        "an index is from 0 to 9999");
  }

  private void assertLitmusRefused(String text, String message) throws IOException {
    Path test = Files.writeString(folder.resolve("test.litmus"), text);
    CommandRun run = CommandRun.of("litmus", test.toString(), "--model", "tso");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("test.litmus:", message);
  }

  @Test
  void scenariosThatAreTooLarge() throws IOException {
    String text = Files.readString(Path.of("library/gc/cycles/cycles.packets"));
    Path file = folder.resolve("cycles.packets");
    Files.writeString(file, text.replace("kind sweep() set {", "kind sweep() set workers 20 {"));
    assertRefused(CommandRun.of("check", file.toString()), "mutators and workers", "may be 16");
    StringBuilder objects = new StringBuilder("objects ");
    for (int i = 0; i < 65; i++) {
      objects.append("O" + i + ", ");
    }
    Files.writeString(file, text.replaceAll("objects ", objects.toString()));
    assertRefused(CommandRun.of("check", file.toString()), "objects", "there may be 64");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheText() throws IOException {
    String file = model("\uFEFFint main(void) { return 0; }");
    assertThat(CommandRun.of("check", file, "--model", "sc").status()).isZero();
  }

  /** What is no file, is a folder, or no text, in the place of FILE. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "check FILE.c",
        "check FILE.pml",
        "check FILE.packets",
        "check GOOD --model FILE.mcm",
        "check --repeat FILE.json",
        "explain FILE.json",
        "show ir FILE.c",
        "show states FILE.pml",
        "show graph FILE.packets",
        "model show FILE.mcm",
        "model compare sc FILE.mcm",
        "litmus library/litmus/SB.litmus --expected FILE.csv",
        "export FILE.c --model tso",
      })
  void filesThatCannotBeRead(String command) throws IOException {
    String good = model("int main(void) { return 0; }");
    String[] words = command.replace("GOOD", good).split(" ", -1);
    assertRefused(run(words, "none"), "no such file");
    for (int i = 0; i < words.length; i++) {
      if (words[i].startsWith("FILE")) {
        Files.createDirectory(folder.resolve(words[i].replace("FILE", "folder")));
        Files.write(folder.resolve(words[i].replace("FILE", "bytes")), new byte[] {0, -1, 7, -2});
        Files.writeString(folder.resolve(words[i].replace("FILE", "empty")), "");
      }
    }
    assertRefused(run(words, "folder"), "is a folder, not a file");
    assertRefused(run(words, "bytes"), "is not a text in UTF-8");
    assertRefused(run(words, "empty"), "error: ");
  }

  private CommandRun run(String[] words, String name) {
    String[] named = words.clone();
    for (int i = 0; i < named.length; i++) {
      if (named[i].startsWith("FILE")) {
        named[i] = folder.resolve(named[i].replace("FILE", name)).toString();
      }
    }
    return CommandRun.of(named);
  }

  @Test
  void anOutputThatIsAFolder() throws IOException {
    String good = model("int main(void) { return 0; }");
    String out = folder.toString();
    assertRefused(CommandRun.of("check", good, "--html", out), "it is a folder");
    assertRefused(CommandRun.of("check", good, "--junit", out), "it is a folder");
    assertRefused(CommandRun.of("show", "cfg", good, "--svg", out), "it is a folder");
    assertRefused(CommandRun.of("export", good, "-m", "tso", "-o", out), "it is a folder");
  }

  @Test
  void anUnknownTable() {
    assertRefused(CommandRun.of("table", "nothing"), "there is no table 'nothing'", "oopsla17");
  }

  @Test
  void aScenarioThatNamesNoTemporalProperty() throws IOException {
    String file = model("int main(void) { return 0; }");
    assertRefused(
        CommandRun.of("promote", file, "--scenario", "fair@x"), "--scenario 'fair@x'", "fair:ends");
  }

  @Test
  void aRepeatFileThatIsNone() throws IOException {
    String file = Files.writeString(folder.resolve("r.json"), "{}").toString();
    assertRefused(CommandRun.of("check", "--repeat", file), "is not a result");
    assertRefused(CommandRun.of("check", "--repeat", "no/such.json"), "no such file");
  }

  @Test
  void aSyntaxErrorInTheSecondOfTwoFiles() throws IOException {
    String good = model("int main(void) { return 0; }");
    Path bad = Files.writeString(folder.resolve("bad.c"), "int main(void) { return 0 }\n");
    assertRefused(CommandRun.of("check", good, bad.toString()), "bad.c:1:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int main(void) { return 0 }",
        "int main(void) { return undeclared; }",
        "struct s { int a; }; static struct s x; int main(void) { x = 1; return 0; }",
        "static int f(int n, ...) { return n; } int main(void) { return f(1); }",
        "int main(void) { double d = 1; return 0; }",
        "static int x;",
        "#include \"nowhere.h\"\nint main(void) { return 0; }"
      })
  void textsThatCannotBeChecked(String text) throws IOException {
    assertRefused(CommandRun.of("check", model(text)), "good.c", "error: ");
  }

  private String model(String text) throws IOException {
    return Files.writeString(folder.resolve("good.c"), text).toString();
  }

  private static void assertRefused(CommandRun run, String... shown) {
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(shown).doesNotContain("Exception", "\tat ");
  }
}
