// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

/** A piece of a text, from {@code start} up to but not including {@code end}. */
public record TextRange(int start, int end) {}
