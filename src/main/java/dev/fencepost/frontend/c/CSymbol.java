// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

/** What a name stands for. */
sealed interface CSymbol {

  record OfVariable(CVariable variable) implements CSymbol {}

  record OfFunction(Function function) implements CSymbol {}

  /**
   * A constant of an enum.
   *
   * @param tag of the enum, or empty
   */
  record OfConstant(long value, String tag) implements CSymbol {}

  record OfType(Type type) implements CSymbol {}

  /** Its declaration was complained about. */
  record Unknown() implements CSymbol {}
}
