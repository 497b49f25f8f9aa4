// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import picocli.CommandLine.Option;

/** The format of a command that writes text or JSON. */
final class FormatOption {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text or json (text); docs/result-json.md has the schema of json.")
  private Format format = Format.TEXT;

  private enum Format {
    TEXT,
    JSON
  }

  boolean isJson() {
    return format == Format.JSON;
  }
}
