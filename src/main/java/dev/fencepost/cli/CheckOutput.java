// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import java.util.List;

/** How the results of {@code check} are written. */
interface CheckOutput {

  /** The next result. */
  void result(CheckResult result);

  /** That was all. */
  void end(List<CheckResult> results);
}
