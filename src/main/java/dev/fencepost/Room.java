// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A package of the product, with the packages that it imports. Every package but this one has it.
 * {@code ArchitectureTest} compares it with the class files, so that it is complete and true.
 */
@Target(ElementType.PACKAGE)
@Retention(RetentionPolicy.CLASS)
public @interface Room {
  /** The names of the imported rooms, without the prefix {@code dev.fencepost}. */
  String[] imports();
}
