// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.compare;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.TextFile;
import dev.fencepost.source.WholeFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A file of results, a line of JSON for each check, so that an interrupted comparison can be
 * continued. A result counts only while all that decided it is unchanged.
 */
public final class EngineLog {
  private static final Gson GSON = new Gson();

  private final Optional<Path> file;
  private final WholeFiles files;
  private final Map<EngineAgreement.Check, EngineAgreement> known = new LinkedHashMap<>();
  private Optional<InvalidInputException> problem = Optional.empty();

  private EngineLog(Optional<Path> file, WholeFiles files) {
    this.file = file;
    this.files = files;
  }

  /** Keeps nothing. */
  public static EngineLog none() {
    return new EngineLog(Optional.empty(), WholeFiles.DISK);
  }

  /**
   * Continues a file, or begins one. A last line that is half or blank is dropped: whoever wrote it
   * did not come to its end.
   *
   * @param notes is given what was dropped
   */
  public static EngineLog in(Path file, WholeFiles files, Consumer<String> notes)
      throws InvalidInputException {
    EngineLog log = new EngineLog(Optional.of(file), files);
    if (!Files.exists(file)) {
      return log;
    }
    String text = TextFile.read(file);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1).stripTrailing();
    List<String> lines = whole.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      EngineAgreement row = row(file, i + 1, lines.get(i));
      log.known.put(row.check(), row);
    }
    String kept = lines.isEmpty() ? "" : whole + "\n";
    if (!kept.equals(text)) {
      notes.accept("note: the last line of " + file + " is half or blank, and is dropped");
      files.write(file, kept);
    }
    return log;
  }

  private static EngineAgreement row(Path file, int number, String line)
      throws InvalidInputException {
    try {
      EngineAgreement row = GSON.fromJson(line, EngineAgreement.class);
      if (row != null && row.isWhole()) {
        return row;
      }
    } catch (JsonParseException e) {
      // as for a line of something else
    }
    throw new InvalidInputException(
        new Diagnostic(
            SourceSpan.at(file.toString(), number, 1, line.length()),
            "this is no result of verify-engines",
            "--results wants a file that verify-engines --results has written, or a new one"));
  }

  /** A row as JSON. */
  public static JsonElement json(EngineAgreement row) {
    return GSON.toJsonTree(row);
  }

  /** Why the file lacks results, if it does. */
  public synchronized Optional<InvalidInputException> problem() {
    return problem;
  }

  synchronized Optional<EngineAgreement> of(EngineAgreement.Check check) {
    return Optional.ofNullable(known.get(check));
  }

  /** Keeps a result; the first failure to write is a {@link #problem}, and the last try. */
  synchronized void add(EngineAgreement row) {
    known.put(row.check(), row);
    if (file.isPresent() && problem.isEmpty()) {
      try {
        files.append(file.get(), GSON.toJson(row) + "\n");
      } catch (InvalidInputException e) {
        problem = Optional.of(e);
      }
    }
  }
}
