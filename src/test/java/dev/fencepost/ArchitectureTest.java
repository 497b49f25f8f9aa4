// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The house: which room may import which. A new room gets a line in {@link #MAY_IMPORT}. */
class ArchitectureTest {
  private static final String ROOT = "dev.fencepost";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  private static final SequencedMap<String, List<String>> MAY_IMPORT = mayImport();

  private static SequencedMap<String, List<String>> mayImport() {
    SequencedMap<String, List<String>> rooms = new LinkedHashMap<>();
    rooms.put("source", List.of());
    rooms.put("collect", List.of());
    rooms.put("ir", List.of("source", "collect"));
    rooms.put("ltl", List.of("source", "collect"));
    rooms.put("property", List.of("source", "ir", "ltl"));
    rooms.put("frontend.c", List.of("source", "ir", "ltl", "property"));
    rooms.put("frontend.promela", List.of("source", "ir", "ltl", "property"));
    rooms.put("frontend.packets", List.of("source", "ir", "ltl", "property", "frontend.c"));
    rooms.put("frontend.litmus", List.of("source", "ir", "ltl", "property", "frontend.c"));
    rooms.put("memorymodel", List.of("source", "collect"));
    rooms.put("transition", List.of("collect"));
    rooms.put("trace", List.of("source"));
    rooms.put("verdict", List.of("source", "trace"));
    rooms.put(
        "machine",
        List.of("source", "collect", "ir", "property", "memorymodel", "transition", "trace"));
    rooms.put("reduction", List.of("collect", "transition"));
    rooms.put("product", List.of("collect", "transition", "ltl"));
    rooms.put("explore", List.of("collect", "transition", "verdict"));
    List<String> above = new ArrayList<>(rooms.sequencedKeySet());
    rooms.put("check", List.copyOf(above));
    rooms.put("report", List.of("source", "trace", "verdict"));
    above.add("check");
    rooms.put("suite", List.copyOf(above));
    above.add("suite");
    rooms.put("export", List.copyOf(above));
    rooms.put("cli", List.of("check", "suite", "export", "report", "verdict", "trace", "source"));
    return rooms;
  }

  static Stream<Map.Entry<String, List<String>>> rooms() {
    return MAY_IMPORT.sequencedEntrySet().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rooms")
  void importsOnlyTheRoomsItMay(Map.Entry<String, List<String>> room) {
    noClasses()
        .that()
        .resideInAPackage(packages(room.getKey()))
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "live in a room other than " + room.getValue(),
                target -> isOurs(target) && !isAllowed(room, roomOf(target))))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void everyClassLivesInAKnownRoom() {
    assertThat(CLASSES.stream().filter(c -> roomOf(c).isEmpty()).map(JavaClass::getName)).isEmpty();
  }

  @Test
  void roomsHaveNoCycles() {
    slices()
        .matching(ROOT + ".(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void onlyTheCommandLinePrintsOrExits() {
    noClasses()
        .that()
        .resideOutsideOfPackage(packages("cli"))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void chanceComesOnlyFromASeed() {
    noClasses()
        .should()
        .callConstructor(java.util.Random.class)
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.util.concurrent.ThreadLocalRandom.class)
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void everyRoomSaysWhatItIsFor() throws IOException {
    Path root = Path.of("src/main/java/dev/fencepost");
    List<String> silent = new ArrayList<>();
    for (String room : MAY_IMPORT.sequencedKeySet()) {
      Path folder = root.resolve(room.replace('.', '/'));
      if (Files.isDirectory(folder) && !Files.exists(folder.resolve("package-info.java"))) {
        silent.add(room);
      }
    }
    assertThat(silent).isEmpty();
  }

  private static String packages(String room) {
    return ROOT + "." + room + "..";
  }

  private static boolean isOurs(JavaClass target) {
    return target.getPackageName().equals(ROOT) || target.getPackageName().startsWith(ROOT + ".");
  }

  private static boolean isAllowed(Map.Entry<String, List<String>> room, String target) {
    return target.equals(room.getKey()) || room.getValue().contains(target);
  }

  /** The room that a class lives in, or the empty string where the table has none for it. */
  private static String roomOf(JavaClass target) {
    for (String room : MAY_IMPORT.sequencedKeySet()) {
      String name = ROOT + "." + room;
      if (target.getPackageName().equals(name) || target.getPackageName().startsWith(name + ".")) {
        return room;
      }
    }
    return "";
  }
}
