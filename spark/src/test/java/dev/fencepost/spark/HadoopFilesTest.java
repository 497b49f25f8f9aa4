// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.level.RunFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder by its path and a folder by a URI of Hadoop do the same. */
class HadoopFilesTest {
  @TempDir Path folder;

  private List<RunFiles> stores() throws IOException {
    return List.of(
        SparkCluster.open(folder.resolve("one").toString()),
        SparkCluster.open(folder.resolve("other").toUri().toString()));
  }

  private static void write(RunFiles files, String name, byte[] bytes) throws IOException {
    try (OutputStream out = files.create(name)) {
      out.write(bytes);
    }
  }

  @Test
  void movesAppendsCutsAndDeletes() throws IOException {
    for (RunFiles top : stores()) {
      RunFiles files = top.in("part");
      write(files, "a.new", new byte[] {1, 2, 3});
      write(files, "a", new byte[] {9});
      files.move("a.new", "a", true);
      assertThat(files.names()).containsExactly("a");
      assertThat(files.bytes("a")).containsExactly(1, 2, 3);
      files.append("b", new byte[] {4}, true);
      files.append("b", new byte[] {5, 6}, false);
      assertThat(files.bytes("b")).containsExactly(4, 5, 6);
      files.cut("b", 2);
      assertThat(files.bytes("b")).containsExactly(4, 5);
      files.delete("a");
      files.delete("a");
      assertThat(files.names()).containsExactly("b");
      assertThat(top.names()).isEmpty();
    }
  }

  @Test
  void readsAnywhere() throws IOException {
    byte[] bytes = new byte[3_000_000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 >> 3);
    }
    for (RunFiles files : stores()) {
      write(files, "large", bytes);
      try (RunFiles.Input in = files.open("large")) {
        assertThat(in.length()).isEqualTo(bytes.length);
        for (int at : new int[] {0, 2_999_990, 1_048_570, 5, 2_000_000}) {
          byte[] found = new byte[10];
          in.read(at, found, 10);
          assertThat(found).isEqualTo(java.util.Arrays.copyOfRange(bytes, at, at + 10));
        }
        assertThatThrownBy(() -> in.read(bytes.length - 5, new byte[10], 10))
            .isInstanceOf(IOException.class);
      }
      assertThatThrownBy(() -> files.open("missing")).isInstanceOf(IOException.class);
    }
  }
}
