// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.Unreadable;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Finds texts by name, on disk and then in the packed library, and remembers what it gave. Headers
 * are looked for beside the file that includes them, beside the source file, and then in the
 * library.
 */
final class SourceFiles implements IncludeResolver {
  private static final List<String> SEARCH_PATH = List.of("library/include", "library");

  /** Some editors put it before a text; it is no part of it. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final SequencedMap<String, String> given = new LinkedHashMap<>();
  private String sourceFile = "";

  /** The task's text with what its translation needs. */
  SourceUnit unit(CheckTask task) throws InvalidInputException {
    String text =
        task.text().isPresent() ? take(task.file(), task.text().get()) : read(task.file());
    return new SourceUnit(task.file(), text, task.defines(), this);
  }

  private String read(String file) throws InvalidInputException {
    sourceFile = file;
    Path path = pathOf(file);
    if (Files.isDirectory(path)) {
      throw Unreadable.of(file);
    }
    Optional<String> text = lookUp(path);
    if (text.isEmpty()) {
      throw invalid(
          "no such file: " + file,
          "files of the packed library are named library/gc/<collector>/<model>.c");
    }
    return remember(file, text.get());
  }

  /** The text of a memory model's file. */
  String readModel(String file) throws InvalidInputException {
    Path path = pathOf(file);
    if (Files.isDirectory(path)) {
      throw Unreadable.of(file);
    }
    Optional<String> text = lookUp(path);
    if (text.isEmpty()) {
      throw invalid("no such file: " + file, "'fencepost models' lists the built-in models");
    }
    return remember(file, text.get());
  }

  /** The text of a file, if there is one. */
  Optional<String> find(String file) {
    try {
      return lookUp(pathOf(file)).map(text -> remember(file, text));
    } catch (InvalidInputException e) {
      return Optional.empty();
    }
  }

  /** The text that was given for a name. */
  Optional<String> given(String name) {
    return Optional.ofNullable(given.get(name));
  }

  /** Takes a text that was given by hand. */
  String take(String file, String text) {
    sourceFile = file;
    return remember(file, text);
  }

  /** What was read, in the order of reading. */
  List<InputText> inputs() {
    return given.sequencedEntrySet().stream()
        .map(entry -> new InputText(entry.getKey(), sha256(entry.getValue()), entry.getValue()))
        .toList();
  }

  @Override
  public Optional<Included> find(String header, String includingFile, boolean quoted) {
    if (quoted) {
      Optional<Included> beside = beside(includingFile, header);
      if (beside.isPresent()) {
        return beside;
      }
    }
    Optional<Included> found = beside(sourceFile, header);
    for (String folder : SEARCH_PATH) {
      if (found.isEmpty()) {
        found = included(Path.of(folder, header));
      }
    }
    return found;
  }

  private Optional<Included> beside(String file, String header) {
    return included(Path.of(file).resolveSibling(header));
  }

  private Optional<Included> included(Path path) {
    String name = path.normalize().toString();
    try {
      return lookUp(path).map(text -> new Included(name, remember(name, text)));
    } catch (InvalidInputException e) {
      return Optional.empty();
    }
  }

  private String remember(String name, String text) {
    given.put(name, text);
    return text;
  }

  private static Path pathOf(String file) throws InvalidInputException {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw invalid("not a file name: " + file, "");
    }
  }

  private static Optional<String> lookUp(Path path) throws InvalidInputException {
    if (!Files.isRegularFile(path) && !Files.exists(path)) {
      return PackedLibrary.text(path.toString());
    }
    try {
      byte[] bytes = Files.readAllBytes(path);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Optional.of(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
    } catch (IOException e) {
      throw Unreadable.of(path.toString());
    }
  }

  private static InvalidInputException invalid(String message, String hint) {
    return new InvalidInputException(new Diagnostic(SourceSpan.NONE, message, hint));
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
