// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.util.Locale;

/** Texts that are made by formats: numbers look the same in every country. */
public final class Phrase {

  private Phrase() {}

  /** The text that a format makes of its arguments. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation is in no library that we use
  public static String of(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
