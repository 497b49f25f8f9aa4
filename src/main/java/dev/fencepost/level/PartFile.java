// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.level.FileRun.Identity;
import dev.fencepost.transition.NumberedParts;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The numbered parts of states in files, one for the parts that a level has brought: place, length
 * and bytes of each, in the order of their numbers.
 */
final class PartFile {
  static final String NAME = "parts-";

  private final RunFolder folder;
  private final NumberedParts parts;

  /** By place, how many parts are in files. */
  private final int[] saved;

  PartFile(RunFolder folder, NumberedParts parts) {
    this.folder = folder;
    this.parts = parts;
    saved = new int[parts.places()];
  }

  static String name(int level) {
    return NAME + level;
  }

  /** Takes parts one by one. */
  interface Taker {
    void take(int place, byte[] part) throws LimitException;
  }

  /** Writes a part. */
  static void write(DataOutputStream out, int place, byte[] part) throws IOException {
    out.writeInt(place);
    out.writeInt(part.length);
    out.write(part);
  }

  /** Reads parts up to the end of some bytes. */
  static void read(byte[] bytes, Taker taker) throws IOException, LimitException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    while (in.available() > 0) {
      int place = in.readInt();
      byte[] part = new byte[in.readInt()];
      in.readFully(part);
      taker.take(place, part);
    }
  }

  /** Reads the file of a level, which must be this one. */
  static void read(RunFolder folder, int level, Identity expected, Taker taker)
      throws LimitException {
    if (expected.length() == 0) {
      return;
    }
    byte[] bytes = folder.bytes(name(level));
    if (!identity(bytes).equals(expected)) {
      throw folder.damaged(name(level), "it has another checksum");
    }
    try {
      read(bytes, taker);
    } catch (IOException e) {
      throw folder.unreadable(name(level), e);
    }
  }

  /** Gives the parts in the file of a level their numbers again. */
  void restore(int level, Identity expected) throws LimitException {
    read(
        folder,
        level,
        expected,
        (place, part) -> {
          if (parts.add(place, part) != ++saved[place]) {
            throw folder.damaged(name(level), "a part has another number");
          }
        });
  }

  /** Writes the parts that were numbered since to the file of a level. */
  Identity save(int level) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (int place = 0; place < saved.length; place++) {
        for (int count = parts.count(place); saved[place] < count; ) {
          write(out, place, parts.get(place, ++saved[place]));
        }
      }
    } catch (IOException e) {
      throw folder.unwritable(name(level), e);
    }
    if (bytes.size() > 0) {
      folder.write(name(level), bytes.toByteArray());
    }
    return identity(bytes.toByteArray());
  }

  private static Identity identity(byte[] bytes) {
    return new Identity(bytes.length, FileRun.checksum(bytes, bytes.length));
  }
}
