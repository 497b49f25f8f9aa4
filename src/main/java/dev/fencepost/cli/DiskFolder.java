// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Disk;
import dev.fencepost.report.Json;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder with the states of checks, and a file that says which checks these are. */
record DiskFolder(Path path) {
  private static final String COMMAND = "resume";

  private Path file() {
    return path.resolve("check.json");
  }

  /** Begins checks in a new folder; the checks with their parts of it. */
  List<CheckTask> begin(List<CheckTask> tasks, Terminal terminal) throws InvalidInputException {
    if (Files.exists(file())) {
      throw new InvalidInputException(
          path + " has a check already",
          "'fencepost resume " + path + "' goes on with it; another folder begins anew");
    }
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new InvalidInputException("cannot make the folder " + path + ": " + e.getMessage());
    }
    JsonObject document = JsonOutput.document(COMMAND);
    document.addProperty("build", Version.build());
    JsonArray all = new JsonArray();
    tasks.forEach(task -> all.add(TaskJson.write(task)));
    document.add("tasks", all);
    terminal.files().write(file(), Json.text(document));
    return withParts(tasks);
  }

  /** The checks of the folder. */
  List<CheckTask> resume() throws InvalidInputException {
    String name = file().toString();
    JsonObject document = ResultFile.read(name, List.of(COMMAND));
    String build = ResultFile.use(name, () -> document.get("build").getAsString());
    if (!build.equals(Version.build())) {
      throw new InvalidInputException(
          path + " was made by another build of Fencepost", "begin anew in another folder");
    }
    return withParts(
        ResultFile.use(
            name,
            () -> {
              List<CheckTask> tasks = new ArrayList<>();
              for (JsonElement task : document.getAsJsonArray("tasks")) {
                tasks.add(TaskJson.read(task));
              }
              return tasks;
            }));
  }

  private List<CheckTask> withParts(List<CheckTask> tasks) {
    List<CheckTask> inFolder = new ArrayList<>();
    for (CheckTask task : tasks) {
      Disk part = Disk.in(path.resolve("check-" + (inFolder.size() + 1)).toString());
      inFolder.add(task.withStrategy(task.strategy().withDisk(part)));
    }
    return inFolder;
  }
}
