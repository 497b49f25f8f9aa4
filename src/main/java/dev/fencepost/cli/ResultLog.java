// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.TextFile;
import dev.fencepost.source.UncheckedInvalidInput;
import dev.fencepost.source.WholeFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A file of results, a line of JSON for each, so that an interrupted command can be continued. A
 * result is found by a key of all that decided it.
 */
final class ResultLog {
  private static final String KEY = "key";
  private static final String RESULT = "result";
  private static final String CHECKSUM = "sha256";

  private final Path file;
  private final WholeFiles files;
  private final Map<String, JsonElement> known = new HashMap<>();

  /** The lines that results of earlier runs stand in. */
  private final Map<String, SourceSpan> places = new HashMap<>();

  private Optional<InvalidInputException> problem = Optional.empty();

  private ResultLog(Path file, WholeFiles files) {
    this.file = file;
    this.files = files;
  }

  /**
   * Continues a file, or begins one. A last line that is half or blank is dropped: whoever wrote it
   * did not come to its end. So is a line that is not as it was written, but for a file without any
   * that is: that one is somebody's.
   *
   * @param notes is given what was dropped
   */
  static ResultLog in(Path file, WholeFiles files, Consumer<String> notes)
      throws InvalidInputException {
    ResultLog log = new ResultLog(file, files);
    if (!Files.exists(file)) {
      return log;
    }
    String text = TextFile.read(file);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1).stripTrailing();
    List<String> lines = whole.lines().toList();
    StringBuilder kept = new StringBuilder();
    List<String> dropped = new ArrayList<>();
    Optional<SourceSpan> strange = Optional.empty();
    for (int i = 0; i < lines.size(); i++) {
      SourceSpan place = SourceSpan.at(file.toString(), i + 1, 1, lines.get(i).length());
      Optional<JsonObject> result = result(lines.get(i));
      if (result.isPresent() && log.read(place, lines.get(i), result.get())) {
        kept.append(lines.get(i)).append('\n');
      } else {
        strange = strange.isPresent() || result.isPresent() ? strange : Optional.of(place);
        dropped.add(
            "note: line " + (i + 1) + " of " + file + " was changed, and its check is done again");
      }
    }
    if (log.known.isEmpty() && strange.isPresent()) {
      throw noResult(strange.get());
    }
    dropped.forEach(notes);
    if (!text.equals(lines.isEmpty() ? "" : whole + "\n")) {
      notes.accept("note: the last line of " + file + " is half or blank, and is dropped");
    }
    if (!text.contentEquals(kept)) {
      files.write(file, kept.toString());
    }
    return log;
  }

  /** What a line says, if it is that of a result. */
  private static Optional<JsonObject> result(String line) {
    try {
      return JsonParser.parseString(line) instanceof JsonObject json
              && json.get(KEY) instanceof JsonPrimitive
              && json.get(RESULT) instanceof JsonObject
          ? Optional.of(json)
          : Optional.empty();
    } catch (JsonParseException e) {
      return Optional.empty();
    }
  }

  /** Takes a line; false if it is not as it was written. */
  private boolean read(SourceSpan place, String line, JsonObject json) {
    String key = json.get(KEY).getAsString();
    boolean whole = line.equals(line(key, json.get(RESULT)));
    if (whole) {
      known.put(key, json.get(RESULT));
      places.put(key, place);
    }
    return whole;
  }

  /** The line of a result, with a checksum of the rest of it. */
  private static String line(String key, JsonElement result) {
    JsonObject line = new JsonObject();
    line.addProperty(KEY, key);
    line.add(RESULT, result);
    line.addProperty(CHECKSUM, InputText.of("", line.toString()).sha256());
    return line.toString();
  }

  private static InvalidInputException noResult(SourceSpan place) {
    return new InvalidInputException(
        new Diagnostic(
            place,
            "this is no result that --results has written",
            "--results wants a file that it has written before, or a new one"));
  }

  /** Why the file lacks results, if it does. */
  synchronized Optional<InvalidInputException> problem() {
    return problem;
  }

  /** The result of a key, if there is one. */
  synchronized <T> Optional<T> of(String key, Function<JsonElement, T> reading) {
    try {
      return Optional.ofNullable(known.get(key)).map(reading);
    } catch (RuntimeException e) {
      SourceSpan place = places.getOrDefault(key, SourceSpan.NONE);
      throw new UncheckedInvalidInput(noResult(place));
    }
  }

  /** Keeps a result; the first failure to write is a {@link #problem}, and the last try. */
  synchronized void add(String key, JsonElement result) {
    known.put(key, result);
    if (problem.isEmpty()) {
      try {
        files.append(file, line(key, result) + "\n");
      } catch (InvalidInputException e) {
        problem = Optional.of(e);
      }
    }
  }
}
