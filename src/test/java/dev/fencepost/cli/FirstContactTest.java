// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.PackedLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a new user meets: help, a collector to begin from, errors with their line. */
class FirstContactTest {
  @TempDir private Path folder;

  private String error(String text) throws IOException {
    Path file = folder.resolve("model.c");
    Files.writeString(file, text);
    CommandRun run = CommandRun.of("check", file.toString());
    assertThat(run.status()).isEqualTo(3);
    return run.err().replace(folder + "/", "");
  }

  @Test
  void withoutACommandThereAreThreeExamples() {
    CommandRun run = CommandRun.of();

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err().lines().filter(line -> line.startsWith("  fencepost "))).hasSize(3);
    assertThat(run.err()).contains("fencepost init", "fencepost check", "--help");
  }

  @Test
  void initWritesACollectorATwinAndExpectations() throws IOException {
    Path mine = folder.resolve("my-collector");
    CommandRun run = CommandRun.of("init", mine.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.readString(mine.resolve("my-collector.expect"))).doesNotContain("violated");
    assertThat(Files.readString(mine.resolve("my-collector-broken.expect"))).contains("violated");
    assertThat(Files.readString(mine.resolve("my-collector-broken.c"))).doesNotContain("NAME");
    String collector = mine.resolve("my-collector.c").toString();
    assertThat(CommandRun.of("check", collector, "--strict", "--vacuity").status()).isZero();
    String twin = mine.resolve("my-collector-broken.c").toString();
    assertThat(CommandRun.of("check", twin, "-m", "sc").status()).isEqualTo(1);
    assertThat(CommandRun.of("promote", mine.toString()).out()).doesNotContain("written");
  }

  @Test
  void initOverwritesNothing() throws IOException {
    Files.createDirectory(folder.resolve("taken"));

    CommandRun run = CommandRun.of("init", folder.resolve("taken").toString());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("is there already", "choose another name");
    assertThat(CommandRun.of("init", folder.resolve("no/such").toString()).status()).isEqualTo(3);
    assertThat(CommandRun.of("init", folder.resolve("a b").toString()).err())
        .contains("is no name");
  }

  @Test
  void errorsShowTheLineAndTheNearestName() throws IOException {
    assertThat(error("int counter;\nint main(void) {\n\tconter = 1;\n\treturn 0;\n}\n"))
        .isEqualTo(
            """
            model.c:3:2: error: 'conter' is not declared
                 conter = 1;
                 ^~~~~~
              hint: did you mean 'counter'?
            """);
    assertThat(error("struct s { int mark; } v;\nint main(void) { return v.mrak; }\n"))
        .contains("has no field 'mrak'", "did you mean 'mark'?");
    assertThat(error("#include <stdatomc.h>\nint main(void) { return 0; }\n"))
        .contains("    #include <stdatomc.h>\n", "did you mean <stdatomic.h>?");
    assertThat(error("#include <fencepost.h>\nint main(void) { fence_aquire(); return 0; }\n"))
        .contains("did you mean 'fence_acquire'?");
    assertThat(error("int main(void) { int y = 1; retrun y; }\n"))
        .contains("'retrun' is no type", "did you mean 'return'?");
    assertThat(error("typedef int word;\nwrod x;\nint main(void) { return x; }\n"))
        .contains("'wrod' is no type", "did you mean 'word'?");
  }

  @Test
  void aFolderOfTheLibraryIsNoModel() {
    assertThat(PackedLibrary.text("library/gc")).isEmpty();
    assertThat(PackedLibrary.text("library/memory/groups")).isPresent();
  }

  @Test
  void headersOfTheLinuxKernelSaySo() throws IOException {
    assertThat(error("#include <lkmm.h>\nint main(void) { return 0; }\n"))
        .contains("programs for the Linux kernel, with its own memory model and RCU, are not read");
  }
}
