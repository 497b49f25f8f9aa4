// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the texts that a command is given. Devices and pipes are refused: they may never end. */
public final class TextFile {
  /** The byte order mark, which some editors put before a text; it is dropped. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Stands for bytes that are no text in UTF-8, and may stand in a text for itself. */
  private static final String REPLACEMENT = "\uFFFD";

  private TextFile() {}

  /** The path of this name. */
  public static Path path(String file) throws InvalidInputException {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new InvalidInputException("not a file name: " + file);
    }
  }

  /** Whether something has this name, be it a link to nothing. */
  public static boolean isThere(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** The whole text of a file in UTF-8. */
  public static String read(Path file) throws InvalidInputException {
    if (!Files.isRegularFile(file)) {
      throw unreadable(file);
    }
    try {
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (text.contains(REPLACEMENT)) {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      }
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new InvalidInputException(file + " is not a text in UTF-8");
    } catch (IOException e) {
      throw unreadable(file);
    }
  }

  /** The text of a file that is packed into the jar, by its name on the class path. */
  public static Optional<String> packed(String name) {
    try (InputStream stream = TextFile.class.getClassLoader().getResourceAsStream(name)) {
      return stream == null
          ? Optional.empty()
          : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name + " from the jar", e);
    }
  }

  /** Says why a file or folder could not be read. */
  public static InvalidInputException unreadable(Path file) {
    if (Files.isSymbolicLink(file) && !Files.exists(file)) {
      return new InvalidInputException("cannot read " + file + ": it is a link to no file");
    }
    if (!Files.exists(file)) {
      return new InvalidInputException("no such file: " + file);
    }
    if (!Files.isReadable(file)) {
      return new InvalidInputException("may not read " + file);
    }
    if (Files.isDirectory(file)) {
      return new InvalidInputException(file + " is a folder, not a file");
    }
    return Files.isRegularFile(file)
        ? new InvalidInputException("cannot read " + file)
        : new InvalidInputException(file + " is a device or a pipe, not a file");
  }
}
