// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

/**
 * Where a check is searched by several machines.
 *
 * @param files of the check, in a store that the machines share
 */
public record ClusterSite(RunFiles files, Machines machines) {}
