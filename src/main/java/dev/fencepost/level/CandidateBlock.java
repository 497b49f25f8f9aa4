// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.Identifiers;
import dev.fencepost.collect.IntMap;
import dev.fencepost.level.Keys.Form;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Candidates on their way from where they were found to where they are merged: their form, the
 * fresh parts that they have, and the states as sorted pages. Fresh parts get their shared numbers
 * where the block is read.
 */
final class CandidateBlock {

  private CandidateBlock() {}

  /** Sorted states as a block. */
  static byte[] write(Keys sorted, FreshParts fresh) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      sorted.form().write(out);
      fresh.write(out, used(sorted, fresh));
      List<byte[]> pages = EncodedPages.of(sorted, new PageBuffer()).pages();
      out.writeInt(pages.size());
      for (byte[] page : pages) {
        out.writeInt(page.length);
        out.write(page);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static BitSet[] used(Keys sorted, FreshParts fresh) {
    BitSet[] used = fresh.newNotes();
    if (!fresh.isEmpty()) {
      byte[] list = {};
      for (int i = 0; i < sorted.size(); i++) {
        list = sorted.list(i, list);
        int count = sorted.listLength(i) / Integer.BYTES;
        for (int place = 0; place < count; place++) {
          fresh.note(place, Identifiers.get(list, 0, place), used);
        }
      }
    }
    return used;
  }

  /** Adds the states of a block to a list; all parts have shared numbers now. */
  static void read(byte[] block, SharedNumbers numbers, Keys target) throws LimitException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(block))) {
      Form form = Form.read(in);
      IntMap[] fresh = readFresh(in, numbers);
      PageBuffer buffer = new PageBuffer();
      Keys page = form.newKeys();
      for (int left = in.readInt(); left > 0; left--) {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        buffer.load(bytes);
        if (fresh.length == 0) {
          target.read(buffer, form);
        } else {
          page.clear();
          page.read(buffer, form);
          renumber(page, fresh, target);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By place, from the number of a fresh part to its shared number; nothing where none is. */
  private static IntMap[] readFresh(DataInputStream in, SharedNumbers numbers)
      throws IOException, LimitException {
    IntMap[] fresh = {};
    for (int left = in.readInt(); left > 0; left--) {
      int number = in.readInt();
      int place = in.readInt();
      byte[] part = new byte[in.readInt()];
      in.readFully(part);
      int before = fresh.length;
      if (place >= before) {
        fresh = Arrays.copyOf(fresh, place + 1);
        for (int i = before; i <= place; i++) {
          fresh[i] = new IntMap();
        }
      }
      fresh[place].putIfAbsent(number, numbers.shared(place, part));
    }
    return fresh;
  }

  private static void renumber(Keys page, IntMap[] fresh, Keys target) {
    byte[] list = {};
    for (int i = 0; i < page.size(); i++) {
      list = page.list(i, list);
      int length = page.listLength(i);
      for (int place = 0; place < Math.min(fresh.length, length / Integer.BYTES); place++) {
        int number = Identifiers.get(list, 0, place);
        if (fresh[place].contains(number)) {
          Identifiers.put(list, 0, place, fresh[place].get(number));
        }
      }
      target.addList(list, length);
    }
  }
}
