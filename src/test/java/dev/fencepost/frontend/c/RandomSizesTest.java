// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random sizes and constants about the limits of their types: exact, or refused. */
class RandomSizesTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 50_000 : 1_000;
  private static final BigInteger MOST = BigInteger.valueOf(TypeResolver.MOST_CELLS);

  private final SplittableRandom random = new SplittableRandom(SEED);

  private static List<Diagnostic> errors(String text) {
    try {
      CFrontEnd.translate(Sources.of("model.c", text + "int main(void) { return 0; }\n"));
      return List.of();
    } catch (InvalidInputException e) {
      return e.diagnostics();
    }
  }

  /** A declaration that is refused unless two values are equal. */
  private static String require(String value, BigInteger expected) {
    return "static char equal[" + value + " == " + expected + " ? 1 : -1];\n";
  }

  @Test
  void sizesOfNestedTypesAreExactOrRefused() {
    int refused = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      StringBuilder text = new StringBuilder();
      List<BigInteger> cells = new ArrayList<>();
      boolean tooLarge = false;
      int structs = 1 + random.nextInt(4);
      for (int s = 0; s < structs; s++) {
        text.append("struct s" + s + " { ");
        BigInteger sum = BigInteger.ZERO;
        for (int field = 0; field <= random.nextInt(3); field++) {
          int inner = random.nextInt(s + 1) - 1;
          long length = 1L << random.nextInt(random.nextInt(3) == 0 ? 34 : 6);
          String type = inner < 0 ? "int" : "struct s" + inner;
          text.append(type + " f" + field + "[" + length + "]; ");
          BigInteger element = inner < 0 ? BigInteger.ONE : cells.get(inner);
          sum = sum.add(element.multiply(BigInteger.valueOf(length)));
        }
        text.append("};\n");
        cells.add(sum);
        tooLarge |= sum.compareTo(MOST) > 0;
      }
      String last = "sizeof(struct s" + (structs - 1) + ")";
      text.append(require(last, cells.getLast().multiply(BigInteger.valueOf(8))));
      assertThat(errors(text.toString()).isEmpty()).as(text.toString()).isEqualTo(!tooLarge);
      refused += tooLarge ? 1 : 0;
    }
    assertThat(refused).isBetween(PROGRAMS / 20, PROGRAMS * 19 / 20);
  }

  @Test
  void enumConstantsAreExactOrRefused() {
    for (int i = 0; i < PROGRAMS; i++) {
      BigInteger first =
          BigInteger.TWO
              .pow(random.nextInt(40))
              .add(BigInteger.valueOf(random.nextInt(-2, 3)))
              .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1));
      int more = random.nextInt(4);
      StringBuilder text = new StringBuilder("enum { A0 = " + first);
      for (int next = 1; next <= more; next++) {
        text.append(", A" + next);
      }
      BigInteger last = first.add(BigInteger.valueOf(more));
      text.append(" };\n" + require("A" + more, last));
      boolean fits = first.bitLength() < Integer.SIZE && last.bitLength() < Integer.SIZE;
      assertThat(errors(text.toString()).isEmpty()).as(text.toString()).isEqualTo(fits);
    }
  }

  @Test
  void conditionsOfThePreprocessorAreExactOrRefused() {
    for (int i = 0; i < PROGRAMS; i++) {
      BigInteger a = BigInteger.TWO.pow(random.nextInt(64)).subtract(BigInteger.ONE);
      BigInteger b = BigInteger.valueOf(random.nextInt(1, 1 << 1 + random.nextInt(30)));
      String operator = List.of("+", "-", "*", "/").get(random.nextInt(4));
      boolean negative = random.nextBoolean();
      BigInteger left = negative ? a.negate() : a;
      BigInteger exact =
          switch (operator) {
            case "+" -> left.add(b);
            case "-" -> left.subtract(b);
            case "*" -> left.multiply(b);
            default -> left.divide(b);
          };
      boolean fits =
          exact.bitLength() < Long.SIZE
              && !exact.equals(BigInteger.valueOf(Long.MIN_VALUE)); // which has no literal
      String text =
          "#if (%s%s) %s %s != (%s)\n#error differs\n#endif\n"
              .formatted(negative ? "-" : "", a, operator, b, exact);
      assertThat(errors(text).isEmpty()).as(text).isEqualTo(fits);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          struct s { int a[65536]; }; struct s x[] = { [65535] = { { 1 } } }; | has 4294967296 cells
          struct s { int a[65536]; int b; };            | has 65537 cells
          int x[4294967297];                            | an array cannot have 4294967297 elements
          enum { A = 4294967296 };                      | is 4294967296, which is no int
          enum { A = 2147483647, B };                   | is 2147483648, which is no int
          int x = 18446744073709551616;                 | the number is too large
          int x = 0x1ffffffffffffffff;                  | the number is too large
          """)
  void saysWhatIsTooLarge(String text, String message) {
    assertThat(errors(text).toString()).contains(message);
  }

  @Test
  void allVariablesTogetherHaveALimit() {
    StringBuilder text = new StringBuilder();
    StringBuilder use = new StringBuilder("int used(void) { return 0");
    for (int i = 0; i < 17; i++) {
      text.append("int v" + i + "[65536];\n");
      use.append(" + v" + i + "[0]");
    }
    assertThat(errors(text + use.toString() + "; }\n").toString())
        .contains("up to 'v15' the variables take 1048592 cells");
  }

  @Test
  void shiftsInConditionsAreByFewerBitsThanThereAre() {
    assertThat(errors("#if 1 << 64\n#endif\n").toString()).contains("by 0 to 63 bits");
    assertThat(errors("#if 0 && 1 << 64\n#endif\n")).isEmpty();
    assertThat(errors("#if 9223372036854775808 > 0\n#endif\n").toString()).contains("too large");
    assertThat(errors("#if 0xffffffffffffffff < 0\n#error signed\n#endif\n")).isEmpty();
  }
}
