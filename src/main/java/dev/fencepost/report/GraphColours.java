// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import java.util.Map;

/** The colours of kinds of edges. */
final class GraphColours {
  static final Map<String, String> BY_KIND =
      Map.of("po", "#666a70", "rf", "#187a55", "co", "#b4540a", "fr", "#2563ab");

  private GraphColours() {}

  static String of(String kind) {
    return BY_KIND.getOrDefault(kind, "#444444");
  }
}
