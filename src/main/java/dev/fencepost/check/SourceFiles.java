// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Finds texts by name, on disk and then in the packed library, and remembers what it gave. Headers
 * are looked for beside the file that includes them, beside the source file, in the folders of the
 * include path, and then in the library.
 */
final class SourceFiles implements IncludeResolver {
  private static final List<String> SEARCH_PATH = List.of("library/include", "library");

  private final SequencedMap<String, String> given = new LinkedHashMap<>();

  /** Texts in place of files, by the names that {@link #inputs} has. */
  private final Map<String, String> patched;

  /** Whether there are no other texts than these. */
  private final boolean closed;

  private String sourceFile = "";
  private IncludePath includePath = IncludePath.USUAL;

  /** Files, with some texts in place of those of their names. */
  SourceFiles(Map<String, String> patched) {
    this(patched, false);
  }

  SourceFiles() {
    this(Map.of());
  }

  private SourceFiles(Map<String, String> patched, boolean closed) {
    this.patched = Map.copyOf(patched);
    this.closed = closed;
  }

  /** Texts that were read elsewhere, by the names that {@link #inputs} had there. */
  static SourceFiles only(Map<String, String> texts) {
    return new SourceFiles(texts, true);
  }

  /** The task's text with what its translation needs. */
  SourceUnit unit(CheckTask task) throws InvalidInputException {
    includePath = task.includes();
    sourceFile = task.file();
    String hint = "files of the packed library are named library/gc/<collector>/<model>.c";
    String text =
        task.text().isPresent()
            ? remember(task.file(), task.text().get())
            : read(task.file(), hint);
    return new SourceUnit(task.file(), text, task.defines(), this);
  }

  /** The text of a file that must be there. */
  String read(String file, String hint) throws InvalidInputException {
    String text =
        lookUp(file).orElseThrow(() -> new InvalidInputException("no such file: " + file, hint));
    return remember(file, text);
  }

  /** The text of a file, if there is one. */
  Optional<String> find(String file) {
    try {
      return lookUp(file).map(text -> remember(file, text));
    } catch (InvalidInputException e) {
      return Optional.empty();
    }
  }

  /** The text that was given for a name. */
  Optional<String> given(String name) {
    return Optional.ofNullable(given.get(name));
  }

  /** What was read, in the order of reading. */
  List<InputText> inputs() {
    return given.sequencedEntrySet().stream()
        .map(entry -> InputText.of(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public Optional<Included> find(String header, String includingFile, boolean quoted)
      throws InvalidInputException {
    try {
      for (Path place : places(header, includingFile, quoted)) {
        Optional<Included> found = included(place);
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    } catch (InvalidPathException e) {
      throw new InvalidInputException("not a file name: " + e.getInput());
    }
  }

  private List<Path> places(String header, String includingFile, boolean quoted) {
    List<Path> places = new ArrayList<>();
    if (quoted) {
      places.add(Path.of(includingFile).resolveSibling(header));
    }
    places.add(Path.of(sourceFile).resolveSibling(header));
    includePath.folders().forEach(folder -> places.add(Path.of(folder, header)));
    SEARCH_PATH.forEach(folder -> places.add(Path.of(folder, header)));
    return places;
  }

  private Optional<Included> included(Path path) throws InvalidInputException {
    String name = path.normalize().toString();
    if (closed) {
      return Optional.ofNullable(patched.get(name)).map(text -> new Included(name, text));
    }
    if (!includePath.disk()) {
      return packed(name);
    }
    if (Files.isDirectory(path)) {
      return Optional.empty();
    }
    try {
      if (Files.exists(path) && !includePath.permits(path, sourceFile)) {
        Optional<Included> packed = packed(name);
        if (packed.isPresent()) {
          return packed;
        }
        throw new InvalidInputException(
            "the header '" + name + "' lies neither in the folder of the source nor in the library",
            "-I FOLDER adds a folder, --allow-include PATH allows a file or a folder");
      }
      return PackedLibrary.find(path).map(text -> new Included(name, remember(name, text)));
    } catch (IOException e) {
      throw new InvalidInputException("cannot read " + name);
    }
  }

  private Optional<Included> packed(String name) {
    return PackedLibrary.text(name).map(text -> new Included(name, remember(name, text)));
  }

  /** Remembers a text; the one in its place, where it has one. */
  String remember(String name, String text) {
    String read = patched.getOrDefault(name, text);
    given.put(name, read);
    return read;
  }

  private Optional<String> lookUp(String file) throws InvalidInputException {
    if (closed) {
      return Optional.ofNullable(patched.get(file));
    }
    return includePath.disk()
        ? PackedLibrary.find(TextFile.path(file))
        : PackedLibrary.text(TextFile.path(file).toString());
  }
}
