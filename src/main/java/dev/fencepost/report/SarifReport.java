// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import com.google.gson.JsonObject;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.verdict.Warning;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Violations and diagnostics in SARIF 2.1.0, the format that editors and code hosts read. A run is
 * a code flow, with a thread flow for each thread.
 */
public final class SarifReport {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
  private static final String INVALID_INPUT = "invalid-input";

  private record Message(String text) {}

  private record Artifact(String uri) {}

  private record Region(int startLine, int startColumn) {}

  private record Physical(Artifact artifactLocation, Region region) {}

  private record Location(Physical physicalLocation, Optional<Message> message) {}

  private record Moment(int executionOrder, Location location) {}

  private record ThreadFlow(String id, List<Moment> locations) {}

  private record Flow(List<ThreadFlow> threadFlows) {}

  private record Result(
      String ruleId,
      int ruleIndex,
      String level,
      Message message,
      List<Location> locations,
      Optional<List<Flow>> codeFlows) {}

  private record Rule(String id, Message shortDescription) {}

  private record Driver(String name, String version, List<Rule> rules) {}

  private record Tool(Driver driver) {}

  private record Run(Tool tool, String columnKind, List<Result> results) {}

  private final List<Result> results = new ArrayList<>();
  private final List<String> rules = new ArrayList<>();

  /**
   * Adds a violation.
   *
   * @param checked what was checked, such as {@code stopless.c under pso-no}
   * @param file the file to point at where the failure itself has no place
   */
  public void violation(Trace trace, String checked, String file) {
    Trace.Failure failure = trace.failure();
    Story story = StoryWriter.write(trace, file);
    List<String> sentences = new ArrayList<>(List.of(checked + "."));
    story.sentences().forEach(sentence -> sentences.add(sentence.text()));
    story.fences().forEach(fence -> sentences.add(fence.text()));
    SourceSpan span = failure.origin().span();
    add(
        failure.kind(),
        "error",
        String.join(" ", sentences),
        orStart(span, file),
        Optional.of(trace).filter(Trace::isKnown).map(known -> List.of(flow(known))));
  }

  /**
   * Adds a reason why a verdict may say less than it seems to.
   *
   * @param checked what was checked
   * @param file the file to point at where the warning has no place
   */
  public void warning(Warning warning, String checked, String file) {
    String kind = warning.kind().name();
    String message = checked + ": " + warning.message();
    add(kind, "warning", message, orStart(warning.place(), file), Optional.empty());
  }

  /**
   * Adds a check without a verdict.
   *
   * @param limit what ended it
   * @param checked what was checked
   * @param file the file to point at
   */
  public void inconclusive(String limit, String checked, String file) {
    SourceSpan start = orStart(SourceSpan.NONE, file);
    add("inconclusive", "warning", checked + ": " + limit, start, Optional.empty());
  }

  private static SourceSpan orStart(SourceSpan span, String file) {
    return span.equals(SourceSpan.NONE) ? SourceSpan.at(file, 1, 1, 0) : span;
  }

  /** Adds what is wrong with an input. */
  public void diagnostic(Diagnostic diagnostic) {
    String hint = diagnostic.hint().isEmpty() ? "" : " Hint: " + diagnostic.hint();
    add(INVALID_INPUT, "error", diagnostic.message() + hint, diagnostic.span(), Optional.empty());
  }

  private void add(
      String kind, String level, String message, SourceSpan span, Optional<List<Flow>> flows) {
    String id =
        kind.startsWith("ltl ") ? "ltl" : kind.replaceAll("[\\W_]+", "-").toLowerCase(Locale.ROOT);
    if (!rules.contains(id)) {
      rules.add(id);
    }
    List<Location> locations =
        span.file().isEmpty() ? List.of() : List.of(location(span, Optional.empty()));
    results.add(new Result(id, rules.indexOf(id), level, new Message(message), locations, flows));
  }

  private static Location location(SourceSpan span, Optional<Message> message) {
    Region region = new Region(Math.max(1, span.line()), Math.max(1, span.column()));
    return new Location(new Physical(new Artifact(uri(span.file())), region), message);
  }

  private static String uri(String file) {
    try {
      return new URI(file.startsWith("/") ? "file" : null, null, file, null).toASCIIString();
    } catch (URISyntaxException e) {
      return file;
    }
  }

  private static Flow flow(Trace trace) {
    List<ThreadFlow> threads = new ArrayList<>();
    for (int thread = 0; thread < trace.threads().size(); thread++) {
      List<Moment> moments = new ArrayList<>();
      for (int i = 1; i < trace.steps().size(); i++) {
        TraceStep step = trace.steps().get(i);
        SourceSpan span = step.origin().span();
        if (step.thread() == thread && !span.equals(SourceSpan.NONE)) {
          moments.add(new Moment(i, location(span, Optional.of(new Message(step.effect())))));
        }
      }
      if (!moments.isEmpty()) {
        threads.add(new ThreadFlow(trace.threads().get(thread), moments));
      }
    }
    return new Flow(threads);
  }

  /** The document. */
  public JsonObject document(String version) {
    List<Rule> described =
        rules.stream().map(id -> new Rule(id, new Message(id.replace('-', ' ')))).toList();
    Tool tool = new Tool(new Driver("Fencepost", version, described));
    JsonObject document = new JsonObject();
    document.addProperty("$schema", SCHEMA);
    document.addProperty("version", "2.1.0");
    document.add("runs", Json.of(List.of(new Run(tool, "utf16CodeUnits", results))));
    return document;
  }
}
