// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/** Statements as generated code do what they do as closures. */
class GeneratedCodeTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 40_000 : 1_500;
  private static final long MOST_STATES = 2_000;

  private static PromelaModel model(String text) throws InvalidInputException {
    return PromelaFrontEnd.translate(SourceUnit.of("model.pml", text));
  }

  @Test
  void agreesOnRandomStatementsOfEveryKind() throws Exception {
    Set<Object> met = new LinkedHashSet<>();
    int read = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      String text = new RandomStatements(SEED * 1_000_000 + i).program();
      PromelaModel model;
      try {
        model = model(text);
      } catch (InvalidInputException refused) {
        continue;
      }
      read++;
      collect(model, met);
      try {
        CodeAgreement.check(model, MOST_STATES);
      } catch (AssertionError | RuntimeException difference) {
        throw new AssertionError(text, difference);
      }
    }
    assertThat(read).isGreaterThan(PROGRAMS / 3);
    assertThat(met)
        .contains((Object[]) PromelaExpr.class.getPermittedSubclasses())
        .contains((Object[]) PromelaExpr.UnaryOperator.values())
        .contains((Object[]) PromelaExpr.BinaryOperator.values())
        .contains((Object[]) PromelaExpr.ChannelQuestion.values())
        .containsAll(statementKinds());
  }

  private static List<Class<?>> statementKinds() {
    return Stream.<Class<?>>of(Statement.class.getPermittedSubclasses()).toList();
  }

  /** The kinds of the statements and expressions of a model. */
  private static void collect(PromelaModel model, Set<Object> met) {
    for (ProcessType type :
        Stream.concat(model.processTypes().stream(), model.claims().stream()).toList()) {
      type.transitions().forEach(step -> met.add(step.statement().getClass()));
      for (PromelaExpr expr : Accesses.of(type).asked()) {
        met.add(expr.getClass());
        switch (expr) {
          case PromelaExpr.Unary unary -> met.add(unary.operator());
          case PromelaExpr.Binary binary -> met.add(binary.operator());
          case PromelaExpr.ChannelTest test -> met.add(test.question());
          default -> {}
        }
      }
    }
  }

  @Test
  void agreesOnTheCorpus() throws Exception {
    for (Path file : PromelaCorpus.models()) {
      assertThat(CodeAgreement.check(model(Files.readString(file)), MOST_STATES).states())
          .isPositive();
    }
  }

  @Test
  void aQuestionThatDependsOnItselfIsAViolation() throws Exception {
    String self = "active proctype P() { enabled(_pid) -> skip }";
    assertThat(CodeAgreement.check(model(self), MOST_STATES).violations()).isPositive();
    String circle =
        "active proctype P() { enabled(1) -> skip } active proctype Q() { enabled(0) -> skip }";
    assertThat(CodeAgreement.check(model(circle), MOST_STATES).violations()).isPositive();
    String chain =
        "byte n; active proctype P() { enabled(1) -> n = 1 } active proctype Q() { enabled(2) }"
            + " active proctype R() { n == 1 }";
    assertThat(CodeAgreement.check(model(chain), MOST_STATES).states()).isEqualTo(1);
  }

  /** A condition with many parts, whose tree goes to the left or to the right. */
  private static String longCondition(boolean left) {
    return IntStream.range(0, left ? 1_000 : 100)
        .mapToObj(i -> "a[n % 7] != " + (i + 3))
        .collect(Collectors.joining(left ? " && " : " && (", "", ")".repeat(left ? 0 : 99)));
  }

  /** The bytes of the largest method that a model becomes. */
  private static int largestMethod(PromelaModel model) {
    List<byte[]> files = new ArrayList<>();
    PromelaProgram program =
        new PromelaProgram(model, Optional.empty(), it -> new GeneratedCode(it, files::add));
    assertThat(program.transitions).isNotEmpty();
    return files.stream().mapToInt(GeneratedCodeTest::largestMethod).max().orElseThrow();
  }

  private static int largestMethod(byte[] file) {
    ClassReader reader = new ClassReader(file);
    char[] text = new char[reader.getMaxStringLength()];
    int at = reader.header + 8 + 2 * reader.readUnsignedShort(reader.header + 6);
    int largest = 0;
    // the fields, then the methods
    for (int kind = 0; kind < 2; kind++) {
      int members = reader.readUnsignedShort(at);
      at += 2;
      for (int member = 0; member < members; member++) {
        int attributes = reader.readUnsignedShort(at + 6);
        at += 8;
        for (int i = 0; i < attributes; i++) {
          if (reader.readUTF8(at, text).equals("Code")) {
            largest = Math.max(largest, reader.readInt(at + 10));
          }
          at += 6 + reader.readInt(at + 2);
        }
      }
    }
    return largest;
  }

  @Test
  @SuppressWarnings("InlineFormatString") // a program of several lines
  void hugeStatementsAreSmallMethods() throws Exception {
    String branches =
        IntStream.range(0, 1_500)
            .mapToObj(i -> ":: n == " + i + " -> n = n + a[n % 7] + " + (i + 1))
            .collect(Collectors.joining("\n"));
    String sum =
        IntStream.range(0, 1_000).mapToObj(i -> "a[n % 7] * " + i).collect(Collectors.joining("+"));
    String text =
        """
        int n, a[7] = 2;
        active proctype P() {
          %s;
          %s;
          d_step { n = 5; if %s :: else -> n = 3 fi; assert(n == 13) };
          if %s :: else -> skip fi;
          n = %s;
          assert(n == %d)
        }
        """
            .formatted(
                longCondition(true), longCondition(false), branches, branches, sum, 999 * 1_000);
    PromelaModel model = model(text);
    assertThat(CodeAgreement.check(model, MOST_STATES).violations()).isZero();
    assertThat(largestMethod(model)).isLessThan(8_000);
  }
}
