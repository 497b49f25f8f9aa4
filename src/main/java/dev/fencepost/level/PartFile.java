// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.level.FileRun.Identity;
import dev.fencepost.transition.NumberedParts;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/** The numbered parts of states in a file that grows: place, length and bytes of each. */
final class PartFile {
  static final String NAME = "parts";

  private final RunFolder folder;
  private final NumberedParts parts;

  /** By place, how many parts are in the file. */
  private final int[] saved;

  private final CRC32C checksum = new CRC32C();
  private long length;

  PartFile(RunFolder folder, NumberedParts parts) {
    this.folder = folder;
    this.parts = parts;
    saved = new int[parts.places()];
  }

  /** Gives the first parts of the file their numbers again, and cuts off what is behind them. */
  void restore(Identity expected) throws LimitException {
    if (expected.length() == 0) {
      folder.delete(NAME);
      return;
    }
    try (DataInputStream in =
        new DataInputStream(
            new CheckedInputStream(
                new BufferedInputStream(Files.newInputStream(folder.path(NAME))), checksum))) {
      while (length < expected.length()) {
        int place = in.readInt();
        byte[] part = in.readNBytes(in.readInt());
        length += 2L * Integer.BYTES + part.length;
        if (place < 0 || place >= saved.length || parts.add(place, part) != ++saved[place]) {
          throw folder.damaged(NAME, "a part has another number");
        }
      }
    } catch (IOException | IllegalArgumentException | OutOfMemoryError e) {
      throw folder.damaged(NAME, "it ends too early");
    }
    if (!identity().equals(expected)) {
      throw folder.damaged(NAME, "it has another checksum");
    }
    folder.cut(NAME, length);
  }

  /** Appends the parts that were numbered since. */
  Identity save() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (int place = 0; place < saved.length; place++) {
        for (int count = parts.count(place); saved[place] < count; ) {
          byte[] part = parts.get(place, ++saved[place]);
          out.writeInt(place);
          out.writeInt(part.length);
          out.write(part);
        }
      }
    } catch (IOException e) {
      throw new UnusableFolderException("cannot write " + folder.path(NAME), e);
    }
    if (bytes.size() > 0) {
      checksum.update(bytes.toByteArray());
      length += bytes.size();
      folder.append(NAME, bytes.toByteArray());
    }
    return identity();
  }

  private Identity identity() {
    return new Identity(length, (int) checksum.getValue());
  }
}
