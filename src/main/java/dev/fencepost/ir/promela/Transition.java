// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import dev.fencepost.source.Origin;

/**
 * A step of a process from one control point to another.
 *
 * @param target the control point after it; 0 after the end
 * @param atomic whether the process goes on alone after it
 * @param escape 0, or for the first statement of an escape sequence what it belongs to: after one
 *     of them was taken only those of the same escape are tried
 */
public record Transition(
    Statement statement, int target, boolean atomic, int escape, Origin origin) {}
