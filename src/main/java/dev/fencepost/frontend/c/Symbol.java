// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

/** What a name stands for. */
sealed interface Symbol {

  record OfVariable(Variable variable) implements Symbol {}

  record OfFunction(Function function) implements Symbol {}

  record OfConstant(long value) implements Symbol {}

  record OfType(Type type) implements Symbol {}

  /** Its declaration was complained about. */
  record Unknown() implements Symbol {}
}
