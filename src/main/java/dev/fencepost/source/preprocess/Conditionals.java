// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.source.Diagnostics;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The open {@code #if}s of one file. */
final class Conditionals {

  /** One {@code #if}: whether its current branch is read, one was, and {@code #else} has passed. */
  private static final class Group {
    final Token word;
    final boolean outerActive;
    boolean active;
    boolean taken;
    boolean last;

    Group(Token word, boolean outerActive, boolean active) {
      this.word = word;
      this.outerActive = outerActive;
      this.active = active;
      this.taken = active;
    }
  }

  private final Deque<Group> open = new ArrayDeque<>();
  private final Diagnostics diagnostics;

  Conditionals(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  boolean isActive() {
    return open.isEmpty() || open.peek().active;
  }

  void open(Token word, boolean holds) {
    open.push(new Group(word, isActive(), holds));
  }

  void elseIf(Token word, BooleanSupplier holds) {
    Group group = branch(word);
    if (group != null) {
      group.active = group.outerActive && !group.taken && holds.getAsBoolean();
      group.taken |= group.active;
    }
  }

  void otherwise(Token word) {
    Group group = branch(word);
    if (group != null) {
      group.active = group.outerActive && !group.taken;
      group.last = true;
    }
  }

  void close(Token word) {
    if (open.isEmpty()) {
      diagnostics.error(word.span(), "#endif without #if");
    } else {
      open.pop();
    }
  }

  /** At the end of the file. */
  void finish() {
    for (Group group : open) {
      diagnostics.error(group.word.span(), "this #if has no #endif");
    }
  }

  private @Nullable Group branch(Token word) {
    Group group = open.peek();
    if (group == null || group.last) {
      String place = group == null ? "without #if" : "after #else";
      diagnostics.error(word.span(), "#" + word.text() + " " + place);
      return null;
    }
    return group;
  }
}
