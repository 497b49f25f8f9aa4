// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Prints which tests of this build were skipped and why, at its end, where it is seen.
 *
 * <p>Arguments: the folder of Surefire's reports, and when the build began. Older reports are of
 * other builds.
 */
final class SkippedTests {
  private SkippedTests() {}

  public static void main(String[] args)
      throws IOException, ParserConfigurationException, SAXException {
    List<Path> reports = reports(Path.of(args[0]), Instant.parse(args[1]));
    DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    SequencedMap<String, Integer> skipped = new TreeMap<>();
    int tests = 0;
    for (Path report : reports) {
      NodeList cases = parser.parse(report.toFile()).getElementsByTagName("testcase");
      tests += cases.getLength();
      for (int i = 0; i < cases.getLength(); i++) {
        Element test = (Element) cases.item(i);
        NodeList marks = test.getElementsByTagName("skipped");
        if (marks.getLength() > 0) {
          skipped.merge(place(test) + ": " + reason((Element) marks.item(0)), 1, Integer::sum);
        }
      }
    }
    int count = skipped.values().stream().mapToInt(n -> n).sum();
    System.out.printf("%,d tests, %s skipped%n", tests, count == 0 ? "none" : count);
    skipped.forEach((test, times) -> System.out.println("  " + test + times(times)));
  }

  private static List<Path> reports(Path folder, Instant start) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
          .filter(file -> Instant.ofEpochMilli(file.toFile().lastModified()).isAfter(start))
          .sorted()
          .toList();
    }
  }

  /** The class and method; tests of one method that differ in their arguments are one place. */
  private static String place(Element test) {
    String type = test.getAttribute("classname");
    String method = test.getAttribute("name").replaceAll("[({\\[].*", "");
    String simple = type.substring(type.lastIndexOf('.') + 1);
    return method.isBlank() || type.endsWith(method) ? simple : simple + "." + method;
  }

  private static String reason(Element mark) {
    String given = mark.getAttribute("message").strip();
    String message = given.isEmpty() ? mark.getTextContent().lines().findFirst().orElse("") : given;
    return message.isEmpty()
        ? "no reason given"
        : message.replaceFirst("^(.*TestAbortedException: )?(.* ==> |Assumption failed: )?", "");
  }

  private static String times(int count) {
    return count == 1 ? "" : " (" + count + " times)";
  }
}
