// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonElement;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.report.Json;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.KnownResults;
import dev.fencepost.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The file that many checks keep their results in, to go on from there. */
final class ResultsOption {
  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "Adds each result to this file as a line of JSON. Checks that it has already, by the same"
              + " build with the same limits and texts, are not done again.")
  private Optional<Path> file = Optional.empty();

  private @Nullable ResultLog log;

  /**
   * How a command keeps its results.
   *
   * @param kept whether a result would come out again; one that a limit of this machine ended may
   *     not
   */
  record Form<T>(
      String command,
      Predicate<T> kept,
      Function<T, JsonElement> write,
      BiFunction<JsonElement, List<InputText>, T> read) {

    /** Results of checks. */
    static Form<CheckResult> ofChecks(String command) {
      return new Form<>(
          command,
          result -> !(result.verdict() instanceof Verdict.Inconclusive) || isFull(result),
          result -> JsonOutput.json(result, true),
          ResultFile::result);
    }

    private static boolean isFull(CheckResult result) {
      long most = result.task().bounds().states().orElse(Long.MAX_VALUE);
      return result.statistics().states() >= most;
    }

    /** Results that are records of their own. */
    static <T extends Record> Form<T> ofRecords(String command, Class<T> type, Predicate<T> kept) {
      return new Form<>(command, kept, Json::object, (json, texts) -> Json.read(json, type));
    }
  }

  boolean isAsked() {
    return file.isPresent();
  }

  /** The name of the file, or null. */
  @Nullable String name() {
    return file.map(Path::toString).orElse(null);
  }

  /** The results of earlier runs. */
  <T> KnownResults<T> open(Form<T> form, Terminal terminal) throws InvalidInputException {
    if (file.isEmpty()) {
      return KnownResults.none();
    }
    log = ResultLog.in(file.get(), terminal.files(), terminal::message);
    return new Logged<>(log, form, Version.build());
  }

  /** Says why results are missing in the file, if they are. */
  ExitStatus end(Terminal terminal) {
    if (log == null || log.problem().isEmpty()) {
      return ExitStatus.HOLDS;
    }
    Failure.report(terminal, log.problem().get());
    return ExitStatus.BAD_INPUT;
  }

  private record Logged<T>(ResultLog log, Form<T> form, String build) implements KnownResults<T> {
    @Override
    public Optional<T> of(CheckTask task, Supplier<List<InputText>> texts) {
      List<InputText> all = texts.get();
      return log.of(key(task, all), json -> form.read.apply(json, all));
    }

    @Override
    public void add(CheckTask task, Supplier<List<InputText>> texts, T result) {
      if (form.kept.test(result)) {
        log.add(key(task, texts.get()), form.write.apply(result));
      }
    }

    /** A hash of all that decides a result: the build, the command, the task and every text. */
    private String key(CheckTask task, List<InputText> texts) {
      StringJoiner all = new StringJoiner("\n");
      all.add(build).add(form.command).add(Json.text(TaskJson.write(task)));
      texts.forEach(text -> all.add(text.name()).add(text.sha256()));
      return InputText.of("", all.toString()).sha256();
    }
  }
}
