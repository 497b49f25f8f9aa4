// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads the texts that a command is given. Devices and pipes are refused: they may never end. */
public final class TextFile {
  /** The byte order mark, which some editors put before a text; it is dropped. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private TextFile() {}

  /** The path of this name. */
  public static Path path(String file) throws InvalidInputException {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw invalid("not a file name: " + file);
    }
  }

  /** The whole text of a file in UTF-8. */
  public static String read(Path file) throws InvalidInputException {
    if (!Files.isRegularFile(file)) {
      throw unreadable(file);
    }
    try {
      byte[] bytes = Files.readAllBytes(file);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw invalid(file + " is not a text in UTF-8");
    } catch (IOException e) {
      throw unreadable(file);
    }
  }

  /** Says why a file or folder could not be read. */
  public static InvalidInputException unreadable(Path file) {
    if (!Files.exists(file)) {
      return invalid("no such file: " + file);
    }
    if (!Files.isReadable(file)) {
      return invalid("may not read " + file);
    }
    if (Files.isDirectory(file)) {
      return invalid(file + " is a folder, not a file");
    }
    return Files.isRegularFile(file)
        ? invalid("cannot read " + file)
        : invalid(file + " is a device or a pipe, not a file");
  }

  private static InvalidInputException invalid(String message) {
    return new InvalidInputException(new Diagnostic(SourceSpan.NONE, message));
  }
}
