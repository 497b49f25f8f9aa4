// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelLoader;
import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes memory models of a few laws of program order, with fences of their own; seeded. */
final class RandomModels {
  private static final List<String> KINDS =
      List.of("read", "write", "access", "load", "store", "rmw", "load[acquire]", "store[release]");
  private static final List<String> FENCES =
      List.of("fence", "fence[RR]", "fence[WR]", "fence[WW]", "fence[!RW]");

  private final Random random;

  RandomModels(long seed) {
    random = new Random(seed);
  }

  /**
   * A model.
   *
   * @param usual its fences and orders are those of the reference machine, and its laws of kinds
   *     alone
   */
  String next(boolean usual) {
    boolean atomic = usual || random.nextInt(3) > 0;
    StringBuilder text = new StringBuilder("model random \"\"\n");
    if (usual || random.nextInt(4) > 0) {
      text.append(atomic ? "include uniprocessor\n" : "include uniprocessor-nmca\n");
    }
    if (usual) {
      text.append("include fences\ninclude c11\n");
    }
    text.append(atomic ? "multi-copy atomic\n" : "non-multi-copy atomic\n");
    int laws = 1 + random.nextInt(4);
    for (int i = 0; i < laws; i++) {
      text.append("law \"").append(i).append("\": ").append(law(usual, atomic)).append('\n');
    }
    return text.toString();
  }

  private String law(boolean usual, boolean atomic) {
    boolean fence = !usual && random.nextBoolean();
    boolean targets = !atomic && !fence && random.nextBoolean();
    List<String> kinds = usual ? KINDS.subList(0, 3) : KINDS;
    String between = fence ? ", f: " + pick(FENCES) : "";
    String order = fence ? "a before f before b" : "a before b";
    String cells = random.nextInt(3) == 0 ? ", cell(a) = cell(b)" : "";
    return targets
        ? "a, b: write, p: thread, a before b" + cells + " => reflect(a, p) < reflect(b, p)"
        : "a: "
            + pick(kinds)
            + between
            + ", b: "
            + pick(kinds)
            + ", "
            + order
            + cells
            + " => done(a) < perform(b)";
  }

  private String pick(List<String> words) {
    return words.get(random.nextInt(words.size()));
  }

  static MemoryModel compile(String text) throws InvalidInputException {
    ModelText file = new ModelText("random.mcm", text);
    return MemoryModel.compile(
        ModelLoader.load(file, Map.of(), (name, from) -> BuiltInModels.find(name)));
  }
}
