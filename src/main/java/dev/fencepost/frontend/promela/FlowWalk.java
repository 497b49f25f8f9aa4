// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.Element.Kind;

/** Finds the element where a process really stands after a step: jumps are no places to stand. */
final class FlowWalk {
  private static final int LONGEST_CHAIN = 500;

  private FlowWalk() {}

  /**
   * The first element from here on that is a place to stand.
   *
   * @param atomic whether the step before stays in an atomic sequence: then a jump out of it is a
   *     step of its own
   */
  static Element hunt(Element from, boolean atomic) {
    Element element = from;
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      Element after;
      switch (element.kind) {
        case GOTO -> {
          after = element.jump.orElseThrow().get();
          if (after == element) {
            return from;
          }
        }
        case JOIN, BREAK -> {
          if (element.next == null) {
            return element;
          }
          after = element.next;
        }
        case UNLESS -> after = hunt(element.options.getFirst().first, atomic);
        default -> {
          return element;
        }
      }
      if (atomic && !after.atomic) {
        return element;
      }
      element = after;
    }
    return element;
  }

  /** The first element of a sequence that is more than a meeting point. */
  static Element start(Element first) {
    Element element = first;
    while (true) {
      if (element.kind == Kind.JOIN && element.next != null) {
        element = element.next;
      } else if (element.kind == Kind.UNLESS) {
        element = element.options.getFirst().first;
      } else {
        return element;
      }
    }
  }
}
