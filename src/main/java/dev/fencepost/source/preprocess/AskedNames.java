// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/** The names of macros that a text and its headers ask for, noted while it is read. */
public final class AskedNames {
  private final Set<String> asked = new LinkedHashSet<>();
  private final Set<String> skipped = new LinkedHashSet<>();

  /** A condition asks whether the macro is defined, or for its value; or it is replaced. */
  public void ask(String name) {
    asked.add(name);
  }

  /** A condition in a part of the text that is left out would ask for it. */
  void skip(String name) {
    skipped.add(name);
  }

  /** Whether the meaning of the text may depend on this macro. */
  public boolean contains(String name) {
    return asked.contains(name);
  }

  /** Whether only a part of the text that is left out asks for it. */
  public boolean isSkipped(String name) {
    return skipped.contains(name) && !asked.contains(name);
  }

  /** All names, in the order of the alphabet. */
  public Set<String> all() {
    Set<String> all = new TreeSet<>(asked);
    all.addAll(skipped);
    return all;
  }
}
