// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.fences.AccessOrder;
import dev.fencepost.fences.Answer;
import dev.fencepost.fences.Answer.Needed;
import dev.fencepost.fences.Choice;
import dev.fencepost.fences.FencesListener.Progress;
import dev.fencepost.fences.FencesListener.Work;
import dev.fencepost.fences.FencesResult;
import dev.fencepost.fences.FencesResult.Ending;
import dev.fencepost.fences.InstructionNames;
import dev.fencepost.fences.Kind;
import dev.fencepost.fences.LeftAlone;
import dev.fencepost.fences.Site;
import dev.fencepost.report.TextTrace;
import dev.fencepost.source.Phrase;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes answers as text. */
final class FencesOutput {
  private final Terminal terminal;
  private final String file;
  private int answers;

  FencesOutput(Terminal terminal, String file) {
    this.terminal = terminal;
    this.file = file;
  }

  void progress(Progress progress) {
    terminal.progressLine(() -> line(file, progress));
  }

  /** How far a search for fences has got. */
  static String line(String title, Progress progress) {
    Work work = progress.work();
    return Phrase.of(
        "%s: %d answers, cost %,d to %s, %d checks, %d counterexamples, "
            + "%,d states, %,.0f states/s, %d%% of %,d MB",
        title,
        progress.answers(),
        progress.lower(),
        progress.upper() < 0 ? "?" : Phrase.of("%,d", progress.upper()),
        progress.checks(),
        progress.counterexamples(),
        work.states(),
        work.seconds() == 0 ? 0 : work.states() / work.seconds(),
        100 * work.bytes() / work.limit(),
        work.limit() >> 20);
  }

  void answer(Answer answer) {
    String bound = answer.bounded() ? ", within the window bound" : "";
    terminal.printf("answer %d, cost %,d%s:", ++answers, answer.cost(), bound);
    for (Site site : answer.existing()) {
      if (answer.at(site).isEmpty()) {
        terminal.println("  " + place(site) + ": " + nothingAt(site));
      }
    }
    for (Needed fence : answer.fences()) {
      choice(fence.choice().site().isFence() ? "needed: " : "", fence.choice());
      fence
          .run()
          .ifPresent(
              run ->
                  terminal.println(
                      "      without it, under " + fence.check() + ": " + failure(run)));
    }
    terminal.println("");
    terminal.print(answer.patch().diff());
    terminal.println("");
  }

  private String failure(Trace run) {
    SourceSpan span = run.failure().origin().span();
    String place = span.file().equals(file) ? "line " : span.file() + ":";
    return place + span.line() + ", " + run.failure().message();
  }

  private void choice(String word, Choice choice) {
    terminal.printf(
        "  %s%s, %s, cost %,d", word, what(choice), choice.site().pathWord(), choice.cost());
  }

  private String what(Choice choice) {
    Site site = choice.site();
    return site.present().order().isPresent() && choice.kind() instanceof AccessOrder order
        ? place(site) + ": " + change(site.present().order().get(), order)
        : choice.kind().text() + " " + place(site);
  }

  /** An order of the source, and another one. */
  static String change(AccessOrder present, AccessOrder order) {
    if (present.equals(order)) {
      return order.words() + " is needed";
    }
    String verb = present.covers(order) ? " can be " : " must be ";
    return present.words() + verb + order.words();
  }

  /** What it means that a site needs nothing. */
  static String nothingAt(Site site) {
    return site.present()
        .order()
        .map(order -> order.isWeakest() ? "relaxed is enough" : order.words() + " can be relaxed")
        .orElse("not needed");
  }

  private String place(Site site) {
    return (site.span().file().equals(file) ? "" : site.span().file() + ", ") + site.where();
  }

  /** What one model needs by itself. */
  record Alone(String model, InstructionNames names, FencesResult result) {}

  /** What each model needs by itself, in the words of its processor. */
  void eachModel(FencesResult together, List<Alone> alone) {
    List<Site> sites =
        together.answers().isEmpty() ? List.of() : together.answers().getFirst().existing();
    if (alone.isEmpty() || sites.isEmpty()) {
      return;
    }
    for (Site site : sites) {
      terminal.println(
          alone.stream()
              .map(each -> alone(each, site))
              .collect(Collectors.joining("; ", "  " + place(site) + ": ", "")));
    }
    terminal.println("");
  }

