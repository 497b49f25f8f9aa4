// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.fences.OrderText.Edit;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes the orders of accesses into texts; accesses may stand in others. */
record PatchedOrders(Texts texts, Map<String, EditedText> edited) {

  /** Text at a place of a file. */
  private record Placed(EditedText text, int line, int column, Edit edit) {
    private boolean isEnd(SourceSpan span) {
      return edit.start() == edit.end() && line == span.endLine() && column == span.endColumn();
    }

    private void write() {
      if (edit.start() == edit.end()) {
        text.insert(line, column, edit.text());
      } else {
        text.replace(line, column, column + edit.end() - edit.start(), edit.text());
      }
    }
  }

  /** Whether the orders of an assignment need the header of their names. */
  boolean change(Assignment assignment, List<Site> sites) {
    boolean named = false;
    List<Placed> ends = new ArrayList<>();
    List<Site> outerFirst = new ArrayList<>(sites.stream().filter(Site::isAccess).toList());
    outerFirst.sort(Comparator.comparingInt(site -> -texts.at(site.span()).length()));
    for (Site site : outerFirst) {
      AccessOrder order = assignment.orders().get(site.key());
      AccessOrder present = site.present().order().orElse(order);
      if (order != null && !order.equals(present)) {
        for (Placed each : placed(site, Objects.requireNonNull(present), order)) {
          named |= each.edit.text().contains("memory_order_");
          if (each.isEnd(site.span())) {
            ends.addFirst(each);
          } else {
            each.write();
          }
        }
      }
    }
    ends.forEach(Placed::write);
    return named;
  }

  private List<Placed> placed(Site site, AccessOrder present, AccessOrder order) {
    SourceSpan span = site.span();
    String text = texts.at(span);
    return new OrderText(texts)
        .edits(span, present, order).orElseThrow().stream()
            .map(
                edit -> {
                  String before = text.substring(0, edit.start());
                  int line = span.line() + (int) before.chars().filter(c -> c == '\n').count();
                  int column =
                      line == span.line()
                          ? span.column() + edit.start()
                          : before.length() - before.lastIndexOf('\n');
                  EditedText file = Objects.requireNonNull(edited.get(span.file()));
                  return new Placed(file, line, column, edit);
                })
            .toList();
  }
}
