// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.machine.order.LawOptions;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelLoader;
import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Litmus tests under general laws, as a file has them: a section is a model, its laws behind {@code
 * ==}, then tests, a line each ({@link Litmus}). Behind {@code =>} are the states, the final states
 * with their checksum, what is violated or marked, and the states without guards, predicates and
 * stages, which change no final state. The tests are small, for mutation testing asks them many
 * times. {@code -Dfencepost.docs=update} writes the results, where laws read as they are written
 * leave the same final states, or, for what those runs do not know, where all four agree.
 */
class LawCountsTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));
  private static final Path FILE = Path.of("src/test/resources/machine/laws.txt");
  private static final String RESULT = " => ";
  private static final int STATES = 3_000;
  private static final int STEPS = 8;
  private static final int WINDOW = 64;
  private static final List<LawOptions> OPTIONS =
      List.of(
          LawOptions.ALL,
          new LawOptions(false, true, true),
          new LawOptions(true, false, true),
          new LawOptions(true, true, false));

  private static final Map<String, MemoryModel> MODELS = new HashMap<>();
  private static final Map<String, String> RESULTS = new HashMap<>();

  /** The laws and the line of each test. */
  static List<String[]> tests() throws IOException {
    List<String[]> tests = new ArrayList<>();
    StringBuilder laws = new StringBuilder();
    boolean inLaws = false;
    for (String line : Files.readAllLines(FILE)) {
      if (line.startsWith("==")) {
        laws.setLength(0);
        inLaws = true;
      } else if (line.isEmpty()) {
        inLaws = false;
      } else if (inLaws) {
        laws.append(line).append('\n');
      } else {
        tests.add(new String[] {laws.toString(), line});
      }
    }
    return tests;
  }

  private static MemoryModel model(String laws) throws InvalidInputException {
    MemoryModel known = MODELS.get(laws);
    if (known == null) {
      ModelText text = new ModelText("laws.mcm", "model test\n" + laws);
      known =
          MemoryModel.compile(
              ModelLoader.load(text, Map.of(), (name, from) -> BuiltInModels.find(name)));
      MODELS.put(laws, known);
    }
    return known;
  }

  @ParameterizedTest
  @MethodSource("tests")
  void statesAndOutcomesAreThoseOfTheFile(String laws, String line)
      throws InvalidInputException, LimitException {
    MemoryModel model = model(laws);
    String test = line.split(RESULT, -1)[0];
    String[] parts = test.split(" \\| ", -1);
    Litmus litmus = Litmus.of(parts[0], Arrays.copyOfRange(parts, 1, parts.length));
    String found = test + RESULT + result(litmus, model);
    if (UPDATE) {
      RESULTS.put(laws + test, found);
    } else {
      assertThat(found).as(laws).isEqualTo(line);
    }
  }

  /** What is fetched counts, and what an atomic block does at once. */
  @ParameterizedTest
  @ValueSource(strings = {"x = 1; x = 2; x = 3", "atomic; x = 1; x = 2; x = 3; end"})
  void moreInstancesThanTheBoundAreALimit(String thread) throws LimitException {
    MemoryModel model = BuiltInModels.named("rmo-coherent-no").orElseThrow();
    Litmus litmus = Litmus.of("x", thread, "x = 4");
    assertThatThrownBy(
            () ->
                new RealMachine(litmus.program(), model, new MachineOptions(WINDOW, 3))
                    .explore(STATES))
        .isInstanceOf(LimitException.class)
        .hasMessageContaining("more than 3 instances");
    assertThat(
            new RealMachine(litmus.program(), model, new MachineOptions(WINDOW, 4))
                .explore(STATES)
                .complete())
        .isTrue();
  }

  private static String result(Litmus litmus, MemoryModel model) throws LimitException {
    ReferenceResult first = null;
    StringJoiner states = new StringJoiner(" ");
    // Processors always have guards and stages.
    for (LawOptions laws : model.traits().isProcessor() ? OPTIONS.subList(0, 1) : OPTIONS) {
      MachineOptions options = new MachineOptions(WINDOW).withLaws(laws);
      ReferenceResult found = new RealMachine(litmus.program(), model, options).explore(STATES);
      states.add(found.complete() ? Integer.toString(found.states()) : "-");
      first = first == null ? found : first;
      if (found.complete()) {
        assertThat(found.finals()).as("%s", laws).isEqualTo(first.finals());
        assertThat(first.violations()).as("%s", laws).containsAll(found.violations());
      }
    }
    assertThat(first.complete()).isTrue();
    if (UPDATE) {
      compare(litmus, model, first);
    }
    TreeSet<String> finals = new TreeSet<>();
    first.finals().forEach(state -> finals.add(state.toString()));
    CRC32 checksum = new CRC32();
    checksum.update(finals.toString().getBytes(StandardCharsets.UTF_8));
    TreeSet<String> violations = new TreeSet<>(first.violations());
    violations.addAll(first.marks());
    return String.format(
        Locale.ROOT, "%d %x %s %s", finals.size(), checksum.getValue(), violations, states);
  }

  private static void compare(Litmus litmus, MemoryModel model, ReferenceResult found) {
    if (model.traits().isProcessor() || litmus.hasChoices()) {
      return; // Those runs read the laws alone, and have all threads from the start.
    }
    try {
      UnorderedRuns runs = new UnorderedRuns(litmus.program().program(), model);
      if (runs.length() <= STEPS) {
        assertThat(found.finals()).isEqualTo(runs.finals());
      }
    } catch (IllegalArgumentException | ClassCastException e) {
      // Not for what those runs do not know: branches, pointers, compare-and-swap.
    }
  }

  @AfterAll
  static void update() throws IOException {
    if (UPDATE) {
      List<String> lines = new ArrayList<>();
      StringBuilder laws = new StringBuilder();
      for (String line : Files.readAllLines(FILE)) {
        if (line.startsWith("==")) {
          laws.setLength(0);
        }
        String known = RESULTS.get(laws + line.split(RESULT, -1)[0]);
        lines.add(known == null ? line : known);
        laws.append(known != null || line.isEmpty() || line.startsWith("==") ? "" : line + "\n");
      }
      Files.write(FILE, lines);
    }
  }
}
