// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.PackedLibrary;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds litmus tests and what stands beside them, on disk and then in the packed library. */
final class LitmusFiles {
  static final String FOLDER = "library/litmus";

  /** The folders of the packed library that have tests. */
  private static final List<String> FOLDERS =
      List.of(FOLDER, FOLDER + "/mmtk", FOLDER + "/metadata");

  private static final String EXPECTED = ".expect";
  static final String TABLE = "expected.csv";

  private LitmusFiles() {}

  /** The tests that are for every memory model. */
  static List<String> general() {
    return PackedLibrary.list(FOLDER, FrontEnds.LITMUS.extension());
  }

  /** The tests of a file or folder, sorted by name. */
  static List<String> find(String fileOrFolder) throws InvalidInputException {
    Path path = TextFile.path(fileOrFolder);
    if (!TextFile.isThere(path)) {
      return packed(fileOrFolder);
    }
    if (!Files.isDirectory(path)) {
      return List.of(fileOrFolder);
    }
    List<Path> tests = ExpectationFiles.files(path, List.of(FrontEnds.LITMUS));
    if (tests.isEmpty()) {
      throw new InvalidInputException(
          "there is no file *" + FrontEnds.LITMUS.extension() + " in " + fileOrFolder);
    }
    return tests.stream().map(file -> file.toString().replace('\\', '/')).toList();
  }

  /** The expectation files of a folder that stand beside nothing: beside no test, or no table. */
  static List<Path> orphans(String fileOrFolder) throws InvalidInputException {
    Path path = TextFile.path(fileOrFolder);
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    Set<Path> known =
        ExpectationFiles.files(path, FrontEnds.ALL).stream()
            .map(ExpectationFiles::beside)
            .collect(Collectors.toSet());
    return ExpectationFiles.all(path).stream()
        .filter(
            file ->
                file.equals(LitmusTable.states(file))
                    ? !TextFile.isThere(file.resolveSibling(TABLE))
                    : file.toString().endsWith(EXPECTED) && !known.contains(file))
        .toList();
  }

  private static List<String> packed(String fileOrFolder) throws InvalidInputException {
    String name = fileOrFolder.replaceFirst("/+$", "");
    if (FOLDERS.contains(name)) {
      return PackedLibrary.list(name, FrontEnds.LITMUS.extension());
    }
    if (PackedLibrary.text(name).isEmpty()) {
      throw new InvalidInputException("no such file or folder: " + fileOrFolder);
    }
    return List.of(name);
  }

  static String text(String file) throws InvalidInputException {
    return PackedLibrary.find(Path.of(file)).orElseThrow(() -> TextFile.unreadable(Path.of(file)));
  }

  /** The text of the expectation file beside a test. */
  static Optional<String> expectation(String test) throws InvalidInputException {
    return PackedLibrary.find(Path.of(expectationName(test)));
  }

  static String expectationName(String test) {
    return FrontEnds.LITMUS.stem(test) + EXPECTED;
  }

  /** The tables of expectations in the folders that are named, or in the ones above them. */
  static List<Path> tables(List<String> paths) throws InvalidInputException {
    List<Path> tables = new ArrayList<>();
    for (String name : paths) {
      Path folder = TextFile.path(name).toAbsolutePath().normalize();
      for (Path place : Stream.of(folder, folder.getParent()).filter(p -> p != null).toList()) {
        Path table = place.resolve(TABLE);
        if (TextFile.isThere(table) && !tables.contains(table)) {
          tables.add(table);
        }
      }
    }
    return tables;
  }
}
