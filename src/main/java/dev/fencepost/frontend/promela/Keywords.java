// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import java.util.Set;

/** The words that have a meaning of their own. */
final class Keywords {
  static final Set<String> TYPES =
      Set.of("bit", "bool", "byte", "pid", "short", "int", "unsigned", "chan", "mtype");

  private static final Set<String> OTHERS =
      Set.of(
          """
          active assert atomic break d_step d_proctype do else empty enabled eval false fi for full
          get_priority goto hidden if init inline len local ltl nempty never nfull notrace np_ od of
          pc_value printf printm priority proctype provided return run select set_priority show skip
          timeout trace true typedef unless xr xs\
          """
              .split("\\s", -1));

  /** What the language has and this front end refuses, by name. */
  static final Set<String> REFUSED =
      Set.of("c_code", "c_decl", "c_expr", "c_state", "c_track", "D_proctype");

  private Keywords() {}

  static boolean isReserved(String word) {
    return TYPES.contains(word) || OTHERS.contains(word) || REFUSED.contains(word);
  }
}
