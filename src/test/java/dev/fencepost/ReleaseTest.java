// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a release is made of; {@code .ci/release} builds and tries one. */
class ReleaseTest {

  private static String first(String file, String pattern) throws IOException {
    Matcher found =
        Pattern.compile(pattern, Pattern.MULTILINE).matcher(Files.readString(Path.of(file)));
    assertThat(found.find()).as(file).isTrue();
    return found.group(1);
  }

  @ParameterizedTest
  @CsvSource({
    "Dockerfile, ^ARG VERSION=(.*)$",
    "action.yml, The release to use.\\n +default: (.*)$",
    "docs/install.md, tar -xzf fencepost-(.*)\\.tar\\.gz",
    "docs/java-api.md, <version>(.*)</version>"
  })
  void oneVersionEverywhere(String file, String pattern) throws IOException {
    assertThat(first(file, pattern)).isEqualTo(first("pom.xml", "^  <version>(.*)</version>"));
  }

  @Test
  void scriptsCanBeRun() {
    for (String script : List.of(".ci/release", "src/action/install", "src/action/check")) {
      assertThat(Path.of(script)).isExecutable();
    }
  }
}
