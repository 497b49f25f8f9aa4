// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import java.util.List;
import java.util.Map;

/**
 * A model with its includes and parameters resolved.
 *
 * @param fenceKinds the names that a program may give a fence, beyond the built-in ones
 * @param mappings what a compiler makes of C11 atomics; what is not mapped stays as it is
 * @param operations what the processor calls the operations of read-modify-writes: {@code add} is
 *     {@code ldadd}
 * @param attributes the attributes that a program may give an access, beyond the C11 orders
 * @param costs what a fence or an order costs: {@code fence[acquire]}, {@code load[seq_cst]}, or
 *     the name of a kind of fence
 */
public record ModelDefinition(
    String name,
    String title,
    Traits traits,
    List<String> fenceKinds,
    List<String> attributes,
    List<Mapping> mappings,
    Map<String, String> operations,
    Map<String, Integer> costs,
    List<Law> laws) {

  /** Attributes that accesses have by their C11 order. */
  public static final List<String> ORDERS = List.of("acquire", "release", "seq_cst");

  /** Attributes that fences have by the pairs of accesses that they order. */
  public static final List<String> PAIRS = List.of("RR", "RW", "WR", "WW");

  public ModelDefinition {
    fenceKinds = List.copyOf(fenceKinds);
    attributes = List.copyOf(attributes);
    mappings = List.copyOf(mappings);
    operations = Map.copyOf(operations);
    costs = Map.copyOf(costs);
    laws = List.copyOf(laws);
  }

  /** The model with other laws. */
  public ModelDefinition withLaws(List<Law> others) {
    return new ModelDefinition(
        name, title, traits, fenceKinds, attributes, mappings, operations, costs, others);
  }
}
