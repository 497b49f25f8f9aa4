// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Why a file cannot be read, for people. */
public final class Unreadable {
  private Unreadable() {}

  /** Says what is in the way; for a file that could not be read. */
  public static String why(String file) {
    Path path;
    try {
      path = Path.of(file);
    } catch (InvalidPathException e) {
      return "not a file name: " + file;
    }
    if (Files.isDirectory(path)) {
      return file + " is a folder, not a file";
    }
    if (!Files.exists(path)) {
      return "no such file: " + file;
    }
    return Files.isReadable(path) ? file + " is not a text in UTF-8" : "may not read " + file;
  }

  /** This error as an exception. */
  public static InvalidInputException of(String file) {
    return new InvalidInputException(new Diagnostic(SourceSpan.NONE, why(file)));
  }
}
