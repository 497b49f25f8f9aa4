// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.property.CheckedProgram;

/** An architecture or language that programs of cycles can be written in. */
interface CycleDialect {
  /** The program of a cycle. Its cells and the registers of its reads are what ends are made of. */
  CheckedProgram program(Cycle cycle);
}
