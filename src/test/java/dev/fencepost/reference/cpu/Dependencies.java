// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

/**
 * How an architecture sees its instructions.
 *
 * @param atomicIsOneEvent a read-modify-write is one event, not a read and a write
 * @param throughMemory a read depends on what the last write of its thread to its cell depends on
 * @param resultNeedsWrite the result of a store-exclusive depends on its write
 * @param failedSwapMayWrite a failed compare-and-swap may write what it has read
 */
public record Dependencies(
    boolean atomicIsOneEvent,
    boolean throughMemory,
    boolean resultNeedsWrite,
    boolean failedSwapMayWrite) {}
