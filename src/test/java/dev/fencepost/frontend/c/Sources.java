// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** Texts for the tests: the library's files, and texts that may include its headers. */
final class Sources {
  static final Path LIBRARY = Path.of("library");
  private static final Path HEADERS = LIBRARY.resolve("include");

  private Sources() {}

  /** Finds headers beside the including file, if quoted, and among the library's. */
  static Optional<IncludeResolver.Included> find(String header, String from, boolean quoted) {
    Path beside = Path.of(from).resolveSibling(header);
    return Stream.of(beside, HEADERS.resolve(header))
        .skip(quoted ? 0 : 1)
        .filter(Files::exists)
        .findFirst()
        .map(path -> new IncludeResolver.Included(path.normalize().toString(), read(path)));
  }

  static SourceUnit of(String fileName, String text) {
    return of(fileName, text, new LinkedHashMap<>());
  }

  static SourceUnit of(String fileName, String text, SequencedMap<String, String> defines) {
    return new SourceUnit(fileName, text, defines, Sources::find);
  }

  static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The library's models, by path. */
  static List<Path> models() {
    try (Stream<Path> files = Files.walk(LIBRARY)) {
      return files.filter(path -> path.toString().endsWith(".c")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The C compiler of this machine. */
  static Optional<Path> compiler() throws IOException {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    for (String folder : path.split(File.pathSeparator, -1)) {
      for (String name : List.of("cc", "gcc", "clang")) {
        Path candidate = Path.of(folder, name);
        if (Files.isExecutable(candidate)) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
  }
}
