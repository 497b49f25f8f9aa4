// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import dev.fencepost.budget.Budget;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was meant. */
public final class NearName {

  private NearName() {}

  /** The known name with the fewest changes to this one, if they are few; the first of several. */
  public static Optional<String> of(String name, Collection<String> known) {
    int most = name.length() < 3 ? 0 : Math.max(1, name.length() / 4);
    String nearest = null;
    for (String candidate : known) {
      Budget.ask();
      int changes =
          Math.abs(candidate.length() - name.length()) > most
              ? most + 1
              : changes(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (changes <= most && !candidate.equals(name)) {
        nearest = candidate;
        most = changes - 1;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** How many letters are to be inserted, dropped, replaced, or exchanged with their neighbours. */
  public static int changes(String from, String to) {
    int[][] least = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          least[i][j] = i + j;
          continue;
        }
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int replaced = least[i - 1][j - 1] + (same ? 0 : 1);
        least[i][j] = Math.min(replaced, 1 + Math.min(least[i - 1][j], least[i][j - 1]));
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          least[i][j] = Math.min(least[i][j], least[i - 2][j - 2] + 1);
        }
      }
    }
    return least[from.length()][to.length()];
  }
}
