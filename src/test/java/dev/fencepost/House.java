// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rooms of the product: what {@link Room} says of each, and what its class files use. */
final class House {
  static final String ROOT = "dev.fencepost";

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  private final SequencedMap<String, SequencedSet<String>> used = new TreeMap<>();

  House() {
    for (JavaClass type : classes) {
      roomOf(type).ifPresent(room -> addUses(room, type));
    }
  }

  private void addUses(String room, JavaClass type) {
    SequencedSet<String> targets = used.computeIfAbsent(room, name -> new TreeSet<>());
    type.getDirectDependenciesFromSelf().stream()
        .flatMap(dependency -> roomOf(dependency.getTargetClass()).stream())
        .filter(target -> !target.equals(room))
        .forEach(targets::add);
  }

  JavaClasses classes() {
    return classes;
  }

  /** The packages that have a class, but for the root, which has only {@link Room}. */
  SequencedSet<String> rooms() {
    return used.sequencedKeySet();
  }

  /** What a room says that it imports, or empty where its package has no {@link Room}. */
  Optional<List<String>> declaredImports(String room) {
    JavaPackage folder = classes.getPackage(ROOT + "." + room);
    return folder
        .tryGetAnnotationOfType(Room.class.getName())
        .flatMap(House::imports)
        .map(names -> List.of((String[]) names));
  }

  private static Optional<Object> imports(JavaAnnotation<JavaPackage> room) {
    return room.get("imports");
  }

  /** What the class files of a room use of other rooms. */
  SequencedSet<String> usedImports(String room) {
    return used.get(room);
  }

  private static Optional<String> roomOf(JavaClass type) {
    String name = type.getBaseComponentType().getPackageName();
    return name.startsWith(ROOT + ".")
        ? Optional.of(name.substring(ROOT.length() + 1))
        : Optional.empty();
  }
}
