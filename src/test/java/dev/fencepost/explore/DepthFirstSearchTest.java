// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

class DepthFirstSearchTest extends SearchContract {
  @Override
  SearchOptions options() {
    return SearchOptions.usual().withOrder(SearchOrder.DEPTH_FIRST);
  }
}
