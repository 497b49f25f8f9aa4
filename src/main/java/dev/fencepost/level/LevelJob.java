// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.level.FileRun.Identity;
import dev.fencepost.level.Keys.Form;
import dev.fencepost.level.Manifest.Checkpoint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a worker needs to know for its part of a level.
 *
 * @param pass the pass of the search
 * @param pieces into how many the last of the levels is cut
 * @param sharing how candidates are shared out
 * @param levels the files of all levels
 * @param parts the files of parts, by the level that brought them; one more to merge
 * @param form in which states are compared; the next level is written so
 */
record LevelJob(
    Pass pass, int pieces, ShareRule sharing, List<Files> levels, List<Identity> parts, Form form) {

  /**
   * By what a pass is known.
   *
   * @param run no other pass, before or later, has this name
   * @param search the search of the check
   * @param forms why the representations of states before were left, see {@link LevelSearch}
   * @param endsAllowed whether no state without successors is a violation
   */
  record Pass(String run, String search, String forms, boolean endsAllowed) {}

  /** The files of a level. */
  record Files(List<Identity> runs, ShareRule sharing) {}

  /** To expand the last level. */
  static LevelJob toExpand(
      Pass pass, int pieces, ShareRule sharing, List<Checkpoint> done, Form form) {
    return new LevelJob(
        pass,
        pieces,
        sharing,
        done.stream().map(each -> new Files(each.runs(), each.sharing())).toList(),
        done.stream().map(Checkpoint::parts).toList(),
        form);
  }

  /** To merge what this job has given, with the parts that are new. */
  LevelJob toMerge(Identity newParts, Form newForm) {
    List<Identity> all = new ArrayList<>(parts);
    all.add(newParts);
    return new LevelJob(pass, pieces, sharing, levels, all, newForm);
  }

  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(pass.run);
      out.writeUTF(pass.search);
      out.writeUTF(pass.forms);
      out.writeBoolean(pass.endsAllowed);
      out.writeInt(pieces);
      write(out, sharing);
      out.writeInt(levels.size());
      for (Files level : levels) {
        write(out, level.runs);
        write(out, level.sharing);
      }
      write(out, parts);
      form.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, ShareRule sharing) throws IOException {
    out.writeInt(sharing.shares());
    out.writeInt(sharing.firstPlace());
  }

  private static void write(DataOutputStream out, List<Identity> files) throws IOException {
    out.writeInt(files.size());
    for (Identity file : files) {
      out.writeLong(file.length());
      out.writeInt(file.checksum());
    }
  }

  static LevelJob of(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      Pass pass = new Pass(in.readUTF(), in.readUTF(), in.readUTF(), in.readBoolean());
      int pieces = in.readInt();
      ShareRule sharing = readRule(in);
      List<Files> levels = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        levels.add(new Files(readFiles(in), readRule(in)));
      }
      return new LevelJob(pass, pieces, sharing, levels, readFiles(in), Form.read(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ShareRule readRule(DataInputStream in) throws IOException {
    return new ShareRule(in.readInt(), in.readInt());
  }

  private static List<Identity> readFiles(DataInputStream in) throws IOException {
    List<Identity> files = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      files.add(new Identity(in.readLong(), in.readInt()));
    }
    return files;
  }
}
