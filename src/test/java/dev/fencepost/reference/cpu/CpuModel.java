// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Predicate;

/** A memory model as axioms on candidate executions. */
public interface CpuModel {

  /** How its architecture sees instructions. */
  Dependencies dependencies();

  /**
   * The axioms on one candidate. What does not depend on communication is computed here, once; the
   * predicate says whether the model allows a communication.
   */
  Predicate<Communication> on(Skeleton x);

  /** The models by their names. */
  static SequencedMap<String, CpuModel> all() {
    SequencedMap<String, CpuModel> models = new LinkedHashMap<>();
    models.put("x86", new X86Model());
    models.put("armv8", new ArmModel());
    models.put("riscv", new RiscVModel());
    models.put("power", new PowerModel());
    return models;
  }
}
