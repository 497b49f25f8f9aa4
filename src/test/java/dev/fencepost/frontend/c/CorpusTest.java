// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.IrPrinter;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the corpus: text files of cases, each a title behind {@code ===}, a source, and behind
 * {@code ---} what comes of it: {@code ir} the listing, {@code code} the listing without memory and
 * source, {@code tokens} the text after preprocessing, {@code errors} the messages. With {@code
 * -Dfencepost.promote=true} the files are rewritten with what comes out.
 */
class CorpusTest {
  private static final Path CORPUS = Path.of("src/test/resources/frontend/c");

  private record Case(String title, String source, String kind, String expected) {}

  @TestFactory
  Stream<DynamicTest> everyCaseOfTheCorpusComesOutAsExpected() throws IOException {
    try (Stream<Path> files = Files.list(CORPUS)) {
      List<Path> sorted = files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
      assertThat(sorted).isNotEmpty();
      return sorted.stream().flatMap(CorpusTest::tests).toList().stream();
    }
  }

  private static Stream<DynamicTest> tests(Path file) {
    List<Case> cases = cases(Sources.read(file));
    assertThat(cases).as(file.toString()).isNotEmpty();
    if (Boolean.getBoolean("fencepost.promote")) {
      promote(file, cases);
    }
    return cases.stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    file.getFileName() + ": " + each.title,
                    () -> assertThat(outcome(each)).isEqualTo(each.expected)));
  }

  private static List<Case> cases(String text) {
    List<Case> cases = new ArrayList<>();
    for (String block : text.split("(?m)^=== ", -1)) {
      String[] parts = block.split("(?m)^--- ", -1);
      if (parts.length != 2) {
        assertThat(cases).as("only a comment may have no expectation: " + block).isEmpty();
        continue;
      }
      int titleEnd = parts[0].indexOf('\n');
      int kindEnd = parts[1].indexOf('\n');
      cases.add(
          new Case(
              parts[0].substring(0, titleEnd),
              parts[0].substring(titleEnd + 1),
              parts[1].substring(0, kindEnd).strip(),
              parts[1].substring(kindEnd + 1).strip()));
    }
    return cases;
  }

  private static String outcome(Case each) {
    SourceUnit source = Sources.of("test.c", each.source);
    try {
      String result =
          switch (each.kind) {
            case "ir" -> listing(CFrontEnd.translate(source));
            case "code" -> code(listing(CFrontEnd.translate(source)));
            case "tokens" -> tokens(CFrontEnd.showTokens(source));
            case "tree" -> CFrontEnd.showTree(source);
            case "errors" -> "no errors\n" + listing(CFrontEnd.translate(source));
            default -> "unknown kind of expectation " + each.kind;
          };
      return result.strip();
    } catch (InvalidInputException e) {
      return e.getMessage();
    }
  }

  private static String listing(CheckedProgram checked) {
    StringBuilder listing = new StringBuilder(IrPrinter.print(checked.program()));
    for (Property property : checked.properties()) {
      String condition =
          switch (property) {
            case Property.Invariant invariant ->
                "invariant " + IrPrinter.print(checked.program(), invariant.condition());
            case Property.FinalCondition last ->
                "final " + IrPrinter.print(checked.program(), last.condition());
            case Property.DeadlockFree deadlock -> "deadlock";
            case Property.RaceFree race -> "data race";
            case Property.Temporal temporal -> "temporal";
          };
      listing.append(property.name()).append(": ").append(condition).append('\n');
    }
    return listing.toString();
  }

  /** The threads' code without what stands beside it. */
  private static String code(String listing) {
    return listing
        .substring(listing.indexOf("thread "))
        .lines()
        .map(line -> line.replaceFirst("\\s+; .*", ""))
        .collect(Collectors.joining("\n"));
  }

  /** The tokens of a line of the source on one line. */
  private static String tokens(String listing) {
    StringBuilder text = new StringBuilder();
    String line = "";
    for (String token : listing.split("\n", -1)) {
      String[] parts = token.split(" ", 3);
      if (parts.length == 3) {
        String place = parts[0].split(":", -1)[1];
        text.append(text.isEmpty() ? "" : place.equals(line) ? " " : "\n").append(parts[2]);
        line = place;
      }
    }
    return text.toString();
  }

  private static void promote(Path file, List<Case> cases) {
    String text = Sources.read(file);
    StringBuilder promoted = new StringBuilder(text.substring(0, text.indexOf("=== ")));
    for (Case each : cases) {
      promoted.append("=== %s\n%s".formatted(each.title, each.source));
      promoted.append("--- %s\n%s\n\n".formatted(each.kind, outcome(each)));
    }
    try {
      Files.writeString(file, promoted.toString().stripTrailing() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
