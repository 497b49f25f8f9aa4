// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;

/** An operand of an x86 instruction. */
sealed interface X86Operand {

  record Register(String name) implements X86Operand {}

  record Immediate(long value) implements X86Operand {}

  record Memory(Expr address) implements X86Operand {}
}
