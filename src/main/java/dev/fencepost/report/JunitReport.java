// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/** Results in the XML of JUnit, as servers for continuous integration read it. */
public final class JunitReport {

  private JunitReport() {}

  /**
   * A check, table cell or litmus test.
   *
   * @param group what servers list it under
   * @param problem why it failed; empty if it did not
   * @param details what stands below the problem; where there is none, what was printed
   */
  public record Case(String group, String name, double seconds, String problem, String details) {}

  /** The document. */
  public static String of(String suite, List<Case> cases) {
    Formatter xml = new Formatter(Locale.ROOT);
    long failures = cases.stream().filter(each -> !each.problem().isEmpty()).count();
    double seconds = cases.stream().mapToDouble(Case::seconds).sum();
    xml.format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    xml.format(
        "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" time=\"%.3f\">\n",
        escaped(suite), cases.size(), failures, seconds);
    for (Case each : cases) {
      xml.format(
          "<testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"",
          escaped(each.group()), escaped(each.name()), each.seconds());
      if (each.problem().isEmpty() && each.details().isEmpty()) {
        xml.format("/>\n");
      } else if (each.problem().isEmpty()) {
        xml.format(">\n<system-out>%s</system-out>\n</testcase>\n", escapedLines(each.details()));
      } else {
        xml.format(
            ">\n<failure message=\"%s\">%s</failure>\n</testcase>\n",
            escaped(each.problem()), escapedLines(each.details()));
      }
    }
    return xml.format("</testsuite>\n</testsuites>\n").toString();
  }

  private static String escaped(String text) {
    return HtmlReport.escaped(known(text));
  }

  private static String escapedLines(String text) {
    return HtmlReport.escapedLines(known(text));
  }

  /** Without the two characters that XML has no place for, and that have no other escape. */
  private static String known(String text) {
    return text.replaceAll("[\\uFFFE\\uFFFF]", "?");
  }
}
