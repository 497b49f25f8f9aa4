// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import java.util.List;
import java.util.stream.Stream;

/** The models that the reference machine knows: those of the table of docs/machine.md. */
final class ReferenceModels {
  private static final List<MemoryModel> ALL =
      Stream.of("sc", "tso", "pso-full", "pso-no", "rmo-full", "rmo-no", "rmo-v9")
          .map(ReferenceModels::named)
          .toList();

  private ReferenceModels() {}

  static List<MemoryModel> all() {
    return ALL;
  }

  static MemoryModel named(String name) {
    return BuiltInModels.named(name).orElseThrow();
  }
}
