// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.compare;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of results, a line of JSON for each check, so that an interrupted comparison can be
 * continued. A result counts only while the exported text is unchanged.
 */
public final class EngineLog {
  private static final Gson GSON = new Gson();

  private final Optional<Path> file;
  private final Map<EngineAgreement.Check, EngineAgreement> known = new LinkedHashMap<>();

  private EngineLog(Optional<Path> file) {
    this.file = file;
  }

  /** Keeps nothing. */
  public static EngineLog none() {
    return new EngineLog(Optional.empty());
  }

  /** Continues a file, or begins one. */
  public static EngineLog in(Path file) throws InvalidInputException {
    EngineLog log = new EngineLog(Optional.of(file));
    try {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      for (String line : lines) {
        EngineAgreement row = GSON.fromJson(line, EngineAgreement.class);
        log.known.put(row.check(), row);
      }
    } catch (IOException | JsonParseException e) {
      throw new InvalidInputException(
          new Diagnostic(
              SourceSpan.NONE,
              "cannot go on with " + file,
              "it must be a file that verify-engines --results has written, or a new one"));
    }
    return log;
  }

  /** A row as JSON. */
  public static JsonElement json(EngineAgreement row) {
    return GSON.toJsonTree(row);
  }

  synchronized Optional<EngineAgreement> of(EngineAgreement.Check check) {
    return Optional.ofNullable(known.get(check));
  }

  synchronized void add(EngineAgreement row) throws InvalidInputException {
    known.put(row.check(), row);
    if (file.isPresent()) {
      try {
        Files.writeString(
            file.get(),
            GSON.toJson(row) + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new InvalidInputException(
            new Diagnostic(SourceSpan.NONE, "cannot write " + file.get()));
      }
    }
  }
}
