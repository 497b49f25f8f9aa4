// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where headers may come from, beside the folder of the source and the library: a model of somebody
 * else reads nothing that it was not given.
 *
 * @param folders in which headers are looked for, in this order
 * @param allowed files and folders in which they are not looked for, but may lie
 * @param disk whether files of the disk count at all, or the packed library alone
 */
public record IncludePath(List<String> folders, List<String> allowed, boolean disk) {

  /** Nothing beside the folder of the source and the library. */
  public static final IncludePath USUAL = new IncludePath(List.of(), List.of());

  /** Nothing beside the packed library: for texts that are not of this machine. */
  public static final IncludePath PACKED = new IncludePath(List.of(), List.of(), false);

  private static final Path LIBRARY = Path.of("library");

  /** The file by which the folder of the library is recognised. */
  static final Path LIBRARY_SIGN = Path.of("include", "fencepost.h");

  public IncludePath {
    folders = List.copyOf(folders);
    allowed = List.copyOf(allowed);
  }

  public IncludePath(List<String> folders, List<String> allowed) {
    this(folders, allowed, true);
  }

  /** Whether a file is not one of the library that a source outside of it includes. */
  public static boolean isUsers(String file, String source) {
    return !Path.of(file).startsWith(LIBRARY) || Path.of(source).startsWith(LIBRARY);
  }

  /** Whether a source may include a file, by where that really lies. */
  boolean permits(Path file, String source) throws IOException {
    Path real = file.toRealPath();
    for (Path root : roots(Path.of(source).toAbsolutePath().normalize())) {
      if (Files.exists(root) && real.startsWith(root.toRealPath())) {
        return true;
      }
    }
    return false;
  }

  private List<Path> roots(Path source) {
    List<Path> roots = new ArrayList<>(PackedLibrary.folder().stream().toList());
    folders.forEach(folder -> roots.add(Path.of(folder)));
    allowed.forEach(path -> roots.add(Path.of(path)));
    Path parent = source.getParent();
    if (parent != null) {
      roots.add(parent);
    }
    for (Path above = parent; above != null; above = above.getParent()) {
      if (above.endsWith(LIBRARY) && Files.exists(above.resolve(LIBRARY_SIGN))) {
        roots.add(above);
      }
    }
    return roots;
  }
}
