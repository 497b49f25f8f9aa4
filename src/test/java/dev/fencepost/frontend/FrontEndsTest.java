// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.property.SourceModel;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.IncludeResolver.Included;
import dev.fencepost.source.preprocess.SourceUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every entry of the registry keeps to. A new front end gets a file in {@link #SMALLEST}. */
class FrontEndsTest {
  private static final int BROKEN = 300;
  private static final int LONGEST_PIECE = 20;

  /** A file of each language. */
  private static final Map<FrontEnd, String> SMALLEST =
      Map.of(
          FrontEnds.C, "library/iriw/iriw.c",
          FrontEnds.PACKETS, "library/gc/satb/satb.packets",
          FrontEnds.PROMELA, "library/gc/sapphire/transactional/copying.pml",
          FrontEnds.LITMUS, "library/litmus/SB.litmus");

  static List<FrontEnd> all() {
    return FrontEnds.ALL;
  }

  private static String smallest(FrontEnd frontEnd) throws IOException {
    assertThat(SMALLEST).as("a file of each language").containsKey(frontEnd);
    return Files.readString(Path.of(SMALLEST.get(frontEnd)));
  }

  private static SourceModel translate(FrontEnd frontEnd, String text)
      throws InvalidInputException {
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    SourceUnit source =
        new SourceUnit("small" + frontEnd.extension(), text, defines, FrontEndsTest::header);
    frontEnd.scenarios().read(source).stream()
        .findFirst()
        .ifPresent(s -> defines.put("SCENARIO", s));
    return frontEnd.translate(source);
  }

  private static Optional<Included> header(String name, String includingFile, boolean quoted) {
    try {
      Path path = Path.of("library/include", name);
      return Optional.of(new Included(path.toString(), Files.readString(path)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void isFoundByItsExtension(FrontEnd frontEnd) {
    String file = "a.folder/some.model" + frontEnd.extension();
    assertThat(FrontEnds.of(file)).isEqualTo(frontEnd);
    assertThat(frontEnd.stem(file)).isEqualTo("a.folder/some.model");
    assertThat(FrontEnds.ALL).filteredOn(each -> each.reads(file)).containsExactly(frontEnd);
  }

  @ParameterizedTest
  @MethodSource("all")
  void hasWordsForMessages(FrontEnd frontEnd) {
    assertThat(frontEnd.noun()).startsWith("a ");
    assertThat(frontEnd.command()).isIn("check", "litmus");
  }

  @ParameterizedTest
  @MethodSource("all")
  void refusesTheTextOfAnotherLanguageWithAPlace(FrontEnd frontEnd) {
    assertThatThrownBy(() -> translate(frontEnd, "This is no model.\n"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e ->
                assertThat(e.diagnostics())
                    .isNotEmpty()
                    .allSatisfy(
                        d -> {
                          assertThat(d.message()).isNotBlank();
                          assertThat(d.span().file()).startsWith("small");
                        }));
  }

  @ParameterizedTest
  @MethodSource("all")
  void givesTheSameModelForTheSameText(FrontEnd frontEnd)
      throws InvalidInputException, IOException {
    String text = smallest(frontEnd);
    SourceModel model = translate(frontEnd, text);
    SourceModel again = translate(frontEnd, text);
    assertThat(again.getClass()).isEqualTo(model.getClass());
    assertThat(again.temporalNames()).isEqualTo(model.temporalNames());
  }

  /** Texts with pieces cut out or doubled: a model or diagnostics, and no other exception. */
  @ParameterizedTest
  @MethodSource("all")
  void readsOrRefusesWhatIsBrokenAtRandom(FrontEnd frontEnd) throws IOException {
    String text = smallest(frontEnd);
    SplittableRandom random = new SplittableRandom(Long.getLong("fencepost.seed", 1));
    int refused = 0;
    for (int i = 0; i < BROKEN; i++) {
      int from = random.nextInt(text.length());
      int to = Math.min(text.length(), from + 1 + random.nextInt(LONGEST_PIECE));
      String piece = random.nextBoolean() ? "" : text.substring(from, to).repeat(2);
      String broken = text.substring(0, from) + piece + text.substring(to);
      try {
        translate(frontEnd, broken);
      } catch (InvalidInputException e) {
        assertThat(e.diagnostics()).as(broken).isNotEmpty();
        refused++;
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError(broken, e);
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void otherNamesAreReadAsC() {
    assertThat(FrontEnds.of("model")).isEqualTo(FrontEnds.C);
    assertThat(FrontEnds.of("model.txt").stem("model.txt")).isEqualTo("model.txt");
  }
}
