// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import dev.fencepost.ir.promela.Variable;
import dev.fencepost.property.WatchedFormula;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A model with its code and the layout of its states; immutable. */
final class PromelaProgram {
  final PromelaModel model;

  /** The process types by number; a claim comes last. */
  final ProcessCode[] types;

  final ChannelCode[] globalChannels;
  final int[] globalChannelAt;

  /** The positions of {@code _last}, the claim's control point and the global variables. */
  final int lastAt;

  final int claimAt;
  final int globals;
  final int firstProcess;
  final int largestProcess;
  final boolean hasClaim;

  /** The trace assertion, or null. */
  final @Nullable TraceCode trace;

  /** The formula that states keep track of, or null. */
  final @Nullable Watch watch;

  final boolean asksForProgress;

  /** The number of processes that fairness distinguishes; 64 where processes start others. */
  final int mostProcesses;

  /** All transitions by their numbers. */
  final List<TransitionCode> transitions = new ArrayList<>();

  final ModelCode code;

  /** The initial values of the global variables. */
  final InitialValues start;

  final ExprCode[] atoms;
  final ViolationCodes codes;

  /** With generated code. */
  PromelaProgram(PromelaModel model) {
    this(model, Optional.empty(), GeneratedCode::new);
  }

  /**
   * @param watched a formula whose progress is part of each state
   * @param compiler makes the code, when the layout is known
   */
  PromelaProgram(
      PromelaModel model,
      Optional<WatchedFormula> watched,
      Function<PromelaProgram, ModelCode> compiler) {
    this.model = model;
    int at = 1;
    lastAt = at;
    at += model.usesLast() ? 1 : 0;
    hasClaim = model.claim().isPresent();
    claimAt = at;
    at += hasClaim ? 2 : 0;
    int traceAt = at;
    at += model.trace().isPresent() ? 2 : 0;
    int watchAt = at;
    at += watched.isPresent() ? 1 : 0;
    globals = at;
    at += model.globalBytes();
    globalChannels = ChannelCode.of(model.globals());
    globalChannelAt = new int[globalChannels.length];
    firstProcess = placeChannels(at);
    types = types(model);
    largestProcess = Arrays.stream(types).mapToInt(type -> type.bytes).max().orElse(0);
    code = compiler.apply(this);
    Arrays.stream(types).forEach(this::compile);
    findAmplePoints(watched.map(WatchedFormula::atoms).orElse(List.of()));
    findTemporaries();
    trace = model.trace().map(events -> new TraceCode(events, traceAt, code)).orElse(null);
    mostProcesses =
        asks(PromelaExpr.Run.class) ? Long.SIZE : Math.min(Long.SIZE, model.active().size());
    codes = new ViolationCodes(Math.max(1, transitions.size()));
    start = new InitialValues(model.globals(), code);
    atoms = model.atoms().stream().map(a -> code.expression(a.value())).toArray(ExprCode[]::new);
    watch =
        watched.map(formula -> new Watch(formula, watchAt, atoms(formula.atoms()))).orElse(null);
    asksForProgress = asks(PromelaExpr.NonProgress.class);
  }

  /** Whether the model has an expression of a kind. */
  private boolean asks(Class<? extends PromelaExpr> kind) {
    return Stream.of(
            Arrays.stream(types).map(type -> Accesses.of(type.type)),
            model.globals().stream().flatMap(v -> v.values().stream()).map(Accesses::of),
            model.atoms().stream().map(atom -> Accesses.of(atom.value())))
        .flatMap(all -> all)
        .anyMatch(accesses -> accesses.asked().stream().anyMatch(kind::isInstance));
  }

  /** Lays out the global channels from a position on; their end. */
  private int placeChannels(int start) {
    int at = start;
    for (int i = 0; i < globalChannels.length; i++) {
      globalChannelAt[i] = at;
      at += globalChannels[i].bytes;
    }
    return at;
  }

  private static ProcessCode[] types(PromelaModel model) {
    List<ProcessType> all = new ArrayList<>(model.processTypes());
    model.claim().ifPresent(all::add);
    return IntStream.range(0, all.size())
        .mapToObj(i -> new ProcessCode(all.get(i), i))
        .toArray(ProcessCode[]::new);
  }

  /** The code of the atoms with these numbers. */
  ExprCode[] atoms(List<Integer> numbers) {
    return numbers.stream().map(number -> atoms[number]).toArray(ExprCode[]::new);
  }

  private void findAmplePoints(List<Integer> watched) {
    Observed alone = new Observed(model, watched.stream().map(model.atoms()::get).toList());
    Observed seen = new Observed(model, model.atoms());
    for (ProcessCode type : types) {
      type.local = AmplePoints.of(type.type, type.index, alone);
      type.localUnseen = AmplePoints.of(type.type, type.index, seen);
      if (!seen.isSeen(type.index)) {
        forget(type);
      }
    }
  }

  private void findTemporaries() {
    Temporaries temporaries = new Temporaries(model);
    for (TransitionCode step : transitions) {
      int[] dead = temporaries.dead(step.transition.statement());
      step.deadGlobals = Arrays.stream(dead).map(at -> globals + at).toArray();
    }
  }

  /** Refuses fairness to more processes than a word has bits. */
  void checkFair(int processes) throws LimitException {
    if (processes > Long.SIZE) {
      throw new LimitException("fairness is for up to " + Long.SIZE + " processes at once");
    }
  }

  /** The type of the process at a position of a state. */
  ProcessCode type(byte[] state, int at) {
    return types[state[at] & 0xff];
  }

  ProcessCode claim() {
    return types[types.length - 1];
  }

  private void compile(ProcessCode target) {
    ProcessType type = target.type;
    int count = type.points().size();
    target.points = new TransitionCode[count][];
    for (int i = 0; i < count; i++) {
      List<Transition> steps = type.points().get(i).transitions();
      target.points[i] = steps.stream().map(this::compile).toArray(TransitionCode[]::new);
    }
    target.provided = type.provided().map(code::expression).orElse(null);
    List<Variable> variables = type.variables();
    target.start = new InitialValues(variables.subList(type.parameters(), variables.size()), code);
  }

  /** Finds the variables that are dead after each step. */
  private static void forget(ProcessCode code) {
    Liveness liveness = new Liveness(code.type);
    for (int i = 0; i < code.points.length; i++) {
      for (TransitionCode step : code.points[i]) {
        step.dead = liveness.dead(i, step.transition);
      }
    }
  }

  private TransitionCode compile(Transition step) {
    TransitionCode.Kind kind =
        switch (step.statement()) {
          case Statement.Send send -> TransitionCode.Kind.SEND;
          case Statement.Receive receive -> TransitionCode.Kind.RECEIVE;
          case Statement.Else other -> TransitionCode.Kind.ELSE;
          case Statement.End end -> TransitionCode.Kind.END;
          case Statement.Condition c -> TransitionCode.Kind.PLAIN;
          case Statement.Assign a -> TransitionCode.Kind.PLAIN;
          case Statement.Assert a -> TransitionCode.Kind.PLAIN;
          case Statement.Print p -> TransitionCode.Kind.PLAIN;
          case Statement.Skip s -> TransitionCode.Kind.PLAIN;
          case Statement.DeterministicStep(Statement.Block block) ->
              block.guards().stream().anyMatch(guard -> guard instanceof Statement.Receive)
                  ? TransitionCode.Kind.RECEIVE
                  : TransitionCode.Kind.PLAIN;
        };
    TransitionCode made = new TransitionCode(step, transitions.size(), kind, code);
    transitions.add(made);
    return made;
  }
}
