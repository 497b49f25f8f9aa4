// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import java.util.List;

/**
 * Which cells of memory are objects, and how their values are references.
 *
 * @param roots the cells outside of objects that hold references
 * @param targets which value of a reference stands for which object
 */
public record HeapView(List<HeapObject> objects, List<String> roots, List<Target> targets) {
  public HeapView {
    objects = List.copyOf(objects);
    roots = List.copyOf(roots);
    targets = List.copyOf(targets);
  }

  /**
   * An object or a copy of one.
   *
   * @param space {@code from}, {@code to}, or empty where the model does not say
   */
  public record HeapObject(String name, String space, List<Field> fields) {
    public HeapObject {
      fields = List.copyOf(fields);
    }
  }

  /**
   * A field of an object.
   *
   * @param cell its name in memory
   * @param label its name within the object
   */
  public record Field(String cell, String label, Role role) {}

  /** What a field holds. */
  public enum Role {
    /** The forwarding word. */
    FORWARD,
    REFERENCE,
    DATA
  }

  /**
   * A value of a reference, and the object that it stands for.
   *
   * @param value a value as it is shown: {@code TO}, {@code &heap[1].forward}
   * @param object an index into {@link #objects}
   */
  public record Target(String value, int object) {}
}
