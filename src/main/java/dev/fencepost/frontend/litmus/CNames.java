// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.InvalidInputException;
import java.util.Optional;

/** The registers of a C test are its local variables. */
final class CNames implements CpuDialect {

  @Override
  public String name() {
    return "C";
  }

  @Override
  public Optional<String> register(String name) {
    return name.matches("[A-Za-z_]\\w*") ? Optional.of(name) : Optional.empty();
  }

  /** They are shown in the order of their names. */
  @Override
  public int rank(String register) {
    return 0;
  }

  @Override
  public void translate(AssemblyLine line, ThreadAssembler out) throws InvalidInputException {
    throw line.unsupported();
  }
}