  private static String alone(Alone alone, Site site) {
    if (alone.result.answers().isEmpty()) {
      return "not known on " + alone.model;
    }
    List<Kind> kinds =
        alone.result.answers().getFirst().at(site).stream()
            .map(Needed::choice)
            .map(Choice::kind)
            .toList();
    Optional<AccessOrder> order = site.present().order();
    if (kinds.isEmpty() && order.isEmpty()) {
      return "not needed on " + alone.model;
    }
    String present = alone.names.present(site);
    String needed =
        kinds.isEmpty()
            ? alone.names.of(order.orElseThrow().weakest())
            : kinds.stream().map(alone.names::of).collect(Collectors.joining(" "));
    boolean less =
        order.isEmpty() || kinds.stream().allMatch(kind -> order.orElseThrow().covers(kind));
    String change =
        needed.equals(present) ? " is needed" : (less ? " can be " : " must be ") + needed;
    return present + change + " on " + alone.model;
  }

  void end(FencesResult result) {
    if (result.ending() instanceof Ending.Stopped stopped) {
      stopped(result, stopped);
    } else {
      terminal.println(ending(result) + (result.failure().isPresent() ? ":" : ""));
    }
    result.failure().ifPresent(this::run);
    if (result.ending() instanceof Ending.NoFenceHelps) {
      terminal.println(
          "No fence is put inside a statement, into what a macro makes, into the library's"
              + " headers, nor where the source says fencepost_keep.");
    }
    result.considered().leftAlone().forEach(this::leftAlone);
    terminal.printf(
        "%d checks, %d counterexample%s, %.1f s",
        result.checks(),
        result.counterexamples(),
        result.counterexamples() == 1 ? "" : "s",
        result.seconds());
  }

  private void leftAlone(LeftAlone fence) {
    SourceSpan span = fence.origin().span();
    String place = span.file().equals(file) ? "line " : span.file() + ", line ";
    terminal.println(
        "left alone: " + place + span.line() + " (" + fence.origin().text() + "): " + fence.why());
  }

  private void run(CheckResult failure) {
    terminal.println("");
    if (failure.verdict() instanceof Verdict.Violated violated) {
      terminal.print(TextTrace.of(violated, file, terminal.layout(true)));
    }
  }

  /** How a search ended, in a sentence. */
  static String ending(FencesResult result) {
    return switch (result.ending()) {
      case Ending.Complete complete -> proved(result);
      case Ending.NothingToAdd nothing -> "nothing to add; --weaken looks for what is not needed";
      case Ending.FailsUnderSc sc ->
          "no fence helps: " + sc.failure().task().title() + " fails, where nothing is reordered";
      case Ending.FailsAsItIs fails ->
          "nothing to weaken: it fails as it is, under "
              + fails.check()
              + "; without --weaken this command finds what to add";
      case Ending.NoFenceHelps none ->
          "nothing at any place forbids this run, under " + none.check();
      case Ending.Stopped stopped -> "not finished: " + stopped.why();
    };
  }

  private static String proved(FencesResult result) {
    return result.answers().size() == 1
        ? "Nothing cheaper makes it hold, and nothing of this can be left out or weakened. The"
            + " patched source was checked."
        : "These are all minimal answers: of none can something be left out or weakened. Each"
            + " patched source was checked.";
  }

  private void stopped(FencesResult result, Ending.Stopped stopped) {
    terminal.println(ending(result));
    terminal.printf("Proved so far: nothing that costs less than %,d holds.", result.lower());
    if (!stopped.known().isEmpty()) {
      long cost = stopped.known().stream().mapToLong(Choice::cost).sum();
      terminal.printf("This makes it hold at a cost of %,d; it may be more than it takes:", cost);
      stopped.known().forEach(choice -> choice("", choice));
    }
  }

  static ExitStatus status(FencesResult result) {
    return switch (result.ending()) {
      case Ending.Complete complete ->
          result.answers().stream().anyMatch(Answer::bounded)
              ? ExitStatus.INCONCLUSIVE
              : ExitStatus.HOLDS;
      case Ending.NothingToAdd nothing -> ExitStatus.HOLDS;
      case Ending.FailsUnderSc sc -> ExitStatus.VIOLATED;
      case Ending.NoFenceHelps none -> ExitStatus.VIOLATED;
      case Ending.FailsAsItIs fails -> ExitStatus.VIOLATED;
      case Ending.Stopped stopped -> ExitStatus.INCONCLUSIVE;
    };
  }
}
