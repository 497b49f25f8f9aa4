// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Writes files atomically: to a temporary file, which is then renamed. After a failure the old file
 * is still there.
 */
public final class WholeFiles {

  /** Opens a file for writing. */
  @FunctionalInterface
  public interface Opener {
    OutputStream open(Path file, OpenOption... options) throws IOException;
  }

  /** The files of this machine. */
  public static final WholeFiles DISK = new WholeFiles(Files::newOutputStream);

  private final Opener opener;

  public WholeFiles(Opener opener) {
    this.opener = opener;
  }

  /**
   * Writes a file.
   *
   * @throws InvalidInputException with the reason, where that is not possible
   */
  public void write(Path file, String text) throws InvalidInputException {
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        put(target, text, StandardOpenOption.WRITE);
      } else {
        replace(target, text);
      }
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  private void replace(Path target, String text) throws IOException {
    String own = ProcessHandle.current().pid() + "-" + System.nanoTime();
    Path aside = target.resolveSibling(".fencepost-" + own + ".new");
    try {
      put(aside, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      keepPermissions(target, aside);
      Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  private static void keepPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    if (old != null && Files.exists(from)) {
      Files.setPosixFilePermissions(to, old.readAttributes().permissions());
    }
  }

  /**
   * Adds a text at the end of a file. Where that fails, a part of the text may be there.
   *
   * @throws InvalidInputException with the reason, where that is not possible
   */
  public void append(Path file, String text) throws InvalidInputException {
    try {
      put(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  /** Deletes a folder with all that is in it. */
  public static void deleteFolder(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  private void put(Path file, String text, OpenOption... options) throws IOException {
    try (OutputStream out = opener.open(file, options)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static InvalidInputException unwritable(Path file, IOException problem) {
    String why =
        switch (problem) {
          case AccessDeniedException denied -> "permission denied";
          case FileSystemException e when e.getReason() != null -> e.getReason();
          case FileSystemException e -> e.getClass().getSimpleName();
          default -> problem.getMessage();
        };
    return new InvalidInputException("cannot write " + file + ": " + why);
  }
}
