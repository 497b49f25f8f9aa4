// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A model's text with what its preprocessing needs.
 *
 * @param defines macros given from outside, with their values
 */
public record PromelaSource(
    String fileName, String text, Map<String, String> defines, Includes includes) {

  public PromelaSource {
    defines = new LinkedHashMap<>(defines);
  }

  /** A text that includes nothing. */
  public static PromelaSource of(String fileName, String text) {
    return new PromelaSource(fileName, text, Map.of(), (header, from) -> Optional.empty());
  }

  /** Finds what {@code #include} names. */
  @FunctionalInterface
  public interface Includes {
    Optional<Included> find(String header, String fromFile);
  }

  /** A file that was found, with the name that messages use. */
  public record Included(String fileName, String text) {}
}
