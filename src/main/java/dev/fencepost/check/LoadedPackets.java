// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.frontend.packets.PacketsFrontEnd;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Work-packet files: which they are, and what they become. */
public final class LoadedPackets {
  /** The definition that chooses the scenario. */
  public static final String SCENARIO = "SCENARIO";

  /** The memory models under which a file is checked where none is named. */
  public static final List<String> MODELS = List.of("mmtk-relaxed", "mmtk-tso", "mmtk-sc");

  private LoadedPackets() {}

  /** The task for each scenario where it is a work-packet file and names none, else itself. */
  public static List<CheckTask> scenarioTasks(CheckTask task) throws InvalidInputException {
    if (!isPackets(task.file()) || task.defines().containsKey(SCENARIO)) {
      return List.of(task);
    }
    List<CheckTask> tasks = new ArrayList<>();
    for (String scenario : scenarios(task)) {
      SequencedMap<String, String> defines = new LinkedHashMap<>(task.defines());
      defines.put(SCENARIO, scenario);
      tasks.add(task.withDefines(defines));
    }
    return tasks.isEmpty() ? List.of(task) : tasks;
  }

  public static boolean isPackets(String file) {
    return file.endsWith(".packets");
  }

  /** The scenarios of a file, in its order. */
  public static List<String> scenarios(CheckTask task) throws InvalidInputException {
    SourceFiles files = new SourceFiles();
    return PacketsFrontEnd.scenarios(task.file(), text(task, files), files);
  }

  static CheckedProgram translate(CheckTask task, SourceFiles files) throws InvalidInputException {
    return PacketsFrontEnd.translate(task.file(), text(task, files), task.defines(), files);
  }

  private static String text(CheckTask task, SourceFiles files) throws InvalidInputException {
    return task.text().isPresent()
        ? files.take(task.file(), task.text().get())
        : files.read(task.file());
  }
}
