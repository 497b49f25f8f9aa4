// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A model file as it was written.
 *
 * @param name with {@code {parameter}} where a parameter's value belongs
 * @param named the statement that names the model, or the start of a file without one
 */
record ModelFile(String file, String name, String title, SourceSpan named, List<Item> items) {
  ModelFile {
    items = List.copyOf(items);
  }

  /** One line or block of a file. */
  sealed interface Item {
    /** The file named, with its parameters set. */
    record Include(String name, List<Setting> settings, SourceSpan span) implements Item {}

    record Parameter(String name, List<String> values, SourceSpan span) implements Item {

      public Parameter {
        values = List.copyOf(values);
      }

      /** What stands for its value in the model's name. */
      String place() {
        return "{" + name + "}";
      }
    }

    /** A change of the machine's traits. */
    record Trait(UnaryOperator<Traits> change) implements Item {}

    /** Attributes that programs may use, on fences ({@code fence kind}) or on accesses. */
    record Declares(boolean fences, List<String> names) implements Item {}

    record Several(List<Item> items) implements Item {}

    /** Items that count only where a parameter has this value. */
    record When(Setting setting, List<Item> items) implements Item {}

    /** What a compiler makes of a C11 access or fence. */
    record Maps(Mapping mapping) implements Item {}

    /** What the processor calls the operations of read-modify-writes. */
    record Operations(Map<String, String> names) implements Item {}

    /** What a fence or an order costs, in units of the model's own. */
    record Costs(String what, int cost) implements Item {}

    record Lawful(Law law) implements Item {}
  }

  /** A parameter's value, and where it is said. */
  record Setting(String parameter, String value, SourceSpan span) {}
}
