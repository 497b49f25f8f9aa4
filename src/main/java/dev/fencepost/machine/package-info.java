// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Program and memory model joined to a transition system: the relaxed machine, which also tells
 * each of its steps to a person.
 *
 * <p>Imports {@code source}, {@code collect}, {@code ir}, {@code property}, {@code memorymodel},
 * {@code transition} and {@code trace}.
 */
package dev.fencepost.machine;
