// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

/**
 * Names a cell of a table.
 *
 * @param value the value of what varies, where each has a cell of its own; else empty
 */
public record CellKey(String row, String model, String value) {}
