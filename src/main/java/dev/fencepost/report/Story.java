// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A run in a few sentences.
 *
 * @param sentences what happened, in the order of the story
 * @param criticalStep the step in which an access overtook another, if that is what went wrong
 * @param fences where a fence would have forbidden this run
 * @param keySteps the steps that the sentences need; the others can be folded
 */
record Story(
    List<Sentence> sentences,
    Optional<Integer> criticalStep,
    List<FencePlace> fences,
    SortedSet<Integer> keySteps) {

  /**
   * A sentence about a step.
   *
   * @param step the step at which it can be seen
   */
  record Sentence(String text, int step) {}

  /**
   * Between two accesses of a thread.
   *
   * @param earlier the number of the access that the fence must stand behind
   * @param later the number of the access that it must stand before
   * @param text where, and which kind is enough
   */
  record FencePlace(int earlier, int later, String text) {}
}
