// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.ModelNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ModelCommandTest {
  @TempDir Path folder;

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  static List<String> models() {
    return ModelNames.all().stream().map(ModelNames.Described::name).toList();
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyBuiltInModelIsShownAndMakesSense(String name) {
    CommandRun run = CommandRun.of("model", "show", name);
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith(name + ": ").contains("law \"", "Stages:", "Order table");
  }

  @Test
  void showsLawsAsWrittenStagesAndTable() {
    CommandRun run = CommandRun.of("model", "show", "pso-no");
    assertThat(run.out())
        .contains(
            """
              law "nothing passes a read":
                  a: read, b: access, a before b  =>  done(a) < perform(b)
                (library/memory/pso.mcm:12)
            """)
        .contains("  load   fetch, issue, execute\n")
        .contains("  store  fetch | issue, execute, reflect to all threads\n")
        .contains("  fence  fetch; it stands between others\n")
        .contains("  earlier  load  store      rmw\n", "  store    no    same cell  same cell\n")
        .contains("  full     all\n", "  release  load -> store, load -> rmw, store -> store")
        .doesNotContain("General laws");
  }

  /** SETTA'16, section 3.3, gives the stages of TSO and PSO. */
  @Test
  void stagesAreInferredFromTheLaws() throws IOException {
    assertThat(CommandRun.of("model", "show", "sc").out())
        .contains("  store  fetch, issue, execute, reflect to all threads\n");
    assertThat(CommandRun.of("model", "show", "rmo-cumulative").out())
        .contains("  load   fetch | issue, execute\n")
        .contains("  store  fetch | issue, execute, reflect to each thread by itself\n")
        .contains("  fence  fetch; it stands between others\n");
    String fences =
        """
        model fences
        law "in order": f, g: fence, f before g => issue(f) < issue(g)
        law "wait": a: access, f: fence, a before f => done(a) < issue(f)
        """;
    assertThat(CommandRun.of("model", "show", write("fences.mcm", fences)).out())
        .contains("  fence  fetch | issue\n");
  }

  @Test
  void showsWhatAFileDeclaresAndItsGeneralLawsApart() throws IOException {
    String file =
        write(
            "my.mcm",
            """
            model my "mine"
            include uniprocessor
            non-multi-copy atomic
            fence kind light
            attribute hot
            law "light": a: store, f: fence[light], b: store, a before f before b
                => done(a) < perform(b)
            law "order of writes": a, b: store; p, q: thread;
                cell(a) = cell(b), reflect(a, p) < reflect(b, p)
                =>  reflect(a, q) < reflect(b, q)
            """);
    CommandRun run = CommandRun.of("model", "show", file);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("fence kinds: light\nattributes: hot\n", "a memory of its own")
        .contains("  light    store -> store\n", "reflect to each thread by itself")
        .contains("General laws", "      =>  reflect(a, q) < reflect(b, q)\n    (" + file);
  }

  @Test
  void comparesModelsByLitmusTests() {
    CommandRun run = CommandRun.of("model", "compare", "tso", "pso-full");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .containsPattern("(?m)^MP +0 +1 +pso-full: 1:r0=1; 1:r1=0;$")
        .containsPattern("(?m)^Rx Ry \\| Wy Wx +0 +1 ")
        .contains("distinguish tso and pso-full: tso is the stronger one on them");
    assertThat(CommandRun.of("model", "compare", "tso", "tso").out())
        .contains("0 distinguish tso and tso: no test distinguishes them");
  }

  @Test
  void lawsThatCannotBeKeptAreDiagnosedWithAProgram() throws IOException {
    String never = write("a.mcm", "model a\nlaw \"no load\": a: load => done(a) < done(a)\n");
    String contrary =
        write(
            "b.mcm",
            """
            model b
            include uniprocessor
            law "reads first": a: load, b: store, thread(a) != thread(b) => execute(a) < execute(b)
            law "writes first": a: load, b: store, thread(a) != thread(b) => execute(b) < execute(a)
            """);
    String program = write("p.c", "static int x; int main(void) { x = 1; return 0; }");
    for (String[] args :
        List.of(
            new String[] {"model", "show", never},
            new String[] {"check", program, "-m", never},
            new String[] {"litmus", "library/litmus/SB.litmus", "-m", never})) {
      CommandRun run = CommandRun.of(args);
      assertThat(run.status()).isEqualTo(3);
      assertThat(run.err())
          .contains("a.mcm:2:1: error: under a no run of this program", "    r = x\n", "no load");
    }
    assertThat(CommandRun.of("check", program, "-m", contrary).err())
        .contains("x = 1  |  r = x", "contradict one another", "\"reads first\", \"writes first\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '$',
      textBlock =
          """
          law "l": a: load => execute(a) < execute(a) $ r = x
          law "l": a, b: store[hot], thread(a) != thread(b) => reflect(a) < reflect(b) $ [hot]  |
          law "l": a, b, c: rmw, a before b, b before c => execute(c) < execute(a) $ x++; r = x++;
          law "l": f: fence[odd], a: access, f before a => not issue(f) < perform(a) and not perform(a) < issue(f) $ fence [odd]
          """)
  void aLawThatBlocksIsShownWithTheSmallestProgram(String law, String program) throws IOException {
    String text = "model nasty\nattribute hot\nfence kind odd\n" + law + "\n";
    if (law.contains("rmw")) {
      text += "law \"m\": a, b: rmw, a before b => execute(a) < execute(b)\n";
    }
    CommandRun run = CommandRun.of("model", "show", write("nasty.mcm", text));
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("no run of this program comes to its end", program, "\"l\"");
  }

  @Test
  void badInputIsStatusThree() {
    assertThat(CommandRun.of("model").status()).isEqualTo(3);
    assertThat(CommandRun.of("model", "show", "nosuch").err()).contains("unknown memory model");
    assertThat(CommandRun.of("model", "compare", "tso").status()).isEqualTo(3);
    assertThat(CommandRun.of("model", "compare", "tso", "no.mcm").err()).contains("no such file");
  }

  @Test
  void helpHasExamples() {
    for (String command : List.of("show", "compare")) {
      assertThat(CommandRun.of("model", command, "--help").out())
          .contains("Usage: fencepost model " + command, "Examples:");
    }
  }
}
