// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Litmus tests where threads have memories of their own, a line each, as a file has them: the
 * model, the cells and the threads ({@link Litmus}), and behind {@code =>} what the threads saw,
 * with its checksum, what is violated, and the states with all memories, with dropped ones, with
 * shared ones and with both, or - where there are very many. No state may have 2 in the cell {@code
 * watched}. {@code -Dfencepost.docs=update} writes the results, where laws read as they are written
 * agree.
 */
class MemoryLinesTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));
  private static final Path FILE = Path.of("src/test/resources/machine/memories.txt");
  private static final String RESULT = " => ";
  private static final int STATES = 1_000;
  private static final int STEPS = 7;
  private static final MachineOptions ALL = new MachineOptions(64);
  private static final List<MachineOptions> OPTIONS =
      List.of(
          ALL,
          ALL.withFewerMemories(true, false),
          ALL.withFewerMemories(false, true),
          ALL.withFewerMemories(true, true));

  /** A load may read what a later store of its thread to the cell has written. */
  private static final String LATE_LOADS =
      """
      model late-loads
      non-multi-copy atomic
      include fences
      law "stores": a, b: write, p: thread, a before b, cell(a) = cell(b)
        => reflect(a, p) < reflect(b, p)
      law "modifications": a: rmw, b: access, a before b, cell(a) = cell(b) => done(a) < perform(b)
      """;

  private static final List<String> LINES = new ArrayList<>();

  static List<String> lines() throws IOException {
    return Files.readAllLines(FILE);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void statesAndOutcomesAreThoseOfTheFile(String line)
      throws InvalidInputException, LimitException {
    String test = line.split(RESULT, -1)[0];
    String[] parts = test.split(" \\| ", -1);
    MemoryModel model =
        parts[0].equals("late-loads")
            ? RandomModels.compile(LATE_LOADS)
            : BuiltInModels.named(parts[0]).orElseThrow();
    Litmus litmus = Litmus.of(parts[1], Arrays.copyOfRange(parts, 2, parts.length));
    String found = test + RESULT + result(watching(litmus.program()), model);
    if (UPDATE) {
      LINES.add(found);
    } else {
      assertThat(found).isEqualTo(line);
    }
  }

  private static CheckedProgram watching(CheckedProgram program) {
    List<Property> properties = new ArrayList<>(program.properties());
    List<MemoryLocation> memory = program.program().memory();
    for (int cell = 0; cell < memory.size(); cell++) {
      if ("watched".equals(memory.get(cell).name())) {
        Expr contents = new Expr.Contents(Expr.constant(Program.addressOf(cell)));
        Expr other = new Expr.Binary(BinaryOperator.NOT_EQUAL, contents, Expr.constant(2));
        properties.add(new Property.Invariant("watched", other, SourceSpan.NONE));
      }
    }
    return program.withProperties(properties);
  }

  private static String result(CheckedProgram program, MemoryModel model) throws LimitException {
    StringJoiner states = new StringJoiner(" ");
    Set<String> observed = null;
    Set<String> violated = null;
    for (MachineOptions options : OPTIONS) {
      ReferenceResult found = new RealMachine(program, model, options).explore(STATES);
      states.add(found.complete() ? Integer.toString(found.states()) : "-");
      if (found.complete()) {
        Set<String> seen = observed(program, found.finals());
        observed = observed == null ? seen : observed;
        violated = violated == null ? new TreeSet<>(found.violations()) : violated;
        assertThat(seen).as("%s", options).isEqualTo(observed);
        assertThat(found.violations()).as("%s", options).isEqualTo(violated);
      } else {
        assertThat(options.dropsMemory()).as("dropped memories are few states").isFalse();
      }
    }
    if (UPDATE && violated.isEmpty()) {
      compare(program, model, observed);
    }
    CRC32 checksum = new CRC32();
    checksum.update(observed.toString().getBytes(StandardCharsets.UTF_8));
    return String.format(
        Locale.ROOT, "%d %x %s %s", observed.size(), checksum.getValue(), violated, states);
  }

  private static void compare(CheckedProgram program, MemoryModel model, Set<String> observed) {
    try {
      UnorderedRuns runs = new UnorderedRuns(program.program(), model);
      if (runs.length() <= STEPS) {
        assertThat(observed(program, runs.finals())).isEqualTo(observed);
      }
    } catch (IllegalArgumentException | ClassCastException e) {
      // Not for what those runs do not know: branches, pointers, compare-and-swap.
    }
  }

  /** What the threads saw: strong cells have their registers. */
  private static Set<String> observed(CheckedProgram program, Set<List<Long>> finals) {
    List<MemoryLocation> memory = program.program().memory();
    int[] strong = IntStream.range(0, memory.size()).filter(i -> memory.get(i).strong()).toArray();
    Set<String> texts = new TreeSet<>();
    finals.forEach(cells -> texts.add(values(strong, cells)));
    return texts;
  }

  private static String values(int[] which, List<Long> cells) {
    return IntStream.of(which).mapToObj(cells::get).toList().toString();
  }

  @AfterAll
  static void update() throws IOException {
    if (UPDATE) {
      Files.write(FILE, LINES);
    }
  }
}
