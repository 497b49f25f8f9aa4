// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult;
import dev.fencepost.trace.Trace;
import java.util.List;
import java.util.Optional;

/**
 * Fences with which everything holds, none of which can be left out or weakened.
 *
 * @param fences in the order of the source
 * @param existing the fences of the source that these replace
 * @param patch the patched source, in which every check was repeated
 * @param bounded whether a check holds within a window bound only
 */
public record Answer(List<Needed> fences, List<Site> existing, Patch patch, boolean bounded) {
  public Answer {
    fences = List.copyOf(fences);
    existing = List.copyOf(existing);
  }

  /**
   * A fence of an answer.
   *
   * @param check what fails if it alone is left out
   * @param failure with the run that it forbids then; none if a limit ended the search for it
   */
  public record Needed(Choice choice, String check, Optional<CheckResult> failure) {

    public Optional<Trace> run() {
      return failure.flatMap(CheckResult::trace);
    }
  }

  public List<Choice> choices() {
    return fences.stream().map(Needed::choice).toList();
  }

  public long cost() {
    return choices().stream().mapToLong(Choice::cost).sum();
  }

  /** The fences of the answer at a site. */
  public List<Needed> at(Site site) {
    return fences.stream().filter(each -> each.choice().site().equals(site)).toList();
  }
}
