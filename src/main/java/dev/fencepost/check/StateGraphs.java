// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.promela.PromelaMachine;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.CheckedPromela;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Graph;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All states of a small model and the steps between them, as a graph. */
public final class StateGraphs {
  private final TransitionSystem system;
  private final Words words;
  private final int most;
  private final Map<ByteBuffer, Integer> numbers = new HashMap<>();
  private final ArrayDeque<byte[]> open = new ArrayDeque<>();
  private final List<byte[]> states = new ArrayList<>();
  private final List<Graph.Style> styles = new ArrayList<>();
  private final List<Graph.Edge> edges = new ArrayList<>();

  private StateGraphs(TransitionSystem system, Words words, int most) {
    this.system = system;
    this.words = words;
    this.most = most;
  }

  /** What states and steps are called. */
  private record Words(Function<byte[], List<NamedValue>> memory, StepWords step) {}

  private interface StepWords {
    String of(byte[] state, int index) throws LimitException;
  }

  /**
   * The graph of the task's states.
   *
   * @param most with more states than this it is refused: nobody could read it
   */
  public static Graph of(CheckTask task, int most) throws InvalidInputException {
    LoadedSource source = new Inputs().source(task);
    StateGraphs graphs =
        switch (source.model()) {
          case CheckedPromela promela -> {
            PromelaMachine machine = new PromelaMachine(promela.model());
            Words words = new Words(machine::memoryValues, machine::stepText);
            yield new StateGraphs(machine, words, most);
          }
          case CheckedProgram checked -> {
            LoadedModel model = LoadedModel.of(task.model());
            CheckedProgram program = source.program(task);
            model.requireFit(program);
            RelaxedMachine machine = RelaxedMachines.machine(task, program, model);
            Words words = new Words(machine::memoryValues, machine::stepText);
            yield new StateGraphs(machine, words, most);
          }
        };
    try {
      graphs.search();
      return graphs.graph(task.file() + ", " + task.title());
    } catch (LimitException limit) {
      throw new InvalidInputException(Objects.requireNonNull(limit.getMessage()));
    }
  }

  private void search() throws LimitException, InvalidInputException {
    Generator generator = system.newGenerator();
    Successors out = new Successors();
    generator.initial(out);
    for (int i = 0; i < out.count(); i++) {
      number(out.state(i), out.code(i), Graph.Style.START);
    }
    while (!open.isEmpty()) {
      byte[] state = open.remove();
      int from = Objects.requireNonNull(numbers.get(ByteBuffer.wrap(state)));
      generator.successors(state, 0, state.length, out);
      if (out.count() == 0 && styles.get(from) != Graph.Style.BAD) {
        styles.set(from, out.terminalCode() != Successors.FINE ? Graph.Style.BAD : Graph.Style.END);
      }
      for (int i = 0; i < out.count(); i++) {
        int to = number(out.state(i), out.code(i), Graph.Style.PLAIN);
        edges.add(new Graph.Edge(from, to, words.step().of(state, i), ""));
      }
    }
  }

  /** Violations end a run: what follows them is not drawn. */
  private int number(byte[] state, int code, Graph.Style style) throws InvalidInputException {
    @Nullable Integer known = numbers.get(ByteBuffer.wrap(state));
    if (known != null && (code == Successors.FINE || styles.get(known) == Graph.Style.BAD)) {
      return known;
    }
    int number = states.size();
    if (number == most) {
      throw new InvalidInputException(
          "the model has more than " + most + " states: the graph could not be read",
          "--states N sets the limit; make the model smaller, or look at a run with --html");
    }
    states.add(state);
    styles.add(code == Successors.FINE ? style : Graph.Style.BAD);
    if (code == Successors.FINE) {
      numbers.put(ByteBuffer.wrap(state), number);
      open.add(state);
    }
    return number;
  }

  /** Nodes show the cells of memory that differ between states. */
  private Graph graph(String title) {
    List<List<NamedValue>> memories = states.stream().map(words.memory()).toList();
    List<Graph.Node> nodes = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      StringBuilder label = new StringBuilder().append(i);
      for (int cell = 0; cell < memories.get(i).size(); cell++) {
        NamedValue value = memories.get(i).get(cell);
        int at = cell;
        boolean varies =
            memories.stream().anyMatch(m -> at >= m.size() || !m.get(at).equals(value));
        label.append(varies ? "\n" + value.name() + " = " + value.value() : "");
      }
      nodes.add(new Graph.Node(label.toString(), styles.get(i)));
    }
    return new Graph(title, nodes, edges);
  }
}
