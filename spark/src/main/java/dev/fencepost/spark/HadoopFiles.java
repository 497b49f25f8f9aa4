// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spark;

import dev.fencepost.level.RunFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.spark.deploy.SparkHadoopUtil;

/**
 * A folder of a store that Hadoop knows: HDFS and others. Files that grow are written anew and
 * renamed, for many stores cannot append.
 */
final class HadoopFiles implements RunFiles {
  private static final int AHEAD = 1 << 20;

  private final FileContext store;
  private final Path folder;

  HadoopFiles(URI folder) throws IOException {
    this(FileContext.getFileContext(folder, SparkHadoopUtil.get().conf()), new Path(folder));
  }

  private HadoopFiles(FileContext store, Path folder) throws IOException {
    this.store = store;
    this.folder = folder;
    store.mkdir(folder, FsPermission.getDirDefault(), true);
  }

  @Override
  public RunFiles in(String name) throws IOException {
    return new HadoopFiles(store, path(name));
  }

  private Path path(String name) {
    return new Path(folder, name);
  }

  @Override
  public String place(String name) {
    return name.isEmpty() ? folder.toString() : path(name).toString();
  }

  @Override
  public List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    RemoteIterator<FileStatus> all = store.listStatus(folder);
    while (all.hasNext()) {
      FileStatus each = all.next();
      if (each.isFile()) {
        names.add(each.getPath().getName());
      }
    }
    return names;
  }

  @Override
  public OutputStream create(String name) throws IOException {
    return store.create(path(name), EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE));
  }

  /** A file that is closed is safe in such stores. */
  @Override
  public void move(String from, String to, boolean lasting) throws IOException {
    store.rename(path(from), path(to), Options.Rename.OVERWRITE);
  }

  @Override
  public void append(String name, byte[] bytes, boolean lasting) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    if (store.util().exists(path(name))) {
      all.write(bytes(name));
    }
    all.write(bytes);
    replace(name, all.toByteArray());
  }

  @Override
  public void cut(String name, long length) throws IOException {
    byte[] bytes = bytes(name);
    if (bytes.length > length) {
      replace(name, Arrays.copyOf(bytes, (int) length));
    }
  }

  private void replace(String name, byte[] bytes) throws IOException {
    try (OutputStream out = create(name + ".new")) {
      out.write(bytes);
    }
    move(name + ".new", name, true);
  }

  @Override
  public void delete(String name) throws IOException {
    if (store.util().exists(path(name))) {
      store.delete(path(name), false);
    }
  }

  @Override
  public Input open(String name) throws IOException {
    long length = store.getFileStatus(path(name)).getLen();
    FSDataInputStream in = store.open(path(name));
    return new Input() {
      private byte[] ahead = {};
      private long start;

      @Override
      public long length() {
        return length;
      }

      /** Reads ahead: a journey to the store takes longer than a page. */
      @Override
      public void read(long position, byte[] target, int count) throws IOException {
        if (position < start || position + count > start + ahead.length) {
          int size = (int) Math.min(Math.max(count, AHEAD), length - position);
          if (size < count) {
            throw new IOException("the file ends too early");
          }
          byte[] next = new byte[size];
          in.readFully(position, next, 0, size);
          ahead = next;
          start = position;
        }
        System.arraycopy(ahead, (int) (position - start), target, 0, count);
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    };
  }
}
