// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

/** What every search must do, in an order by chance. */
class SeededDepthFirstSearchTest extends SearchContract {
  @Override
  protected SearchOptions options() {
    return new SearchOptions(SearchOrder.DEPTH_FIRST, 1, Long.MAX_VALUE, false, 7, false);
  }
}
