// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Places;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes what an assignment has at sites into texts. */
final class SiteEdits {
  private static final String INDENT = "    ";

  private final Assignment assignment;
  private final Texts texts;
  private boolean hasFences;
  private boolean hasOrders;

  SiteEdits(Assignment assignment, Texts texts) {
    this.assignment = assignment;
    this.texts = texts;
  }

  /** What is put at a site. */
  record Edit(List<FenceKind> fences, Optional<AccessOrder> order) {}

  /** Whether a fence was written. */
  boolean hasFences() {
    return hasFences;
  }

  /** Whether the name of an order was written. */
  boolean hasOrders() {
    return hasOrders;
  }

  /** What changes at a site; a fence that does what the one there does leaves it as written. */
  Optional<Edit> at(Site site) {
    List<FenceKind> kinds = assignment.fencesAt(site.key());
    Optional<AccessOrder> order = Optional.ofNullable(assignment.orders().get(site.key()));
    boolean changes =
        site.isAccess()
            ? order.isPresent() && !order.equals(site.present().order().or(() -> order))
            : site.isFence()
                ? kinds.stream().mapToInt(FenceKind::pairs).reduce(0, (a, b) -> a | b)
                    != site.present().pairs()
                : !kinds.isEmpty();
    return changes ? Optional.of(new Edit(kinds, order)) : Optional.empty();
  }

  /** Changes texts, which are by the names of their files. */
  void write(List<Site> sites, Map<String, EditedText> edited) {
    List<Site> changed = sites.stream().filter(site -> at(site).isPresent()).toList();
    for (Site site : changed) {
      List<FenceKind> kinds = assignment.fencesAt(site.key());
      hasFences |= !kinds.isEmpty();
      EditedText text = Objects.requireNonNull(edited.get(site.span().file()));
      if (site.isFence()) {
        replace(site, kinds, text);
      } else if (!kinds.isEmpty()) {
        insert(site, kinds, text);
      }
    }
    hasOrders |= new PatchedOrders(texts, edited).change(assignment, changed);
    changed.stream()
        .filter(site -> site.position().equals(Places.BODY))
        .forEach(site -> endBody(site, Objects.requireNonNull(edited.get(site.span().file()))));
  }

  /** Puts other fences in place of one. */
  private static void replace(Site site, List<FenceKind> kinds, EditedText text) {
    SourceSpan span = site.span();
    boolean alone =
        text.before(span.line(), span.column()).isBlank()
            && text.after(span.endLine(), span.endColumn()).isBlank();
    String calls = calls(kinds);
    text.replace(
        span.line(), span.column(), span.endColumn(), calls.isEmpty() && !alone ? ";" : calls);
  }

  private static void endBody(Site site, EditedText text) {
    text.insert(site.span().endLine(), site.span().endColumn(), " }");
  }

  private static String calls(List<FenceKind> kinds) {
    return kinds.stream().map(kind -> kind.text() + ";").collect(Collectors.joining(" "));
  }

  private static void insert(Site site, List<FenceKind> kinds, EditedText text) {
    String calls = calls(kinds);
    int line = site.span().line();
    int column = site.span().column();
    String before = text.before(line, column);
    if (site.position().equals(Places.BODY)) {
      text.insert(line, column, "{ " + calls + " ");
    } else if (before.isBlank()) {
      String indent = before + (site.position().equals(Places.END) ? INDENT : "");
      kinds.forEach(kind -> text.insertLine(line, indent + kind.text() + ";"));
    } else {
      text.insert(line, column, calls + " ");
    }
  }
}
