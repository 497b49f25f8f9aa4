// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The models of CPUs as axioms: candidate executions of a litmus test, and relations on them that
 * can be read beside the vendors' cat files. Knows no machine.
 */
package dev.fencepost.reference.cpu;
