// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The library that is packed into the jar: {@code library/gc}, {@code library/include} and so on.
 */
public final class PackedLibrary {
  private static final String ROOT = "library";

  /** The folder with files whose names have no point, and no folders. */
  private static final Path MEMORY = Path.of(ROOT, "memory");

  /** A file that is always there, beside the others. */
  private static final String ANCHOR = "library/memory/models";

  /** The library stands so far above the classes, or the jar. */
  private static final int FOLDERS_ABOVE = 2;

  private PackedLibrary() {}

  /**
   * The folder of the library that belongs to this program: of its checkout, or beside its jar. A
   * folder of the same name elsewhere is somebody's.
   */
  static Optional<Path> folder() {
    CodeSource source = PackedLibrary.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return Optional.empty();
    }
    try {
      Path code = Path.of(source.getLocation().toURI());
      return Stream.iterate(code.getParent(), Objects::nonNull, Path::getParent)
          .limit(FOLDERS_ABOVE)
          .map(above -> above.resolve(ROOT))
          .filter(library -> Files.exists(library.resolve(IncludePath.LIBRARY_SIGN)))
          .findFirst();
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
      return Optional.empty();
    }
  }

  /** The names of the files in a folder of the library that end so, in order. */
  public static List<String> list(String folder, String ending) {
    URL anchor = PackedLibrary.class.getClassLoader().getResource(ANCHOR);
    if (anchor == null) {
      throw new IllegalStateException("the library is not on the class path");
    }
    try {
      URI root = anchor.toURI();
      if (root.getScheme().equals("jar")) {
        try (FileSystem jar = FileSystems.newFileSystem(root, Map.of())) {
          return list(jar.getPath(folder), folder, ending);
        }
      }
      Path top = Path.of(root).resolve("../../..").normalize();
      return list(top.resolve(folder), folder, ending);
    } catch (URISyntaxException | IOException e) {
      throw new IllegalStateException("the library in the jar cannot be read", e);
    }
  }

  private static List<String> list(Path path, String folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .sorted()
          .map(name -> folder + "/" + name)
          .toList();
    }
  }

  /** The text of a file of the disk, or where there is none, of the library. */
  public static Optional<String> find(Path file) throws InvalidInputException {
    return TextFile.isThere(file) ? Optional.of(TextFile.read(file)) : text(file.toString());
  }

  /** The lines of a text; none where it is not a file of the disk or the library. */
  public static List<String> lines(String file) {
    try {
      Path path = Path.of(file);
      Optional<String> text =
          Files.isRegularFile(path) ? Optional.of(TextFile.read(path)) : text(file);
      return text.map(all -> all.lines().toList()).orElse(List.of());
    } catch (InvalidPathException | InvalidInputException e) {
      return List.of();
    }
  }

  /** The text of a file of the library, by a name that starts with {@code library/}. */
  public static Optional<String> text(String name) {
    Path path = Path.of(name).normalize();
    boolean file = path.toString().contains(".") || MEMORY.equals(path.getParent());
    if (path.isAbsolute() || !path.startsWith(ROOT) || !file) {
      return Optional.empty();
    }
    return TextFile.packed(path.toString().replace('\\', '/'));
  }
}
