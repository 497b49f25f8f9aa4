// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.level.FileRun.Identity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * What a worker answers beside candidates.
 *
 * @param problem a folder that cannot be used, in words; else empty
 * @param stopped the limit that ended the work
 * @param leaves whether the representation of states is to be left
 * @param tally what the piece has shown
 * @param run the run that was written
 */
record Summary(
    String problem, Optional<Stopped> stopped, Leaves leaves, Tally tally, Identity run) {

  static Summary of(Tally tally) {
    return new Summary("", Optional.empty(), Leaves.NOT, tally, Identity.EMPTY);
  }

  static Summary of(Identity run) {
    return new Summary("", Optional.empty(), Leaves.NOT, Tally.EMPTY, run);
  }

  static Summary problem(String problem) {
    return new Summary(problem, Optional.empty(), Leaves.NOT, Tally.EMPTY, Identity.EMPTY);
  }

  static Summary stopped(Stopped stopped, Leaves leaves) {
    return new Summary("", Optional.of(stopped), leaves, Tally.EMPTY, Identity.EMPTY);
  }

  /** Writes this, and behind it the parts that are new. */
  byte[] bytes(Optional<FreshParts> fresh, WaitNames waits) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(problem);
      out.writeUTF(stopped.map(why -> why.limit().name()).orElse(""));
      out.writeUTF(stopped.map(Stopped::detail).orElse(""));
      out.writeUTF(leaves.name());
      byte[] text = tally.text(waits).getBytes(StandardCharsets.US_ASCII);
      out.writeInt(text.length);
      out.write(text);
      out.writeLong(run.length());
      out.writeInt(run.checksum());
      if (fresh.isPresent()) {
        fresh.get().write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static List<String> words(byte[] text) {
    return List.of(new String(text, StandardCharsets.US_ASCII).split(" ", -1));
  }

  /**
   * Reads what {@link #bytes} wrote.
   *
   * @param newParts gets the parts, as {@link PartFile#read(byte[], PartFile.Taker)} reads them
   */
  static Summary read(byte[] bytes, WaitNames waits, ByteArrayOutputStream newParts) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      String problem = in.readUTF();
      String limit = in.readUTF();
      String detail = in.readUTF();
      Summary summary =
          new Summary(
              problem,
              limit.isEmpty()
                  ? Optional.empty()
                  : Optional.of(new Stopped(Limit.valueOf(limit), detail)),
              Leaves.valueOf(in.readUTF()),
              Tally.of(words(in.readNBytes(in.readInt())), waits),
              new Identity(in.readLong(), in.readInt()));
      in.transferTo(newParts);
      return summary;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
