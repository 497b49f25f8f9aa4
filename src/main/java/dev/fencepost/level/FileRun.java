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
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A run in a file: the pages, then an index with length and checksum of each page, the number of
 * states and their form, and at the end length and checksum of the index.
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

  /** What is known of a file beside its states. */
  private record Index(IntList lengths, IntList checksums, long count, Form form) {

    byte[] bytes() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeInt(lengths.size());
        for (int i = 0; i < lengths.size(); i++) {
          out.writeInt(lengths.get(i));
          out.writeInt(checksums.get(i));
        }
        out.writeLong(count);
        out.writeInt(form.widths().size());
        for (int width : form.widths()) {
          out.writeInt(width);
        }
      }
      return bytes.toByteArray();
    }

    static Index of(byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      Index index = new Index(new IntList(), new IntList(), 0, Form.BYTES);
      int pages = in.readInt();
      for (int i = 0; i < pages; i++) {
        index.lengths.add(in.readInt());
        index.checksums.add(in.readInt());
      }
      long count = in.readLong();
      List<Integer> widths = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        widths.add(in.readInt());
      }
      return new Index(index.lengths, index.checksums, count, new Form(widths));
    }

    long pageBytes() {
      long sum = 0;
      for (int i = 0; i < lengths.size(); i++) {
        sum += lengths.get(i);
      }
      return sum;
    }
  }

  private FileRun(RunFolder folder, String name, Index index, Keys firsts, Identity identity) {
    super(firsts, index.form, index.count);
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
    private final DataOutputStream out;
    private final IntList lengths = new IntList();
    private final IntList checksums = new IntList();

    Writing(RunFolder folder, String name) {
      this.folder = folder;
      this.name = name;
      out = folder.create(name);
    }

    void add(byte[] page) {
      lengths.add(page.length);
      checksums.add(checksum(page, page.length));
      try {
        out.write(page);
      } catch (IOException e) {
        throw unwritable(e);
      }
    }

    FileRun finish(Keys firsts, Form form, long count) {
      Index index = new Index(lengths, checksums, count, form);
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
        throw unwritable(e);
      }
      folder.finish(name);
      Identity identity = new Identity(index.pageBytes() + length + TRAILER, checksum);
      return new FileRun(folder, name, index, firsts, identity);
    }

    private UnusableFolderException unwritable(IOException problem) {
      return new UnusableFolderException("cannot write " + folder.path(name), problem);
    }
  }

  /**
   * A run that was written by another search; reads and checks all of it.
   *
   * @param kind an empty list for such states
   */
  static FileRun read(RunFolder folder, String name, Identity expected, Keys kind) {
    try (RandomAccessFile file = new RandomAccessFile(folder.path(name).toFile(), "r")) {
      if (file.length() != expected.length) {
        throw folder.damaged(name, "its length is " + file.length());
      }
      file.seek(expected.length - TRAILER);
      int length = file.readInt();
      if (file.readInt() != expected.checksum || length < 0 || length > expected.length - TRAILER) {
        throw folder.damaged(name, "its index is another one");
      }
      byte[] bytes = new byte[length];
      file.seek(expected.length - TRAILER - length);
      file.readFully(bytes);
      if (checksum(bytes, length) != expected.checksum) {
        throw folder.damaged(name, "its index is damaged");
      }
      FileRun run = new FileRun(folder, name, Index.of(bytes), kind.another(), expected);
      return run.withFirsts(kind);
    } catch (IOException e) {
      throw new UnusableFolderException("cannot read " + folder.path(name), e);
    }
  }

  private FileRun withFirsts(Keys kind) {
    PageBuffer buffer = new PageBuffer();
    Keys states = kind.another();
    long found = 0;
    try (Reader reader = open()) {
      for (int page = 0; page < ends.length; page++) {
        states.clear();
        reader.read(page, buffer);
        states.read(buffer, form());
        firsts().add(states, 0, 1);
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
    try {
      return new FileReader(new RandomAccessFile(folder.path(name).toFile(), "r"));
    } catch (IOException e) {
      throw new UnusableFolderException("cannot read " + folder.path(name), e);
    }
  }

  @Override
  long memory() {
    return 0;
  }

  @Override
  void delete() {
    folder.delete(name);
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  private final class FileReader implements Reader {
    private final RandomAccessFile file;

    FileReader(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public void read(int page, PageBuffer into) {
      long start = page == 0 ? 0 : ends[page - 1];
      int length = (int) (ends[page] - start);
      byte[] bytes = into.forReading(length);
      try {
        file.seek(start);
        file.readFully(bytes, 0, length);
      } catch (IOException e) {
        throw new UnusableFolderException("cannot read " + folder.path(name), e);
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
        throw new UnusableFolderException("cannot read " + folder.path(name), e);
      }
    }
  }
}
