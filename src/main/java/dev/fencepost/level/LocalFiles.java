// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A folder of this machine. */
final class LocalFiles implements RunFiles {
  private final Path folder;

  LocalFiles(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder);
  }

  @Override
  public RunFiles in(String name) throws IOException {
    return new LocalFiles(folder.resolve(name));
  }

  @Override
  public String place(String name) {
    return folder.resolve(name).toString();
  }

  @Override
  public List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).toList();
    }
  }

  @Override
  public OutputStream create(String name) throws IOException {
    return Files.newOutputStream(folder.resolve(name));
  }

  @Override
  public void move(String from, String to, boolean lasting) throws IOException {
    Path source = folder.resolve(from);
    if (lasting) {
      try (FileChannel file = FileChannel.open(source, StandardOpenOption.WRITE)) {
        file.force(true);
      }
    }
    Files.move(source, folder.resolve(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void append(String name, byte[] bytes, boolean lasting) throws IOException {
    if (lasting) {
      syncNames();
    }
    try (FileChannel file =
        FileChannel.open(
            folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        file.write(left);
      }
      if (lasting) {
        file.force(true);
      }
    }
  }

  /** Makes renamings safe, on systems where a folder can be opened for that. */
  private void syncNames() {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    } catch (IOException e) {
      // the system keeps names safe by itself, or cannot do so
    }
  }

  @Override
  public void cut(String name, long length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
      file.setLength(length);
    }
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name));
  }

  @Override
  public Input open(String name) throws IOException {
    FileChannel file = FileChannel.open(folder.resolve(name), StandardOpenOption.READ);
    return new Input() {
      @Override
      public long length() throws IOException {
        return file.size();
      }

      @Override
      public void read(long position, byte[] target, int count) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(target, 0, count);
        while (left.hasRemaining()) {
          if (file.read(left, position + left.position()) < 0) {
            throw new IOException("the file ends too early");
          }
        }
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }
}
