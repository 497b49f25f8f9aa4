// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Litmus tests in: herd's {@code .litmus} files for X86, X86_64, PPC, RISCV, AArch64 and C, to
 * {@code ir.Program}, the final states that they observe and the condition on these.
 *
 * <p>Imports {@code source}, {@code ir}, {@code property}, and {@code frontend.c} for C bodies.
 */
package dev.fencepost.frontend.litmus;
