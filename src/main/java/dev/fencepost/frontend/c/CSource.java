// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A C text to translate.
 *
 * @param fileName as the user named it; places in diagnostics and traces show it
 * @param defines macros that are defined before the text begins, in order: name to replacement
 */
public record CSource(
    String fileName, String text, SequencedMap<String, String> defines, IncludeResolver includes) {

  /** A text without macros or headers of its own. */
  public static CSource of(String fileName, String text) {
    return new CSource(fileName, text, new LinkedHashMap<>(), IncludeResolver.NONE);
  }
}
