// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Litmus tests in: herd's {@code .litmus} files for X86, X86_64, PPC, RISCV, AArch64 and C, to
 * {@code ir.Program}, the final states that they observe and the condition on these.
 */
@NullMarked
@Room(
    imports = {
      "budget",
      "source",
      "source.preprocess",
      "ir",
      "ir.footprint",
      "property",
      "frontend.c"
    })
package dev.fencepost.frontend.litmus;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
