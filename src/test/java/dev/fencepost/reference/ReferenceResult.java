// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/**
 * What the reference machine found out about a program under a memory model.
 *
 * @param finals the memory, all cells in order, of every state in which all threads have ended
 * @param violations messages of failed assertions, kinds of run-time errors, names of properties
 * @param marks the labels of the marks that were passed
 * @param complete whether no limit on states and no window bound cut the search
 */
public record ReferenceResult(
    Set<List<Long>> finals,
    SortedSet<String> violations,
    SortedSet<String> marks,
    boolean complete,
    int states) {}
