// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import picocli.CommandLine.IVersionProvider;

/** Which version this is. */
final class Version implements IVersionProvider {

  /** As the jar's manifest has it. */
  static String number() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** A hash of the jar, if there is one: builds of one version differ in it. */
  static String build() {
    try {
      Path jar = Path.of(Version.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(jar)) {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
        return number() + " " + HexFormat.of().formatHex(hash);
      }
    } catch (IOException | URISyntaxException | NoSuchAlgorithmException e) {
      // the number alone then
    }
    return number();
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "fencepost " + number(), "Java " + Runtime.version() + ", " + System.getProperty("os.name")
    };
  }
}
