// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.Optimisation;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.level.UnusableMachinesException;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What travels to other machines is enough to make the system that is searched. */
class BundleTest {
  @TempDir Path folder;

  private static long states(byte[] bundle, String search) {
    return Search.run(
            Bundle.of(bundle).system(search).form(), SearchOptions.usual(), SearchListener.NONE)
        .states();
  }

  private static long states(CheckTask task) throws InvalidInputException {
    return Checker.check(task, CheckListener.NONE).statistics().states();
  }

  @Test
  void hasAllTexts() throws IOException, InvalidInputException {
    Path source = folder.resolve("model.c");
    Path header = folder.resolve("part.h");
    Path model = folder.resolve("mine.mcm");
    Files.writeString(header, "#include <assert.h>\n#include <pthread.h>\nint x, y;\n");
    Files.writeString(
        source,
        """
        #include "part.h"
        void *one(void *a) { x = N; y = 1; return 0; }
        void *other(void *a) { if (y) assert(x <= N); return 0; }
        int main(void) {
          pthread_t p, q;
          pthread_create(&p, 0, one, 0);
          pthread_create(&q, 0, other, 0);
          pthread_join(p, 0);
          pthread_join(q, 0);
          return 0;
        }
        """);
    String tso = Files.readString(Path.of("library/memory/tso.mcm"));
    Files.writeString(model, tso.replace("model tso", "model mine"));
    CheckTask task = CheckTask.of(source.toString(), model.toString()).withDefine("N", "3");
    byte[] bundle = Bundle.of(task, new Inputs()).bytes();
    long expected = states(task);
    for (Path file : List.of(source, header, model)) {
      Files.delete(file);
    }
    assertThat(states(bundle, "all")).isEqualTo(expected);
  }

  @Test
  void namesTheSearchesOfACheck() throws InvalidInputException {
    CheckTask task = CheckTask.of("library/gc/sapphire/sapphire.c", "tso");
    CheckTask reduced =
        task.withStrategy(task.strategy().with(List.of(Optimisation.of("partial-order"))));
    byte[] bundle = Bundle.of(reduced, new Inputs()).bytes();
    assertThat(states(bundle, "reduced")).isLessThan(states(bundle, "all"));
    assertThatThrownBy(() -> states(bundle, "another"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void isForThisBuildAlone() throws InvalidInputException {
    CheckTask task = CheckTask.of("library/gc/sapphire/sapphire.c", "tso");
    String text =
        new String(Bundle.of(task, new Inputs()).bytes(), StandardCharsets.UTF_8)
            .replace(Version.build(), "another build");
    assertThatThrownBy(() -> states(text.getBytes(StandardCharsets.UTF_8), "all"))
        .isInstanceOf(UnusableMachinesException.class)
        .hasMessageContaining("another build of Fencepost");
  }
}
