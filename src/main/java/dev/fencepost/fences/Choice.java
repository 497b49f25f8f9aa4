// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

/**
 * A kind at a site: what an assignment has or has not.
 *
 * @param cost with the weight of its path
 */
public record Choice(Site site, Kind kind, long cost) {

  @Override
  public String toString() {
    return kind.text() + " " + site.where();
  }
}
