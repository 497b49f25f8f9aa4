// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceText;
import java.util.Optional;

/** Reads litmus tests in herd's format. */
public final class LitmusFrontEnd {

  private LitmusFrontEnd() {}

  /**
   * Reads a test.
   *
   * @param file its name, for messages
   * @throws InvalidInputException if it is malformed or uses what is not supported
   */
  public static LitmusTest parse(String file, String text) throws InvalidInputException {
    SourceText source = new SourceText(file, CommentBlanker.blank(text));
    Sections sections = Sections.of(source);
    String architecture = sections.architecture();
    if (architecture.equals("C")) {
      return new CTest(source, sections).build();
    }
    Optional<Dialect> dialect =
        Dialect.all().stream().filter(d -> d.name().equals(architecture)).findFirst();
    if (dialect.isEmpty()) {
      int start = source.text().indexOf(architecture);
      throw source.error(
          start,
          start + architecture.length(),
          "the architecture '" + architecture + "' is not supported",
          "X86, X86_64, PPC, RISCV, AArch64 and C are");
    }
    return new AssemblyTest(source, sections, dialect.get()).build();
  }
}
