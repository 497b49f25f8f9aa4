// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.report.TextTrace;
import dev.fencepost.report.TextTrace.Layout;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import dev.fencepost.verdict.Warning;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What came of a check.
 *
 * @param warnings why a verdict <em>holds</em> may say less than it seems to
 * @param inputs the texts that were read, with their hashes; the source file first
 */
public record CheckResult(
    CheckTask task,
    Verdict verdict,
    Statistics statistics,
    List<Warning> warnings,
    List<InputText> inputs) {

  public CheckResult {
    warnings = List.copyOf(warnings);
    inputs = List.copyOf(inputs);
  }

  /** A text that was read, with its SHA-256 (hexadecimal). */
  public record InputText(String name, String sha256, String text) {

    /** The text of this name. */
    public static InputText of(String name, String text) {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
        return new InputText(name, HexFormat.of().formatHex(hash), text);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }
  }

  /** This result with more warnings. */
  public CheckResult withWarnings(List<Warning> more) {
    List<Warning> all = new ArrayList<>(more);
    all.addAll(warnings);
    return new CheckResult(task, verdict, statistics, all, inputs);
  }

  /** Whether no run violates a property; also within a window bound that was hit. */
  public boolean holds() {
    return verdict instanceof Verdict.Holds;
  }

  /** Whether it holds within a window bound that was hit, and that nobody had asked for. */
  public boolean isBounded() {
    return verdict.window().isPresent() && task.bounds().window().isEmpty();
  }

  public boolean violated() {
    return verdict instanceof Verdict.Violated;
  }

  public Optional<Trace> trace() {
    return verdict instanceof Verdict.Violated v ? Optional.of(v.trace()) : Optional.empty();
  }

  /** The run of a violation, in whole lines; else empty. */
  public String runText(Layout layout) {
    return verdict instanceof Verdict.Violated violated
        ? TextTrace.of(violated, task.file(), layout, task.frontEnd().hasMemoryModels())
        : "";
  }

  private String text() {
    String head = task.file() + (task.ltl().isPresent() ? ", " : " under ") + task.title() + ": ";
    return head
        + switch (verdict) {
          case Verdict.Holds holds -> holds.detailed();
          case Verdict.Inconclusive inconclusive -> "inconclusive, " + inconclusive.limit();
          case Verdict.Violated violated -> "violated\n" + runText(Layout.FILE);
        };
  }

  /**
   * For tests: fails unless the check holds.
   *
   * @throws AssertionError with the run that violates a property, or the limit that was hit
   */
  public CheckResult assertHolds() {
    if (!holds()) {
      throw new AssertionError(text());
    }
    return this;
  }

  /**
   * For tests: fails unless a property is violated.
   *
   * @throws AssertionError that says what was found in its place
   */
  public CheckResult assertViolated() {
    if (!violated()) {
      throw new AssertionError(text());
    }
    return this;
  }

  /**
   * For tests: fails unless some run passes {@code reachable(label)}.
   *
   * @throws AssertionError that lists the labels that were passed
   */
  public CheckResult assertReached(String label) {
    if (!statistics.reached().contains(label)) {
      throw new AssertionError(
          "no run reaches \"" + label + "\"; reached are " + statistics.reached());
    }
    return this;
  }
}
