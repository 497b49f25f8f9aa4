// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.IncludePath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say how a source is read. */
final class SourceOptions {
  @Option(
      names = "-D",
      paramLabel = "NAME[=VALUE]",
      mapFallbackValue = "1",
      description =
          "Defines a macro for the preprocessor; 'NAME(X)=VALUE' defines one with parameters.")
  Map<String, String> defines = new LinkedHashMap<>();

  @Option(
      names = "-I",
      paramLabel = "FOLDER",
      description =
          "Looks for headers here too, behind the folder of the source and before the library.")
  List<String> folders = List.of();

  @Option(
      names = "--allow-include",
      paramLabel = "PATH",
      description =
          "Headers may lie in this folder, or be this file. Without this option only in the folder"
              + " of the source, in those of -I, and in the library.")
  List<String> allowed = List.of();

  /** The task with what these options say. */
  CheckTask apply(CheckTask task) {
    return task.withDefines(new LinkedHashMap<>(defines))
        .withIncludes(new IncludePath(folders, allowed));
  }
}
