// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import dev.fencepost.source.SourceSpan;

/**
 * A thread that never ends, in a state from which no step leads on.
 *
 * @param place of the instruction that it waits at
 * @param runs whether it runs for ever by itself; else it waits
 */
public record WaitingThread(String thread, SourceSpan place, boolean runs) {}
