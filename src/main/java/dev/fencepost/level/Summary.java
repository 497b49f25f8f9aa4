// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.level.FileRun.Identity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a worker answers beside candidates.
 *
 * @param problem a folder that cannot be used, in words; else empty
 * @param stopped the limit that ended the work, or null
 * @param leaves whether the representation of states is to be left
 * @param tally what the piece has shown
 * @param run the run that was written
 */
record Summary(
    String problem, @Nullable Stopped stopped, RestartReason leaves, Tally tally, Identity run) {

  static Summary of(Tally tally) {
    return new Summary("", null, RestartReason.NONE, tally, Identity.EMPTY);
  }

  static Summary of(Identity run) {
    return new Summary("", null, RestartReason.NONE, Tally.EMPTY, run);
  }

  static Summary problem(String problem) {
    return new Summary(problem, null, RestartReason.NONE, Tally.EMPTY, Identity.EMPTY);
  }

  static Summary stopped(Stopped stopped, RestartReason leaves) {
    return new Summary("", stopped, leaves, Tally.EMPTY, Identity.EMPTY);
  }

  /** Writes this, and behind it the parts that are new. */
  byte[] bytes(Optional<FreshParts> fresh, WaitNames waits) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      byte[] text = waits.gson().toJson(this).getBytes(StandardCharsets.UTF_8);
      out.writeInt(text.length);
      out.write(text);
      if (fresh.isPresent()) {
        fresh.get().write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #bytes} wrote.
   *
   * @param newParts gets the parts, as {@link PartFile#read(byte[], PartFile.Taker)} reads them
   */
  static Summary read(byte[] bytes, WaitNames waits, ByteArrayOutputStream newParts) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      String text = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
      in.transferTo(newParts);
      return waits.gson().fromJson(text, Summary.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
