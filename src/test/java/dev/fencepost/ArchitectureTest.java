// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The house: {@link Room} has what each package imports, and nothing else is imported. */
class ArchitectureTest {
  private static final House HOUSE = new House();

  static SequencedSet<String> rooms() {
    return HOUSE.rooms();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rooms")
  void importsExactlyTheRoomsThatItNames(String room) {
    List<String> declared =
        HOUSE
            .declaredImports(room)
            .orElseGet(() -> fail(room + "/package-info.java needs @Room(imports = {...})"));
    assertThat(declared)
        .as("@Room(imports) of %s/package-info.java against its class files", room)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(HOUSE.usedImports(room));
  }

  @Test
  void theRootHasOnlyTheAnnotation() {
    assertThat(HOUSE.classes().getPackage(House.ROOT).getClasses())
        .extracting(JavaClass::getName)
        .containsExactly(Room.class.getName());
  }

  @Test
  void noTwoClassesHaveOneName() throws IOException {
    try (Stream<Path> sources = Files.walk(Path.of("src"))) {
      assertThat(sources.map(source -> source.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".java") && !name.equals("package-info.java"))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void roomsHaveNoCycles() {
    slices().matching(House.ROOT + ".(**)").should().beFreeOfCycles().check(HOUSE.classes());
  }

  @Test
  void onlyTheCommandLinePrintsOrExits() {
    noClasses()
        .that()
        .resideOutsideOfPackage(House.ROOT + ".cli")
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
        .check(HOUSE.classes());
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
        .check(HOUSE.classes());
  }
}
