// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceText;
import java.util.Optional;

/** Reads litmus tests in herd's format. */
public final class LitmusFrontEnd {

  private LitmusFrontEnd() {}

  /** The architecture of a test, by its first word. */
  public static String architecture(String file, String text) throws InvalidInputException {
    return Sections.of(new SourceText(file, CommentBlanker.blank(text))).architecture();
  }

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
      return checked(new CTest(source, sections).build(), source, sections);
    }
    Optional<CpuDialect> dialect =
        CpuDialect.all().stream().filter(d -> d.name().equals(architecture)).findFirst();
    if (dialect.isEmpty()) {
      int start = source.text().indexOf(architecture);
      throw source.error(
          start,
          start + architecture.length(),
          "the architecture '" + architecture + "' is not supported",
          "X86, X86_64, PPC, RISCV, AArch64 and C are");
    }
    return checked(new AssemblyTest(source, sections, dialect.get()).build(), source, sections);
  }

  private static LitmusTest checked(LitmusTest test, SourceText source, Sections sections)
      throws InvalidInputException {
    for (String variable : test.question().addresses()) {
      if (!test.addresses().containsKey(variable)) {
        throw sections.wrongQuestion(source, "there is no variable '" + variable + "'");
      }
    }
    return test;
  }
}
