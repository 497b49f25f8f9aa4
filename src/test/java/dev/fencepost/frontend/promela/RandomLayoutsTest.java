// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.collect.RecordSet;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Variable;
import dev.fencepost.machine.promela.PromelaMachine;
import dev.fencepost.machine.promela.StateCounter;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random declarations with sizes up to and beyond what an int holds: exact, or refused. */
class RandomLayoutsTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 100_000 : 2_000;
  private static final BigInteger MOST = BigInteger.valueOf(PromelaModel.MAX_BYTES);
  private static final BigInteger LARGEST = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final String[] TYPES = {"bit", "byte", "short", "int"};
  private static final int[] BYTES = {1, 1, 2, 4};

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** A type as it is written, and the exact size of a value. */
  private record Sized(String name, BigInteger bytes) {}

  /** Whether something that was written so far is too large. */
  private boolean tooLarge;

  private final List<Sized> types = new ArrayList<>();

  private static Optional<PromelaModel> translate(String text) {
    try {
      return Optional.of(PromelaFrontEnd.translate(SourceUnit.of("model.pml", text)));
    } catch (InvalidInputException e) {
      assertThat(e.diagnostics())
          .as(text)
          .allSatisfy(d -> assertThat(d.message()).containsAnyOf(" bytes", "too large"))
          .allSatisfy(d -> assertThat(d.hint()).isNotEmpty())
          .allSatisfy(d -> assertThat(d.span().line()).isPositive());
      return Optional.empty();
    }
  }

  /** A length: small, about where elements of this size reach a power of two, or a product. */
  private String length(BigInteger element) {
    int power = random.nextInt(8, 36);
    BigInteger near =
        BigInteger.TWO
            .pow(power)
            .divide(element.max(BigInteger.ONE))
            .add(BigInteger.valueOf(random.nextInt(-1, 2)))
            .max(BigInteger.ONE);
    return switch (random.nextInt(6)) {
      case 0 -> near.toString();
      case 1 -> (1 << random.nextInt(31)) + " * " + (1 << random.nextInt(31));
      default -> Integer.toString(1 + random.nextInt(4));
    };
  }

  private BigInteger value(String length) {
    BigInteger product = BigInteger.ONE;
    for (String factor : length.split(" \\* ", -1)) {
      product = product.multiply(new BigInteger(factor));
    }
    tooLarge |= product.compareTo(LARGEST) > 0;
    return product;
  }

  /** Writes a declaration; gives its exact size. */
  private BigInteger declare(StringBuilder text, String name) {
    Sized type = types.get(random.nextInt(types.size()));
    String length = length(type.bytes);
    text.append(type.name + " " + name + "[" + length + "];\n");
    BigInteger bytes = value(length).multiply(type.bytes);
    tooLarge |= bytes.compareTo(MOST) > 0;
    return bytes;
  }

  private BigInteger declareSome(StringBuilder text, String prefix) {
    BigInteger sum = BigInteger.ZERO;
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      sum = sum.add(declare(text, prefix + i));
    }
    tooLarge |= sum.compareTo(MOST) > 0;
    return sum;
  }

  @Test
  void layoutsAreExactOrRefused() {
    int refused = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      tooLarge = false;
      types.clear();
      for (int type = 0; type < TYPES.length; type++) {
        types.add(new Sized(TYPES[type], BigInteger.valueOf(BYTES[type])));
      }
      StringBuilder text = new StringBuilder();
      for (int type = 0; type < random.nextInt(4); type++) {
        text.append("typedef T" + type + " {\n");
        BigInteger bytes = declareSome(text, "f");
        text.append("}\n");
        types.add(new Sized("T" + type, bytes));
      }
      BigInteger sum = declareSome(text, "v");
      text.append("active proctype P() { skip }\n");
      Optional<PromelaModel> model = translate(text.toString());
      assertThat(model.isEmpty()).as(text.toString()).isEqualTo(tooLarge);
      refused += tooLarge ? 1 : 0;
      model.ifPresent(m -> assertLaidOut(m, sum, text.toString()));
    }
    assertThat(refused).isBetween(PROGRAMS / 10, PROGRAMS * 9 / 10);
  }

  /** Variables lie side by side, from 0 up to the sum of their sizes. */
  private static void assertLaidOut(PromelaModel model, BigInteger sum, String text) {
    assertThat(BigInteger.valueOf(model.globalBytes())).as(text).isEqualTo(sum);
    long at = 0;
    List<Variable> sorted =
        model.globals().stream().sorted(Comparator.comparingInt(Variable::offset)).toList();
    for (Variable variable : sorted) {
      assertThat((long) variable.offset()).as(text).isEqualTo(at);
      at += (long) variable.length() * variable.stride();
    }
    assertThat(at).as(text).isEqualTo(sum.longValueExact());
  }

  @Test
  void aSearchCanKeepWhatIsNotRefused() throws Exception {
    String text = "byte a[" + PromelaModel.MAX_BYTES + "]; active proctype P() { a[7] = 1 }";
    assertThat(PromelaModel.MAX_BYTES).isLessThan(RecordSet.MAX_LENGTH - 100);
    assertThat(StateCounter.count(new PromelaMachine(translate(text).orElseThrow()), 100).states())
        .isEqualTo(3);
  }

  @Test
  void whatIsSentIsReceived() throws Exception {
    for (int i = 0; i < PROGRAMS / 10; i++) {
      StringBuilder fields = new StringBuilder();
      StringBuilder values = new StringBuilder();
      StringBuilder asserted = new StringBuilder("true");
      int count = 1 + random.nextInt(5);
      for (int field = 0; field < count; field++) {
        int type = random.nextInt(TYPES.length);
        int length = 1 + random.nextInt(4);
        fields.append(TYPES[type] + " f" + field + "[" + length + "]; ");
        String element = ".f" + field + "[" + random.nextInt(length) + "]";
        int value = random.nextInt(type == 0 ? 2 : 1 << 8 * BYTES[type] - 2);
        values.append("s" + element + " = " + value + "; ");
        asserted.append(" && r" + element + " == " + value);
      }
      String text =
          "typedef T { %s}; T s, r; chan q = [%d] of { byte, T };\n"
                  .formatted(fields, random.nextInt(3))
              + "active proctype P() { %sq!7, s }\n".formatted(values)
              + "active proctype Q() { byte n; q?n, r; assert(%s) }\n".formatted(asserted);
      PromelaModel model = translate(text).orElseThrow();
      assertThat(StateCounter.count(new PromelaMachine(model), 1000).violations())
          .as(text)
          .isZero();
    }
  }
}
