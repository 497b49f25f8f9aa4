// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

/** Which of the known states is expanded next. */
public enum SearchOrder {
  /** The one known longest: finds shortest runs. */
  BREADTH_FIRST,
  /** The one known last: tends to find violations sooner. */
  DEPTH_FIRST
}
