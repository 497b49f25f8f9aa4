// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** A folder of files: of this machine, or of a store that several machines share. */
public interface RunFiles {

  /** A folder of this machine, which is made where there is none. */
  static RunFiles local(Path folder) throws IOException {
    return new LocalFiles(folder);
  }

  /** A folder in this one, which is made where there is none. */
  RunFiles in(String folder) throws IOException;

  /** Where a file lies, for messages. */
  String place(String name);

  /** The names of all files. */
  List<String> names() throws IOException;

  /** Begins a file, in place of one that is there. */
  OutputStream create(String name) throws IOException;

  /**
   * Puts a file into another place, over what is there.
   *
   * @param lasting whether its bytes are to outlive a loss of power
   */
  void move(String from, String to, boolean lasting) throws IOException;

  /**
   * Appends to a file, which is made where there is none.
   *
   * @param lasting whether this and the places of all files are to outlive a loss of power
   */
  void append(String name, byte[] bytes, boolean lasting) throws IOException;

  /** Cuts off what is behind a length. */
  void cut(String name, long length) throws IOException;

  /** Deletes a file where there is one. */
  void delete(String name) throws IOException;

  /** Opens a file for one thread. */
  Input open(String name) throws IOException;

  /** A file that is read at any place. */
  interface Input extends Closeable {
    long length() throws IOException;

    /** Reads so many bytes; fails where the file ends before. */
    void read(long position, byte[] target, int count) throws IOException;
  }

  /** All bytes of a file. */
  default byte[] bytes(String name) throws IOException {
    try (Input in = open(name)) {
      byte[] bytes = new byte[Math.toIntExact(in.length())];
      in.read(0, bytes, bytes.length);
      return bytes;
    }
  }
}
