// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.source.Printable;
import dev.fencepost.spin.Spin;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models of somebody who means ill: what they may neither run, nor read, nor have printed. */
@DisabledOnOs(OS.WINDOWS)
class HostileInputTest {
  private static final String HOLDS = "int main(void) { return 0; }\n";

  /** Ends a comment, and whatever else it may stand in. */
  private static final String EVIL = "*/ c_code { system(\"touch ran\"); } /*";

  private static final String TITLE = "\u001b]0;owned\u0007\u009b31m\u202e\r";

  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text).toString();
  }

  private static String threads(String comment) {
    return """
    #include <assert.h>
    #include <pthread.h>
    #include <stddef.h>
    int x;
    static void *other(void *unused) { x = 1; return NULL; }
    int main(void) {
      pthread_t thread;
      pthread_create(&thread, NULL, other, NULL);
      assert(x <= 1 && \"%s\");
      return 0;
    }
    """
        .formatted(comment.replace("\"", "\\\""));
  }

  /** An exported model without its comments is the same, whatever names and texts there are. */
  @ParameterizedTest
  @ValueSource(strings = {"uniform", "direct"})
  void namesAndTextsComeIntoExportedModelsAsCommentsOnly(String form) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String evil : List.of("plain", EVIL, "/* // \\\\", TITLE)) {
      String name = evil.replace('/', '|') + "*/model.c";
      String model = file(name, threads(evil));
      CommandRun run = CommandRun.of("export", model, "-m", "sc", "--form", form);
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).matches("[\\n -~]*");
      texts.add(run.out().replaceAll("(?s)/\\*.*?\\*/", ""));
    }
    assertThat(texts.getFirst()).contains("assert").doesNotContain("system", "touch");
    assertThat(texts).containsOnly(texts.getFirst());
  }

  @Test
  void aFoldersNameRunsNothingInSpin() throws IOException {
    assumeTrue(Spin.find().isPresent());
    Path ran = folder.resolve("ran");
    String evil = "*/c_code { system(\"touch $PWD" + "\"); } /*";
    String model = file(evil.replace("$PWD", ran.toString().replace('/', '?')) + "/m.c", HOLDS);
    CommandRun run = CommandRun.of("check", model, "-m", "sc", "--engine", "spin");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(0);
    assertThat(ran).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#error TITLE",
        "int main(void) { return TITLE; }",
        "#include <assert.h>\nint main(void) { assert(0 && \"TITLE\"); return 0; }",
        "#include <fencepost.h>\nint main(void) { reachable(\"TITLE\"); return 0; }",
        "int main(void) { return \"TITLE"
      })
  void textsOfCArePrintedAsEscapes(String text) throws IOException {
    assertPrintable("check", file("a" + TITLE + "\n.c", text.replace("TITLE", TITLE)), "-m", "sc");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "active proctype P() { printf(\"TITLE\"); assert(false) }",
        "ltl p { [] TITLE }",
        "mtype = { TITLE }",
        "active proctype P() { assert(false) /* TITLE */ } #error TITLE"
      })
  void textsOfPromelaArePrintedAsEscapes(String text) throws IOException {
    assertPrintable("check", file("a" + TITLE + ".pml", text.replace("TITLE", TITLE)));
  }

  @Test
  void allElseIsPrintedAsEscapes() throws IOException {
    String litmus = file(TITLE + "\n.litmus", "X86 " + TITLE + "\n{ }\n P0 ;\n");
    assertPrintable("litmus", litmus);
    assertPrintable("litmus", litmus, "--format", "csv");
    assertPrintable("check", file("a.c", HOLDS), "-m", file(TITLE + ".mcm", "model " + TITLE));
    assertPrintable("check", "-m", TITLE, TITLE);
    assertPrintable("--" + TITLE + "\n");
    assertPrintable("check", "--repeat", file(TITLE + ".json", TITLE));
    assertPrintable("show", "ast", file("b.c", "int main(void) { return 0; } // " + TITLE));
    assertPrintable("show", "tokens", file("c.c", "char *s = \"" + TITLE + "\";"));
    String json = file("j" + TITLE + "\n.c", HOLDS);
    assertPrintable("check", json, "-m", "sc", "--format", "json");
    assertPrintable("check", json, "-m", "sc", "--format", "sarif");
  }

  /** Also where a browser runs no scripts, and in attributes, which have no line ends. */
  @Test
  void reportsHaveNamesAsEscapes() throws IOException {
    String evil = "a" + TITLE + "\n\r.c";
    String model = file(evil, "#include <assert.h>\nint main(void) { assert(0); }\n");
    Path html = folder.resolve("r.html");
    Path junit = folder.resolve("r.xml");
    CommandRun run =
        CommandRun.of(
            "check", model, "-m", "sc", "--html", html.toString(), "--junit", junit.toString());
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    String shown = Printable.line(evil);
    for (Path report : List.of(html, junit)) {
      String text = Files.readString(report);
      assertThat(text).isEqualTo(Printable.lines(text)).contains(shown);
    }
    assertThat(Files.readString(junit).lines().filter(line -> line.startsWith("<testcase")))
        .allMatch(line -> line.contains(shown));
    String page = Files.readString(html);
    String plain = page.substring(page.indexOf("<noscript>"), page.indexOf("</noscript>"));
    assertThat(plain).contains(shown + ", sc: violated");
  }

  private static void assertPrintable(String... args) {
    CommandRun run = CommandRun.of(args);
    String all = run.out() + run.err();
    assertThat(all).isNotEmpty().isEqualTo(Printable.lines(all)).doesNotContain("defect");
    assertThat(run.err().lines())
        .allMatch(
            line ->
                line.matches("^(    |fencepost: |.*error: |  hint: |'fencepost|Unk|Did|Poss).*"));
  }

  @Test
  void fromAFileComeNoArguments() throws IOException {
    String arguments = file("arguments", "--version\n");
    CommandRun run = CommandRun.of("check", "@" + arguments);
    assertThat(run.err()).contains("no such file: @");
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void twoDashesEndTheOptions() {
    CommandRun run = CommandRun.of("check", "-m", "sc", "--", "--version");
    assertThat(run.err()).contains("no such file: --version");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret.h",
        "FOLDER/secret.h",
        "link.h",
        "sub/../../secret.h",
        "linked/secret.h"
      })
  void headersStayInTheFolderOfTheSource(String header) throws IOException {
    file("secret.h", "int secret = 1;\n");
    String include = "#include \"" + header.replace("FOLDER", folder.toString()) + "\"\n";
    String model = file("own/model.c", include + HOLDS);
    Files.createDirectory(folder.resolve("own/sub"));
    Files.createSymbolicLink(folder.resolve("own/link.h"), folder.resolve("secret.h"));
    Files.createSymbolicLink(folder.resolve("own/linked"), folder);
    CommandRun run = CommandRun.of("check", model, "-m", "sc");
    assertThat(run.err()).contains("model.c:1:", "lies neither", "--allow-include PATH");
    assertThat(run.status()).isEqualTo(3);
    for (String option : List.of("-I", "--allow-include")) {
      assertThat(CommandRun.of("check", model, "-m", "sc", option, folder.toString()).status())
          .isEqualTo(0);
    }
    assertThat(CommandRun.of("show", "ir", model, "-I", folder.toString()).status()).isEqualTo(0);
    String secret = folder.resolve("secret.h").toString();
    assertThat(CommandRun.of("check", model, "-m", "sc", "--allow-include", secret).status())
        .isEqualTo(0);
  }

  @Test
  void headersAreFoundInGivenFoldersAlone() throws IOException {
    file("given/a.h", "#define A 1\n");
    String model = file("own/model.c", "#include <a.h>\nint x = A;\n" + HOLDS);
    assertThat(CommandRun.of("check", model, "-m", "sc").err()).contains("'a.h' was not found");
    String given = folder.resolve("given").toString();
    assertThat(CommandRun.of("check", model, "-m", "sc", "-I", given).status()).isEqualTo(0);
    assertThat(CommandRun.of("check", model, "-m", "sc", "--allow-include", given).status())
        .isEqualTo(3);
    String json = CommandRun.of("check", model, "-m", "sc", "-I", given, "--format", "json").out();
    assertThat(CommandRun.of("check", "--repeat", file("r.json", json)).status()).isEqualTo(0);
  }

  /** The library is that of the program, not a folder of that name where the command is called. */
  @Test
  void aFolderCalledLibraryIsNotTheLibrary() throws IOException, InterruptedException {
    file("library/secret.h", "SECRET\n");
    file("library/include/fencepost.h", "SECRET\n");
    file("foreign/secret.c", "#include \"../library/secret.h\"\n" + HOLDS);
    file("foreign/usual.c", "#include <fencepost.h>\n" + HOLDS);
    assertThat(inFolder("check", "foreign/secret.c", "-m", "sc"))
        .contains("lies neither")
        .doesNotContain("SECRET");
    assertThat(inFolder("check", "foreign/usual.c", "-m", "sc"))
        .contains("holds")
        .doesNotContain("SECRET");
  }

  /** What a command prints that is called in the folder. */
  private String inFolder(String... args) throws IOException, InterruptedException {
    String here = Path.of("").toAbsolutePath() + "/";
    String path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(each -> each.startsWith("/") ? each : here + each)
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-cp", path, Main.class.getName()));
    command.addAll(List.of(args));
    Path out = folder.resolve("out");
    new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(out.toFile())
        .start()
        .waitFor();
    return Files.readString(out);
  }

  @Test
  void devicesAndPipesAreRefused() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe.h");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    String model = file("model.c", "#include \"pipe.h\"\n" + HOLDS);
    String device = file("device.c", "#include \"/dev/zero\"\n" + HOLDS);
    assertRefused("pipe.h is a device or a pipe", "check", model, "-m", "sc");
    assertRefused("a device or a pipe", "check", device, "-m", "sc", "--allow-include", "/dev");
    assertRefused("pipe.h is a device or a pipe", "check", pipe.toString());
    assertRefused("pipe.h is a device or a pipe", "check", "--repeat", pipe.toString());
    assertRefused("/dev/zero is a device", "litmus", "/dev/zero");
    assertRefused("/dev/zero is a device", "explain", "/dev/zero");
  }

  private static void assertRefused(String message, String... args) {
    CommandRun run = CommandRun.of(args);
    assertThat(run.err()).contains(message);
    assertThat(run.status()).isEqualTo(3);
  }
}
