// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.IntList;
import dev.fencepost.level.Keys.Form;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A run in a file: the pages, then an index with length, checksum and first state of each page, the
 * number of states and their form, and at the end length and checksum of the index.
 */
final class FileRun extends Run {
  private static final int TRAILER = 2 * Integer.BYTES;

  private final RunFolder folder;
  private final String name;
  private final long[] ends;
  private final int[] checksums;
  private final Identity identity;

  /**
   * By what a file is known again.
   *
   * @param checksum of its index, which has those of the pages
   */
  record Identity(long length, int checksum) {
    static final Identity EMPTY = new Identity(0, 0);
  }

  /**
   * What is known of a file beside its states.
   *
   * @param firsts the first states of the pages
   */
  private record Index(IntList lengths, IntList checksums, long count, Form form, Keys firsts) {

    byte[] bytes() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeInt(lengths.size());
        for (int i = 0; i < lengths.size(); i++) {
          out.writeInt(lengths.get(i));
          out.writeInt(checksums.get(i));
        }
        out.writeLong(count);
        form.write(out);
        PageBuffer page = new PageBuffer();
        firsts.writeAll(page);
        out.write(page.toArray());
      }
      return bytes.toByteArray();
    }

    static Index of(byte[] bytes, Keys kind) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      IntList lengths = new IntList();
      IntList checksums = new IntList();
      int pages = in.readInt();
      for (int i = 0; i < pages; i++) {
        lengths.add(in.readInt());
        checksums.add(in.readInt());
      }
      Index index = new Index(lengths, checksums, in.readLong(), Form.read(in), kind.another());
      PageBuffer page = new PageBuffer();
      page.load(in.readAllBytes());
      index.firsts.read(page, index.form);
      return index;
    }

    long pageBytes() {
      long sum = 0;
      for (int i = 0; i < lengths.size(); i++) {
        sum += lengths.get(i);
      }
      return sum;
    }
  }

  private FileRun(RunFolder folder, String name, Index index, Identity identity) {
    super(index.firsts, index.form, index.count);
    this.folder = folder;
    this.name = name;
    this.identity = identity;
    int pages = index.lengths.size();
    ends = new long[pages];
    checksums = new int[pages];
    long end = 0;
    for (int i = 0; i < pages; i++) {
      end += index.lengths.get(i);
      ends[i] = end;
      checksums[i] = index.checksums.get(i);
    }
  }

  /** Writes a run to a file, page by page. */
  static final class Writing {
    private final RunFolder folder;
    private final String name;
    private final boolean lasting;
    private final DataOutputStream out;
    private final IntList lengths = new IntList();
    private final IntList checksums = new IntList();

    /**
     * @param lasting whether the file is needed after a loss of power
     */
    Writing(RunFolder folder, String name, boolean lasting) {
      this.folder = folder;
      this.name = name;
      this.lasting = lasting;
      out = folder.create(name);
    }

    void add(byte[] page) {
      lengths.add(page.length);
      checksums.add(checksum(page, page.length));
      try {
        out.write(page);
      } catch (IOException e) {
        throw folder.unwritable(name, e);
      }
    }

    FileRun finish(Keys firsts, long count) {
      Index index = new Index(lengths, checksums, count, firsts.form(), firsts);
      int checksum;
      int length;
      try (out) {
        byte[] bytes = index.bytes();
        length = bytes.length;
        checksum = checksum(bytes, length);
        out.write(bytes);
        out.writeInt(length);
        out.writeInt(checksum);
      } catch (IOException e) {
        throw folder.unwritable(name, e);
      }
      Identity identity = new Identity(index.pageBytes() + length + TRAILER, checksum);
      folder.finish(name, lasting ? identity.length : 0);
      return new FileRun(folder, name, index, identity);
    }
  }

  /**
   * A run that was written by another process. Pages are checked when they are read.
   *
   * @param kind an empty list for such states
   */
  static FileRun open(RunFolder folder, String name, Identity expected, Keys kind) {
    try (RunFiles.Input file = folder.open(name)) {
      long end = expected.length - TRAILER;
      if (file.length() != expected.length) {
        throw folder.damaged(name, "its length is " + file.length());
      }
      byte[] trailer = new byte[TRAILER];
      file.read(end, trailer, TRAILER);
      int length = ByteBuffer.wrap(trailer).getInt();
      if (ByteBuffer.wrap(trailer, Integer.BYTES, Integer.BYTES).getInt() != expected.checksum
          || length < 0
          || length > end) {
        throw folder.damaged(name, "its index is another one");
      }
      byte[] bytes = new byte[length];
      file.read(end - length, bytes, length);
      if (checksum(bytes, length) != expected.checksum) {
        throw folder.damaged(name, "its index is damaged");
      }
      return new FileRun(folder, name, Index.of(bytes, kind), expected);
    } catch (IOException e) {
      throw folder.unreadable(name, e);
    }
  }

  /** Reads and checks all pages. */
  FileRun checked() {
    PageBuffer buffer = new PageBuffer();
    Keys states = firsts().another();
    long found = 0;
    try (Reader reader = open()) {
      for (int page = 0; page < ends.length; page++) {
        states.clear();
        reader.read(page, buffer);
        states.read(buffer, form());
        found += states.size();
      }
    }
    if (found != count()) {
      throw folder.damaged(name, "it has " + found + " states");
    }
    return this;
  }

  Identity identity() {
    return identity;
  }

  @Override
  Reader open() {
    return new FileReader(folder.open(name));
  }

  @Override
  void delete() {
    folder.delete(name);
  }

  static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  private final class FileReader implements Reader {
    private final RunFiles.Input file;

    FileReader(RunFiles.Input file) {
      this.file = file;
    }

    @Override
    public void read(int page, PageBuffer into) {
      long start = page == 0 ? 0 : ends[page - 1];
      int length = (int) (ends[page] - start);
      byte[] bytes = into.forReading(length);
      try {
        file.read(start, bytes, length);
      } catch (IOException e) {
        throw folder.unreadable(name, e);
      }
      if (checksum(bytes, length) != checksums[page]) {
        throw folder.damaged(name, "page " + page + " has another checksum");
      }
    }

    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException e) {
        throw folder.unreadable(name, e);
      }
    }
  }
}
