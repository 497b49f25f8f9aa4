// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A place that jumps go to, a label or a case: the local variables that have been declared before
 * it in the blocks around it. A jump into a block passes their declarations, and they begin with
 * the block.
 */
record Landing(Map<CScope, List<CVariable>> declared) {

  static Landing at(CScope scope) {
    Map<CScope, List<CVariable>> declared = new LinkedHashMap<>();
    for (CScope each = scope; !each.isFile(); each = each.outer()) {
      declared.put(each, each.land());
    }
    return new Landing(declared);
  }

  /** The variables of the blocks that a jump from another block comes into. */
  List<CVariable> enteredFrom(CScope from) {
    Map<CScope, List<CVariable>> entered = new LinkedHashMap<>(declared);
    for (CScope each = from; !each.isFile(); each = each.outer()) {
      entered.remove(each);
    }
    List<CVariable> variables = new ArrayList<>();
    entered.values().forEach(variables::addAll);
    return variables;
  }
}
