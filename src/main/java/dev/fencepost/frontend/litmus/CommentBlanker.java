// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.budget.Budget;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/** Replaces the comments of a litmus test by spaces; the places of all else stay. */
final class CommentBlanker {
  private final String text;
  private final boolean c;
  private final StringBuilder out;
  private int at;

  /** Brace groups that have been opened at the outermost level: the first is the init section. */
  private int groups;

  private int depth;

  /** Where comments begin that do not end. */
  private final BitSet unclosed = new BitSet();

  private CommentBlanker(String text, boolean c) {
    this.text = text;
    this.c = c;
    out = new StringBuilder(text.length());
  }

  /** Blanks {@code (* *)} everywhere but in C bodies, and C's comments from there on. */
  static String blank(String text) {
    return new CommentBlanker(text, text.stripLeading().matches("(?s)C\\s.*")).blank();
  }

  private String blank() {
    while (at < text.length()) {
      boolean body = c && groups > 1 && depth > 0;
      if (!body && text.startsWith("(*", at)) {
        blankTo(endOfNested());
      } else if (c && text.startsWith("//", at)) {
        blankTo(endOf("\n", 0));
      } else if (body && text.startsWith("/*", at)) {
        blankTo(endOf("*/", 2));
      } else if (groups == 0 && text.charAt(at) == '"') {
        blankTo(endOfString());
      } else {
        copy();
      }
    }
    return out.toString();
  }

  private void copy() {
    char next = text.charAt(at);
    if (next == '{') {
      groups += depth == 0 ? 1 : 0;
      depth++;
    } else if (next == '}') {
      depth--;
    }
    out.append(next);
    at++;
  }

  private void blankTo(int end) {
    for (; at < end; at++) {
      out.append(text.charAt(at) == '\n' ? '\n' : ' ');
    }
  }

  private int endOf(String mark, int extra) {
    int end = text.indexOf(mark, at + extra);
    return end < 0 ? text.length() : end + extra;
  }

  /** The description of a test may hold anything but a quote. */
  private int endOfString() {
    int end = text.indexOf('"', at + 1);
    return end < 0 ? at + 1 : end + 1;
  }

  /** Before the init section, a comment that does not end is text of the description. */
  private int endOfNested() {
    if (unclosed.get(at)) {
      return at + 2;
    }
    Deque<Integer> open = new ArrayDeque<>();
    int end = at;
    do {
      Budget.ask();
      if (text.startsWith("(*", end)) {
        open.push(end);
        end += 2;
      } else if (text.startsWith("*)", end)) {
        open.pop();
        end += 2;
      } else {
        end++;
      }
    } while (!open.isEmpty() && end < text.length());
    if (!open.isEmpty() && groups == 0) {
      open.forEach(unclosed::set);
      return at + 2;
    }
    return Math.min(end, text.length());
  }
}
