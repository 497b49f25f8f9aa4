// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;

/** Prints a tree for people: each record on a line with its place, its parts indented below. */
final class TreePrinter {
  private final StringBuilder out = new StringBuilder();

  private TreePrinter() {}

  static String print(List<Declaration> tree) {
    TreePrinter printer = new TreePrinter();
    tree.forEach(declaration -> printer.node("", declaration, 0));
    return printer.out.toString();
  }

  private void node(String label, Object value, int depth) {
    switch (value) {
      case null -> {}
      case SourceSpan span -> {}
      case Collection<?> list -> list.forEach(each -> node(label, each, depth));
      case Record tree -> {
        line(label, tree.getClass().getSimpleName() + leaves(tree), depth);
        for (RecordComponent component : tree.getClass().getRecordComponents()) {
          Object part = part(tree, component);
          if (part instanceof Record || part instanceof List<?>) {
            node(component.getName(), part, depth + 1);
          }
        }
      }
      default -> line(label, value.toString(), depth);
    }
  }

  /** The parts that are no trees, and the place. */
  private static String leaves(Record tree) {
    StringBuilder text = new StringBuilder();
    String place = "";
    for (RecordComponent component : tree.getClass().getRecordComponents()) {
      Object part = part(tree, component);
      if (part instanceof SourceSpan span) {
        place = "  @" + span.line() + ":" + span.column();
      } else if (part != null && !(part instanceof Record) && !(part instanceof List<?>)) {
        text.append(' ').append(component.getName()).append('=').append(part);
      }
    }
    return text + place;
  }

  private static Object part(Record tree, RecordComponent component) {
    try {
      return component.getAccessor().invoke(tree);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  private void line(String label, String text, int depth) {
    out.append("  ".repeat(depth)).append(label).append(label.isEmpty() ? "" : ": ");
    out.append(text).append('\n');
  }
}
