// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

/**
 * A {@code trace} or {@code notrace} assertion: an automaton over the sends and receives of the
 * channels that it names.
 *
 * @param automaton every transition is a send or a receive, but for its end
 * @param negated whether it says what must not happen ({@code notrace})
 */
public record EventTrace(ProcessType automaton, boolean negated) {}
