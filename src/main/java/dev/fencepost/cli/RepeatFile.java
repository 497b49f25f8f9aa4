// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.fencepost.check.CheckTask;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The checks that a result in JSON tells of. */
final class RepeatFile {

  private RepeatFile() {}

  static List<CheckTask> tasks(String file, Terminal terminal) throws InvalidInputException {
    try {
      JsonObject document =
          JsonParser.parseString(Files.readString(Path.of(file))).getAsJsonObject();
      if (document.get("schema").getAsInt() != JsonOutput.SCHEMA) {
        throw invalid(file + " has another schema than this version of Fencepost reads");
      }
      if (!document.get("version").getAsString().equals(Version.number())) {
        terminal.tell("note: " + file + " was made by version " + document.get("version"));
      }
      List<CheckTask> tasks = new ArrayList<>();
      for (JsonElement result : document.getAsJsonArray("results")) {
        tasks.add(TaskJson.read(result.getAsJsonObject().getAsJsonObject("task")));
      }
      return tasks;
    } catch (IOException e) {
      throw invalid("cannot read " + file);
    } catch (JsonParseException
        | IllegalStateException
        | IllegalArgumentException
        | NullPointerException
        | ClassCastException
        | UnsupportedOperationException e) {
      throw invalid(file + " is not a result of fencepost check --format json");
    }
  }

  private static InvalidInputException invalid(String message) {
    return new InvalidInputException(new Diagnostic(SourceSpan.NONE, message));
  }
}
