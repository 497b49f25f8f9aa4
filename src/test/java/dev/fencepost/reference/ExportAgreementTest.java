// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Fencepost;
import dev.fencepost.check.ModelNames;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random programs, exported to PROMELA in both forms, get from the Promela machine the verdict that
 * the relaxed machine has for them.
 */
class ExportAgreementTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = FULL ? 1_000 : 60;
  private static final long SEED = Long.getLong("fencepost.seed", 7L * PROGRAMS);
  private static final int JUMPS = 1;
  private static final int BUFFER = 8;
  private static final int STATES = 20_000;

  private final List<String> differences = new ArrayList<>();
  private final Map<String, Integer> refusals = new TreeMap<>();
  private final Map<Form, Integer> compared = new EnumMap<>(Form.class);

  @Test
  void exportedProgramsKeepTheirVerdicts() throws LimitException {
    compare(PROGRAMS, ModelNames.expanded(List.of("sparc")));
    assertThat(differences).isEmpty();
    assertThat(compared.get(Form.UNIFORM)).isGreaterThan(3 * PROGRAMS);
    assertThat(compared.get(Form.DIRECT)).isGreaterThan(PROGRAMS);
  }

  @Test
  void memoriesOfTheirOwnAreExported() throws LimitException {
    compare(PROGRAMS / 3, List.of("tso-nmca", "pso-nmca-no", "rmo-nmca-full"));
    assertThat(differences).isEmpty();
    assertThat(compared.get(Form.UNIFORM)).isGreaterThan(PROGRAMS / 3);
  }

  @Test
  void generalLawsAreGuards() throws LimitException {
    compare(
        PROGRAMS / 4,
        List.of("tso-coherent", "rmo-coherent-no", "rmo-cumulative", "itanium", "upc"));
    assertThat(differences).isEmpty();
    assertThat(compared.get(Form.UNIFORM)).isGreaterThan(PROGRAMS / 3);
  }

  /** Arithmetic of all widths: what PROMELA cannot compute is refused. */
  @Test
  void valuesKeepTheirWidth() throws InvalidInputException, LimitException {
    MemoryModel sc = BuiltInModels.named("sc").orElseThrow();
    for (int number = 0; number < 5 * PROGRAMS && differences.isEmpty(); number++) {
      String text = arithmetic(new Random(SEED + number));
      SourceUnit source = SourceUnit.of("arithmetic.c", text);
      compare(number, CFrontEnd.translate(source), sc);
    }
    assertThat(differences).isEmpty();
    assertThat(compared.get(Form.DIRECT)).isGreaterThan(PROGRAMS);
    assertThat(refusals.keySet()).anyMatch(reason -> reason.contains("more than 32 bits"));
  }

  private static String one(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static String arithmetic(Random random) {
    String[] types = {"char", "unsigned char", "short", "int", "int", "unsigned", "long"};
    String[] numbers = {
      "0", "1", "-1", "3", "100", "127", "32767", "2147483647", "(-2147483647 - 1)"
    };
    String[] operators = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "==", "!="};
    StringBuilder text = new StringBuilder("extern void __VERIFIER_assert(int);\n");
    for (String name : List.of("a", "b", "c")) {
      text.append("static " + one(random, types) + " " + name);
      text.append(" = " + one(random, numbers) + ";\n");
    }
    text.append("int main(void) {\n");
    for (int i = 0; i < 3; i++) {
      String operator = one(random, operators);
      boolean number = random.nextBoolean() && !List.of("/", "%", "<<", ">>").contains(operator);
      String right = number ? one(random, numbers) : one(random, "a", "b", "c");
      String left = one(random, "", "", "-", "~") + one(random, "a", "b", "c");
      text.append(one(random, "a", "b", "c") + " = ");
      text.append(left + " " + operator + " " + right + ";\n");
    }
    text.append("__VERIFIER_assert(" + one(random, "a", "b", "c") + one(random, " < ", " != "));
    return text + one(random, numbers) + ");\n}\n";
  }

  @AfterEach
  void showsWhatWasRefused() {
    System.out.println("compared: " + compared + ", refused: " + refusals);
  }

  private void compare(int programs, List<String> models) throws LimitException {
    for (int number = 0; number < programs && differences.isEmpty(); number++) {
      CheckedProgram original = new RandomPrograms(SEED + number).next().checked();
      CheckedProgram program =
          new CheckedProgram(
              Unrolling.of(original.program(), JUMPS).program(), original.properties());
      for (String name : models) {
        compare(number, program, BuiltInModels.named(name).orElseThrow());
      }
    }
  }

  private void compare(int number, CheckedProgram program, MemoryModel model)
      throws LimitException {
    ReferenceResult expected = new RealMachine(program, model, 6).explore(STATES);
    if (!expected.complete()) {
      return;
    }
    for (Form form : Form.values()) {
      try {
        String text = PromelaExport.of(program, model, form, form == Form.DIRECT ? BUFFER : 0);
        CheckResult found = Fencepost.checkText("exported.pml", text).run();
        compared.merge(form, 1, Integer::sum);
        if (found.violated() == expected.violations().isEmpty()) {
          differences.add(
              "program "
                  + number
                  + ", "
                  + model.name()
                  + ", "
                  + form
                  + ": the machine finds "
                  + expected.violations()
                  + ", the export "
                  + found.verdict()
                  + "\n"
                  + text);
        }
      } catch (InvalidInputException e) {
        assertThat(e).hasMessageContaining("cannot be exported");
        refusals.merge(e.getMessage(), 1, Integer::sum);
      }
    }
  }
}
