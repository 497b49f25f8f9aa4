// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import java.util.List;

/** How the results of {@code check} are written. */
@FunctionalInterface
interface CheckOutput {

  /** The next result; a format may write all of them at the end. */
  default void result(CheckResult result) {}

  /** All results, when the last check is done. */
  void end(List<CheckResult> results);
}
