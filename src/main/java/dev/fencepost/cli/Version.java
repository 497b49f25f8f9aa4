// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import picocli.CommandLine.IVersionProvider;

/** Which version this is. */
final class Version implements IVersionProvider {

  /** As the jar's manifest has it. */
  static String number() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "fencepost " + number(), "Java " + Runtime.version() + ", " + System.getProperty("os.name")
    };
  }
}
