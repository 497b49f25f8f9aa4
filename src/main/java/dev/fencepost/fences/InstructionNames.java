// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.Inputs;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.memorymodel.Mapping;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Optional;

/** What a processor calls fences and accesses, by the {@code map} lines of its model. */
public record InstructionNames(List<Mapping> mappings) {

  /** The names under a memory model. */
  public static InstructionNames of(String model) throws InvalidInputException {
    return new InstructionNames(new Inputs().model(model).model().definition().mappings());
  }

  /** Whether the model names instructions. */
  public boolean isEmpty() {
    return mappings.isEmpty();
  }

  /** A fence or an order in the processor's words and, where it has none, in those of C. */
  public String of(Kind kind) {
    return switch (kind) {
      case FenceKind fence -> ofFence(fence.pairs()).orElse(fence.text());
      case AccessOrder order ->
          name(order.use().mapped(), order.word())
              .map(name -> order.words() + " (" + name + ")")
              .orElse(order.words());
    };
  }

  /** What stands at a site of the source. */
  public String present(Site site) {
    return site.present()
        .order()
        .map(this::of)
        .or(() -> ofFence(site.present().pairs()))
        .orElse(site.statement().replaceFirst(";$", ""));
  }

  private Optional<String> ofFence(int pairs) {
    return FencePairs.word(pairs).flatMap(word -> name(Mapping.Kind.FENCE, word));
  }

  private Optional<String> name(Mapping.Kind kind, String word) {
    return mappings.stream()
        .filter(mapping -> mapping.kind() == kind && mapping.order().equals(word))
        .map(Mapping::names)
        .findFirst();
  }
}
