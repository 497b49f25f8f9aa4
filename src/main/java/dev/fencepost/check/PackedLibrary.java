// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The library that is packed into the jar: {@code library/gc}, {@code library/include} and so on.
 */
public final class PackedLibrary {
  private static final String ROOT = "library";

  private PackedLibrary() {}

  /** The text of a file of the library, by a name that starts with {@code library/}. */
  public static Optional<String> text(String name) {
    Path path = Path.of(name).normalize();
    if (path.isAbsolute() || !path.startsWith(ROOT)) {
      return Optional.empty();
    }
    String resource = path.toString().replace('\\', '/');
    try (InputStream stream = PackedLibrary.class.getClassLoader().getResourceAsStream(resource)) {
      return stream == null
          ? Optional.empty()
          : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the library in the jar cannot be read", e);
    }
  }
}
