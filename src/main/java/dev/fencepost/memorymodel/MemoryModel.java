// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

/**
 * The definition of a memory model, ready to run.
 *
 * @param title one line for people
 * @param speculation whether fetch goes on behind guesses (DESIGN section 2)
 */
public record MemoryModel(String name, String title, OrderTable order, boolean speculation) {}
