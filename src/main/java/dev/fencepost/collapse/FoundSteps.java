// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collect.IntList;
import dev.fencepost.collect.LongList;
import dev.fencepost.transition.Successors;

/** The steps of a process: the views after them, with violation codes. */
final class FoundSteps {
  private final LongList views = new LongList();
  private final IntList codes = new IntList();
  private boolean coded;

  void clear() {
    views.cutTo(0);
    codes.clear();
    coded = false;
  }

  void add(View target, int code) {
    views.add(target.bits());
    codes.add(code);
    coded |= code != Successors.FINE;
  }

  /** Whether a step without a violation leads there. */
  boolean leadTo(View target) {
    for (int i = 0; i < count(); i++) {
      if (view(i).equals(target) && code(i) == Successors.FINE) {
        return true;
      }
    }
    return false;
  }

  /** Whether a step violates something. */
  boolean isCoded() {
    return coded;
  }

  int count() {
    return codes.size();
  }

  View view(int index) {
    return new View(views.get(index));
  }

  int code(int index) {
    return codes.get(index);
  }
}
