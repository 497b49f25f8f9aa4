// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/**
 * What the methods of a generated class have in common.
 *
 * @param program where things lie in a state
 * @param file the class
 */
record CodeContext(PromelaProgram program, GeneratedClass file, CodeSizes sizes) {}
