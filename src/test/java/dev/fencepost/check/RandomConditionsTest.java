// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A random condition has one value: as a property, which is an expression, and as an assertion of a
 * thread, which branches. Both leave out the operands that C does not evaluate.
 */
class RandomConditionsTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int CONDITIONS = Boolean.getBoolean("fencepost.full") ? 20_000 : 600;

  private final SplittableRandom random = new SplittableRandom(SEED);

  private static boolean holds(String declarations, String property, String end)
      throws InvalidInputException {
    String text =
        "#include <fencepost.h>\n#include <assert.h>\n"
            + declarations
            + property
            + "int main(void) { x = x + 0; "
            + end
            + " return 0; }\n";
    Verdict verdict = Fencepost.checkText("test.c", text).model("sc").threads(1).run().verdict();
    assertThat(verdict).isNotInstanceOf(Verdict.Inconclusive.class);
    return verdict instanceof Verdict.Holds;
  }

  @Test
  void areMetWhereTheAssertionIs() throws InvalidInputException {
    int held = 0;
    for (int i = 0; i < CONDITIONS; i++) {
      String declarations = declarations();
      String condition = value(4);
      boolean asserted = holds(declarations, "", "assert(" + condition + ");");
      boolean property = holds(declarations, "FENCEPOST_FINAL(met, " + condition + ")\n", "");
      assertThat(property).as(declarations + condition).isEqualTo(asserted);
      held += asserted ? 1 : 0;
    }
    assertThat(held).isBetween(CONDITIONS / 10, CONDITIONS * 9 / 10);
  }

  private String declarations() {
    return "struct node { int f; int g[2]; struct node *next; };\nstruct node n[2] = {"
        + node()
        + ", "
        + node()
        + "};\nstruct node *root = "
        + pointer()
        + ";\nint x = %d, a[3] = {%d, %d, %d};\n"
            .formatted(small(), small(), small(), random.nextInt(5));
  }

  private String node() {
    return "{%d, {%d, %d}, %s}".formatted(small(), small(), small(), pointer());
  }

  private String pointer() {
    return random.nextInt(3) == 0 ? "0" : "&n[" + random.nextInt(2) + "]";
  }

  private int small() {
    return random.nextInt(3);
  }

  private String value(int depth) {
    if (depth == 0) {
      return random.nextBoolean() ? "x" : Integer.toString(small());
    }
    return switch (random.nextInt(11)) {
      case 0 -> "(" + value(depth - 1) + " && " + value(depth - 1) + ")";
      case 1 -> "(" + value(depth - 1) + " || " + value(depth - 1) + ")";
      case 2 -> "(" + value(depth - 1) + " ? " + value(depth - 1) + " : " + value(depth - 1) + ")";
      case 3 -> "a[" + value(depth - 1) + "]";
      case 4 -> node(depth - 1) + "->f";
      case 5 -> node(depth - 1) + "->g[" + value(depth - 1) + "]";
      case 6 -> "(" + node(depth - 1) + " == 0 || " + node(depth - 1) + "->f)";
      case 7 -> "(" + value(depth - 1) + " / " + value(depth - 1) + ")";
      case 8 -> "(" + value(depth - 1) + " - " + value(depth - 1) + ")";
      case 9 -> "!" + value(depth - 1);
      default -> "(" + value(depth - 1) + " == " + value(depth - 1) + ")";
    };
  }

  private String node(int depth) {
    return depth <= 0 || random.nextBoolean() ? "root" : node(depth - 1) + "->next";
  }
}
