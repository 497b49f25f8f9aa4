// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.List;

/**
 * A checked file: its global variables and functions in the order of their declaration.
 *
 * @param pointers the functions that pointers may point at
 * @param takesResults whether a join takes what a thread returns
 * @param goesBack whether pointers are moved back by bytes, as {@code container_of} does it
 * @param largest the cells of the largest object of which a part is reached through a pointer
 */
record CheckedUnit(
    List<CVariable> globals,
    List<Function> functions,
    long largest,
    boolean takesResults,
    boolean goesBack,
    FunctionPointers pointers) {}
