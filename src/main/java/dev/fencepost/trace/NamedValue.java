// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

/** A register or memory location with its value, both as the user would write them. */
public record NamedValue(String name, String value) {}
