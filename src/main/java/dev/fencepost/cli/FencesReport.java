// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.fences.AccessOrder;
import dev.fencepost.fences.Answer;
import dev.fencepost.fences.Answer.Needed;
import dev.fencepost.fences.Choice;
import dev.fencepost.fences.FencesResult;
import dev.fencepost.fences.FencesTask;
import dev.fencepost.fences.Site;
import dev.fencepost.report.HtmlReport;
import dev.fencepost.report.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.SequencedMap;

/** A search for fences as a page for the browser. */
final class FencesReport {
  private final FencesTask task;
  private final FencesResult result;
  private final List<CheckResult> runs = new ArrayList<>();

  private FencesReport(FencesTask task, FencesResult result) {
    this.task = task;
    this.result = result;
  }

  static String html(FencesTask task, FencesResult result) {
    return HtmlReport.of(new FencesReport(task, result).document());
  }

  /**
   * What stands at a place.
   *
   * @param result the number of the run that it forbids
   */
  private record Part(
      String file,
      int line,
      String where,
      String text,
      String path,
      long cost,
      OptionalInt result) {}

  /** An answer; {@code left} are the places of the source that need nothing. */
  private record AnswerData(
      long cost, boolean bounded, List<Part> parts, List<Part> left, String diff) {}

  /** A place with all that it may get. */
  private record Place(String file, int line, String where, String path, List<KindData> kinds) {}

  private record KindData(String text, long cost) {}

  private JsonObject document() {
    String file = task.checks().getFirst().file();
    List<String> models = task.checks().stream().map(CheckTask::model).distinct().toList();
    JsonObject document = JsonOutput.document("fences");
    document.addProperty("file", file);
    document.addProperty("title", file + " under " + String.join(", ", models));
    document.addProperty("ending", FencesOutput.ending(result));
    document.addProperty("checks", result.checks());
    document.addProperty("counterexamples", result.counterexamples());
    document.addProperty("seconds", result.seconds());
    document.add("answers", Json.of(result.answers().stream().map(this::answer).toList()));
    document.add("places", Json.of(places()));
    result.failure().ifPresent(runs::add);
    document.add("results", JsonOutput.results(runs, true));
    SequencedMap<String, String> sources = new LinkedHashMap<>();
    for (InputText text : result.considered().texts()) {
      if (text.name().equals(file) || hasPlace(text.name())) {
        sources.put(text.name(), text.text());
      }
    }
    document.add("sources", Json.of(sources));
    return document;
  }

  private boolean hasPlace(String file) {
    return result.considered().choices().stream()
        .anyMatch(choice -> choice.site().span().file().equals(file));
  }

  private AnswerData answer(Answer answer) {
    List<Part> left =
        answer.existing().stream()
            .filter(site -> answer.at(site).isEmpty())
            .map(site -> part(site, FencesOutput.nothingAt(site), 0, OptionalInt.empty()))
            .toList();
    return new AnswerData(
        answer.cost(),
        answer.bounded(),
        answer.fences().stream().map(this::part).toList(),
        left,
        answer.patch().diff());
  }

  private Part part(Needed needed) {
    OptionalInt run = OptionalInt.empty();
    if (needed.failure().isPresent()) {
      runs.add(needed.failure().get());
      run = OptionalInt.of(runs.size() - 1);
    }
    Choice choice = needed.choice();
    return part(choice.site(), text(choice), choice.cost(), run);
  }

  private static Part part(Site site, String text, long cost, OptionalInt run) {
    return new Part(
        site.span().file(), site.span().line(), site.where(), text, site.pathWord(), cost, run);
  }

  private static String text(Choice choice) {
    return choice.site().present().order().isPresent() && choice.kind() instanceof AccessOrder order
        ? FencesOutput.change(choice.site().present().order().get(), order)
        : choice.kind().text();
  }

  private List<Place> places() {
    SequencedMap<Site, List<KindData>> kinds = new LinkedHashMap<>();
    for (Choice choice : result.considered().choices()) {
      String text =
          choice.kind() instanceof AccessOrder order ? order.words() : choice.kind().text();
      kinds
          .computeIfAbsent(choice.site(), any -> new ArrayList<>())
          .add(new KindData(text, choice.cost()));
    }
    return kinds.entrySet().stream()
        .map(
            entry -> {
              Site site = entry.getKey();
              return new Place(
                  site.span().file(),
                  site.span().line(),
                  site.where(),
                  site.pathWord(),
                  entry.getValue());
            })
        .toList();
  }
}
