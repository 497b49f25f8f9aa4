// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.util.ArrayList;
import java.util.List;

/**
 * Sorted states as pages.
 *
 * @param firsts the first state of each page
 * @param count how many states there are
 */
record EncodedPages(List<byte[]> pages, Keys firsts, long count) {

  static EncodedPages of(Keys sorted, PageBuffer buffer) {
    List<byte[]> pages = new ArrayList<>();
    Keys firsts = sorted.another();
    int at = 0;
    while (at < sorted.size()) {
      firsts.add(sorted, at, at + 1);
      buffer.clear();
      at = sorted.write(at, buffer);
      pages.add(buffer.toArray());
    }
    return new EncodedPages(pages, firsts, sorted.size());
  }
}
