// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A text to translate, with what its preprocessing needs.
 *
 * @param fileName as the user named it; places in diagnostics and traces show it
 * @param defines macros that are defined before the text begins, in order: name to replacement
 * @param asked takes the names of macros that the text asks for
 */
public record SourceUnit(
    String fileName,
    String text,
    SequencedMap<String, String> defines,
    IncludeResolver includes,
    AskedNames asked) {

  /** A text of which nobody wants to know what it asks for. */
  public SourceUnit(
      String fileName,
      String text,
      SequencedMap<String, String> defines,
      IncludeResolver includes) {
    this(fileName, text, defines, includes, new AskedNames());
  }

  /** A text without macros or headers of its own. */
  public static SourceUnit of(String fileName, String text) {
    return new SourceUnit(fileName, text, new LinkedHashMap<>(), IncludeResolver.NONE);
  }
}
