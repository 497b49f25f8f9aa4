// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

/**
 * A step that other threads can see, by the instruction that it belongs to.
 *
 * @param position in the code that the thread runs
 */
public record RunStep(int thread, int position) {}
