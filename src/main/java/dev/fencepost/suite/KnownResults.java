// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Results of an earlier run. One counts only while all that decided it is unchanged: the tool, the
 * task and every text. Called by several threads.
 */
@FunctionalInterface
public interface KnownResults<T> {

  /**
   * The result of a task that read these texts.
   *
   * @param texts also whatever else decides the result
   */
  Optional<T> of(CheckTask task, Supplier<List<InputText>> texts);

  /** Keeps a result, if it is one that would come out again; may keep nothing. */
  default void add(CheckTask task, Supplier<List<InputText>> texts, T result) {}

  /** Knows and keeps nothing. */
  static <T> KnownResults<T> none() {
    return (task, texts) -> Optional.empty();
  }
}
