// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** The collectors of the library as programs, with the properties that a check gives them. */
final class LibraryPrograms {
  private static final Path HEADERS = Path.of("library", "include");

  private LibraryPrograms() {}

  static CheckedProgram read(Path model, SequencedMap<String, String> defines)
      throws InvalidInputException {
    return of(model.toString(), text(model), defines);
  }

  /** A program of a text that is no file. */
  static CheckedProgram of(String name, String text, SequencedMap<String, String> defines)
      throws InvalidInputException {
    SourceUnit source = new SourceUnit(name, text, defines, LibraryPrograms::included);
    CheckedProgram program = CFrontEnd.translate(source);
    List<Property> properties = new ArrayList<>(program.properties());
    properties.removeIf(Property.DeadlockFree.class::isInstance);
    properties.add(new Property.DeadlockFree());
    return new CheckedProgram(program.program(), properties);
  }

  private static Optional<IncludeResolver.Included> included(
      String header, String from, boolean quoted) {
    return Stream.of(Path.of(from).resolveSibling(header), HEADERS.resolve(header))
        .skip(quoted ? 0 : 1)
        .filter(Files::exists)
        .findFirst()
        .map(path -> new IncludeResolver.Included(path.normalize().toString(), text(path)));
  }

  private static String text(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
