// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.reduction.CheckedReduction;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.reduction.StepByStep;
import dev.fencepost.reduction.TemporalReduction;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.ActionSystem.ActionGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Litmus tests under partial order, a line each, as a file has them: the model, the cells and the
 * threads ({@link Litmus}), and behind {@code =>} the states of the machine, of partial order with
 * chains and without, and of the reduction for formulas, then the final states with their checksum,
 * and what is violated or marked. No state may have 1 in the cell {@code t} before {@code s} has
 * it; formulas see both and the mark. All have the same final states, and steps that are left out
 * commute with those that are taken. The tests are small, for mutation testing asks them many
 * times. {@code -Dfencepost.docs=update} writes the results.
 */
class ReductionLinesTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));
  private static final Path FILE = Path.of("src/test/resources/machine/reductions.txt");
  private static final String RESULT = " => ";
  private static final int STATES = 1_000;
  private static final int WINDOW = 64;
  private static final Map<String, MemoryModel> MODELS = new ConcurrentHashMap<>();
  private static final List<String> LINES = new ArrayList<>();

  static List<String> lines() throws IOException {
    return Files.readAllLines(FILE);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void statesAndOutcomesAreThoseOfTheFile(String line) throws LimitException {
    String test = line.split(RESULT, -1)[0];
    String found = test + RESULT + result(test);
    if (UPDATE) {
      LINES.add(found);
    } else {
      assertThat(found).isEqualTo(line);
    }
  }

  static String result(String test) throws LimitException {
    String[] parts = test.split(" \\| ", -1);
    MemoryModel model =
        MODELS.computeIfAbsent(parts[0], name -> BuiltInModels.named(name).orElseThrow());
    Litmus litmus = Litmus.of(parts[1], Arrays.copyOfRange(parts, 2, parts.length));
    CheckedProgram program = litmus.program();
    ReferenceResult plain = explore(program, model, same -> same);
    assertThat(plain.complete()).isTrue();
    if (model.multiCopyAtomic()) {
      program = checked(program, inOrder(program));
      plain = explore(program, model, same -> same);
    }
    ReferenceResult reduced = explore(program, model, m -> new PartialOrderReduction(actions(m)));
    ReferenceResult steps = explore(program, model, m -> new StepByStep(actions(m)));
    if (!model.traits().runsAhead()) {
      explore(program, model, m -> new CheckedReduction(new StepByStep(actions(m)), m));
    }
    for (ReferenceResult smaller : List.of(reduced, steps)) {
      assertThat(smaller.finals()).isEqualTo(plain.finals());
      assertThat(plain.violations()).containsAll(smaller.violations());
      assertThat(smaller.violations().isEmpty()).isEqualTo(plain.violations().isEmpty());
    }
    if (plain.violations().isEmpty()) {
      assertThat(reduced.marks()).isEqualTo(plain.marks());
    }
    TreeSet<String> outcomes = new TreeSet<>(reduced.violations());
    outcomes.addAll(reduced.marks());
    CRC32 checksum = new CRC32();
    List<String> finals = plain.finals().stream().map(List::toString).sorted().toList();
    checksum.update(finals.toString().getBytes(StandardCharsets.UTF_8));
    return String.format(
        Locale.ROOT,
        "%d %d %d %s %d %x %s",
        plain.states(),
        reduced.states(),
        steps.states(),
        temporal(litmus.program(), model),
        finals.size(),
        checksum.getValue(),
        outcomes);
  }

  /** The states of the reduction for formulas, which keeps final states too. */
  private static String temporal(CheckedProgram program, MemoryModel model) throws LimitException {
    Property.Temporal property = formula(program);
    CheckedProgram watched = checked(program, List.of(property));
    RelaxedMachine machine = new RelaxedMachine(watched, model, new MachineOptions(WINDOW));
    if (machine.temporalActions().isEmpty()) {
      return "-";
    }
    ReferenceResult whole = explore(watched, model, m -> m.temporal(property, Set.of()));
    ReferenceResult reduced =
        explore(
            watched,
            model,
            m ->
                new TemporalReduction(
                    m.temporal(property, Set.of()), m.temporalActions().orElseThrow()));
    assertThat(reduced.finals()).isEqualTo(whole.finals());
    return Integer.toString(reduced.states());
  }

  private static ActionSystem actions(RelaxedMachine machine) {
    return machine.actions().orElseThrow();
  }

  private static ReferenceResult explore(
      CheckedProgram program,
      MemoryModel model,
      Function<RelaxedMachine, TransitionSystem> reduction)
      throws LimitException {
    RelaxedMachine machine = new RelaxedMachine(program, model, new MachineOptions(WINDOW));
    return new RealMachine(program, machine, reduction).explore(STATES);
  }

  private static CheckedProgram checked(CheckedProgram program, List<Property> more) {
    List<Property> properties = new ArrayList<>(program.properties());
    properties.addAll(more);
    return program.withProperties(properties);
  }

  private static List<Property> inOrder(CheckedProgram program) {
    List<Expr> atoms = atoms(program);
    if (atoms.size() < 2) {
      return List.of();
    }
    Expr before = new Expr.Binary(BinaryOperator.LESS_EQUAL, atoms.get(1), atoms.get(0));
    return List.of(new Property.Invariant("order", before, SourceSpan.NONE));
  }

  /** A formula that sees the mark too. */
  private static Property.Temporal formula(CheckedProgram program) {
    List<Expr> atoms = atoms(program);
    atoms.add(new Expr.Reached(0));
    return new Property.Temporal("runs", new LtlFormula.False(), atoms, SourceSpan.NONE);
  }

  /** What is said of the cells s and t. */
  private static List<Expr> atoms(CheckedProgram program) {
    List<MemoryLocation> memory = program.program().memory();
    List<Expr> atoms = new ArrayList<>();
    for (int cell = 0; cell < memory.size(); cell++) {
      if (List.of("s", "t").contains(memory.get(cell).name())) {
        Expr contents = new Expr.Contents(Expr.constant(Program.addressOf(cell)));
        atoms.add(new Expr.Binary(BinaryOperator.EQUAL, contents, Expr.constant(1)));
      }
    }
    return atoms;
  }

  /** A state with more actions than have a bit is expanded fully. */
  @ParameterizedTest
  @ValueSource(strings = {"64 0 64", "65 0 65", "32 32 64", "32 33 65"})
  void actionsAreCountedAsFarAsTheyHaveABit(String numbers) throws LimitException {
    int[] parts = Stream.of(numbers.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    StringJoiner cells = new StringJoiner(" ");
    StringJoiner loads = new StringJoiner("; ");
    StringJoiner others = new StringJoiner("; ");
    others.add("F");
    for (int i = 0; i < Math.max(parts[0], parts[1]); i++) {
      cells.add("x" + i);
      (i < parts[0] ? loads : new StringJoiner("")).add("r" + i + " = x" + i);
      (i < parts[1] ? others : new StringJoiner("")).add("r" + i + " = x" + i);
    }
    CheckedProgram program =
        Litmus.of(cells.toString(), loads.toString(), others.toString()).program();
    MemoryModel model = BuiltInModels.named("rmo-full").orElseThrow();
    RelaxedMachine machine = new RelaxedMachine(program, model, new MachineOptions(2 * WINDOW));
    ActionGenerator generator = actions(machine).newGenerator();
    Successors out = new Successors();
    generator.initial(out);
    assertThat(generator.read(out.bytes(), 0, out.length(0))).isEqualTo(parts[2]);
  }

  @AfterAll
  static void update() throws IOException {
    if (UPDATE) {
      Files.write(FILE, LINES);
    }
  }
}
