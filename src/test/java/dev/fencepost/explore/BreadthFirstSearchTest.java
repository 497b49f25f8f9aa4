// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

class BreadthFirstSearchTest extends BreadthFirstSearchContract {
  @Override
  SearchOptions options() {
    return SearchOptions.usual();
  }
}
