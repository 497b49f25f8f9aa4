// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Disk;
import dev.fencepost.check.Inputs;
import dev.fencepost.level.Cluster;
import dev.fencepost.level.ClusterSite;
import dev.fencepost.level.RunFiles;
import dev.fencepost.report.Json;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A folder with the states of checks, and a file that says which checks these are.
 *
 * @param place its name, as the user wrote it
 * @param cluster whose machines share it, if it is not for this one alone
 */
record DiskFolder(String place, RunFiles files, Optional<Cluster> cluster) {
  private static final String COMMAND = "resume";
  private static final String FILE = "check.json";
  private static final String CHECKSUM = "checksum";

  /** What is left where a command is killed before it begins. */
  private static final String NEW = FILE + ".new";

  /** A folder that the machines of a cluster share, or one of this machine; made if missing. */
  static DiskFolder of(String place, Optional<Cluster> cluster) throws InvalidInputException {
    try {
      RunFiles files =
          cluster.isPresent() ? cluster.get().files(place) : RunFiles.local(TextFile.path(place));
      return new DiskFolder(place, files, cluster);
    } catch (IOException e) {
      throw new InvalidInputException("cannot make the folder " + place + ": " + e.getMessage());
    }
  }

  /** The checks of a folder. */
  record Checks(List<CheckTask> tasks, WarningOptions options) {
    Checks with(List<CheckTask> newTasks) {
      return new Checks(newTasks, options);
    }
  }

  /** Begins checks in a new folder; the checks with their parts of it. */
  List<CheckTask> begin(Checks checks, Inputs inputs) throws InvalidInputException {
    try {
      List<String> names = names();
      if (names.contains(FILE)) {
        throw new InvalidInputException(
            place + " has a check already",
            "'fencepost resume "
                + place
                + (cluster.isPresent() ? " --cluster MASTER" : "")
                + "' goes on with it; another folder begins anew");
      }
      if (names.stream().anyMatch(name -> !name.equals(NEW))) {
        throw new InvalidInputException(
            place + " is not empty", "name a new folder: states are kept in many files");
      }
      JsonObject document = JsonOutput.document(COMMAND);
      document.addProperty("build", Version.build());
      JsonArray all = new JsonArray();
      checks.tasks().forEach(task -> all.add(TaskJson.write(task)));
      document.add("tasks", all);
      checks.options().addTo(document);
      document.addProperty(CHECKSUM, checksum(document));
      try (OutputStream out = files.create(NEW)) {
        out.write(Json.text(document).getBytes(StandardCharsets.UTF_8));
      }
      files.move(NEW, FILE, true);
    } catch (IOException e) {
      throw new InvalidInputException("cannot write " + files.place(FILE) + ": " + e.getMessage());
    }
    return withParts(checks.tasks(), inputs);
  }

  /** All that lies in the folder; in one that machines share, its files. */
  private List<String> names() throws IOException, InvalidInputException {
    if (cluster.isPresent()) {
      return files.names();
    }
    try (Stream<Path> all = Files.list(TextFile.path(place))) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }

  /** The checks of the folder, which inputs then have loaded. */
  Checks resume(Inputs inputs) throws InvalidInputException {
    String name = files.place(FILE);
    JsonObject document = ResultFile.parse(name, text(name), List.of(COMMAND));
    String build = ResultFile.use(name, () -> document.get("build").getAsString());
    if (!build.equals(Version.build())) {
      throw new InvalidInputException(
          place + " was made by another build of Fencepost", "begin anew in another folder");
    }
    String checksum = ResultFile.use(name, () -> document.remove(CHECKSUM).getAsString());
    if (!checksum.equals(checksum(document))) {
      throw new InvalidInputException(
          name + " has another checksum: it was changed", "begin anew in another folder");
    }
    Checks checks =
        ResultFile.use(
            name,
            () -> {
              List<CheckTask> read = new ArrayList<>();
              for (JsonElement task : document.getAsJsonArray("tasks")) {
                read.add(TaskJson.read(task));
              }
              return new Checks(read, WarningOptions.of(document));
            });
    inputs.require(checks.tasks());
    return checks.with(withParts(checks.tasks(), inputs));
  }

  /** Of a document without its checksum: a changed one would be another check. */
  private static String checksum(JsonObject document) {
    CRC32C checksum = new CRC32C();
    checksum.update(Json.text(document).getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(checksum.getValue());
  }

  private String text(String name) throws InvalidInputException {
    try {
      return new String(files.bytes(FILE), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InvalidInputException("no such file: " + name);
    }
  }

  private List<CheckTask> withParts(List<CheckTask> tasks, Inputs inputs)
      throws InvalidInputException {
    List<CheckTask> inFolder = new ArrayList<>();
    for (CheckTask task : tasks) {
      Disk part = part("check-" + (inFolder.size() + 1), task, inputs);
      inFolder.add(task.withStrategy(task.strategy().withDisk(part)));
    }
    return inFolder;
  }

  private Disk part(String name, CheckTask task, Inputs inputs) throws InvalidInputException {
    String folder = place + "/" + name;
    if (cluster.isEmpty()) {
      return Disk.in(folder);
    }
    try {
      byte[] bundle = Bundle.of(task, inputs).bytes();
      ClusterSite site = new ClusterSite(files.in(name), cluster.get().machines(folder, bundle));
      return Disk.on(site, folder);
    } catch (OutOfBudget e) {
      return Disk.NONE; // the check comes to the same end, before its search
    } catch (IOException e) {
      throw new InvalidInputException("cannot make the folder " + folder + ": " + e.getMessage());
    }
  }
}
