// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import dev.fencepost.source.WholeFiles;
import dev.fencepost.suite.ExpectationFiles;
import dev.fencepost.suite.Expectations;
import dev.fencepost.suite.Scenario;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes a small collector to begin from. */
@Command(
    name = "init",
    description =
        "Makes a folder with a small collector, a twin that is broken on purpose, and what is"
            + " expected of both.",
    footer = {"", "Examples:", "  fencepost init my-collector"})
final class InitCommand extends Subcommand {
  private static final String PLACE = "dev/fencepost/cli/collector";

  @Parameters(paramLabel = "NAME", description = "The folder, and the name of the collector.")
  private String name;

  @Override
  ExitStatus run() throws InvalidInputException {
    Path folder = TextFile.path(name);
    String base = folder.getFileName() == null ? "" : folder.getFileName().toString();
    require(
        base.matches("[A-Za-z_][\\w-]*"),
        "'" + name + "' is no name for a collector: use letters, digits, - and _");
    make(folder);
    List<Path> models;
    try {
      models = fill(folder, base);
    } catch (InvalidInputException | RuntimeException | Error e) {
      remove(folder);
      throw e;
    }
    terminal.println("try:     fencepost check " + models.getFirst());
    terminal.println("         fencepost check " + models.getLast() + " --model sc");
    return ExitStatus.HOLDS;
  }

  /** Writes the files of the folder; gives the models. */
  private List<Path> fill(Path folder, String base) throws InvalidInputException {
    List<Path> models =
        Stream.of("", "-broken").map(twin -> folder.resolve(base + twin + ".c")).toList();
    for (Path model : models) {
      String twin = model.endsWith(base + ".c") ? "" : "-broken";
      String text = TextFile.packed(PLACE + twin + ".c").orElseThrow();
      write(model, text.replace("NAME", base));
    }
    for (Path model : models) {
      SequencedMap<Scenario, List<String>> runs = new LinkedHashMap<>();
      for (Scenario scenario : Scenario.usual(model)) {
        runs.put(scenario, ExpectationFiles.memoryModels(model, List.of(), List.of()));
      }
      Expectations found = ExpectationFiles.find(model, runs);
      write(ExpectationFiles.beside(model), found.format());
    }
    return models;
  }

  /** Removes a folder that is not whole, so that the command can be repeated. */
  private void remove(Path folder) {
    try {
      WholeFiles.deleteFolder(folder);
      terminal.message("note: " + folder + " is removed again");
    } catch (IOException e) {
      terminal.message("note: " + folder + " is not whole: remove it");
    }
  }

  private static void make(Path folder) throws InvalidInputException {
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      throw new InvalidInputException(folder + " is there already", "choose another name");
    } catch (IOException e) {
      throw new InvalidInputException(
          "cannot make the folder " + folder,
          "is the folder around it there, and may you write it?");
    }
  }

  private void write(Path file, String text) throws InvalidInputException {
    terminal.files().write(file, text);
    terminal.println("written  " + file);
  }
}
