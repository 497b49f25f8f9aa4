// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** A folder of runs cannot be used: a file is missing, damaged, foreign, or cannot be written. */
public final class UnusableFolderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnusableFolderException(String message) {
    super(message);
  }

  public UnusableFolderException(String what, IOException problem) {
    super(what + ": " + reason(problem), problem);
  }

  private static String reason(IOException problem) {
    return problem instanceof NoSuchFileException || problem instanceof FileNotFoundException
        ? "no such file"
        : problem.toString();
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
