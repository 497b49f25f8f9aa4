// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.source.UncheckedInvalidInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in place of SPIN and the compiler that fail. */
class SpinFailureTest {
  @TempDir Path folder;

  private Path program(String name, String script) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private static SpinRun run(Path spin, Path compiler) {
    return new Spin(spin, compiler).run("init { skip }", Duration.ofSeconds(9), false);
  }

  @Test
  void aFullDiskIsNoLimit() throws IOException {
    Path spin = program("spin", "echo half > pan.c");
    Path compiler = program("gcc", "echo 'ld: pan: No space left on device'; exit 1");
    assertThatThrownBy(() -> run(spin, compiler))
        .isInstanceOf(UncheckedInvalidInput.class)
        .hasMessageContaining("cannot use the temporary folder: No space left on device");
  }

  @Test
  void aTemporaryFolderThatGoesIsNoDefect() throws IOException {
    Path spin = program("spin", "rm -r \"$PWD\"");
    assertThatThrownBy(() -> run(spin, spin)).isInstanceOf(UncheckedInvalidInput.class);
  }

  @Test
  void messagesNeedNotBeWholeCharacters() throws IOException {
    Path spin = program("spin", "echo half > pan.c");
    Path compiler = program("gcc", "printf 'cut here \\342\\200'; exit 1");
    assertThat(run(spin, compiler).message()).contains("the C compiler failed: cut here");
  }

  @Test
  void aVerifierThatIsKilledIsNoFailedCompiler() throws IOException {
    Path spin = program("spin", "echo half > pan.c");
    Path compiler = program("gcc", "printf '#!/bin/sh\\nkill -9 $$\\n' > pan; chmod +x pan");
    assertThat(run(spin, compiler).message()).isEqualTo("the verifier failed with status 137");
  }
}
