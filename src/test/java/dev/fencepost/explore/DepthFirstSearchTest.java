// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

class DepthFirstSearchTest extends SearchContract {
  @Override
  SearchOptions options() {
    return new SearchOptions(SearchOrder.DEPTH_FIRST, 1, Long.MAX_VALUE, false, 0, false);
  }
}
