// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

/** How a command that has no format of its own writes. */
enum OutputFormat {
  TEXT,
  JSON
}
