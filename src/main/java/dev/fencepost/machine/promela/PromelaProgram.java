// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import dev.fencepost.ir.promela.Variable;
import dev.fencepost.property.WatchedFormula;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A model that has been made ready to run. Nothing in it changes after that. */
final class PromelaProgram {
  final PromelaModel model;

  /** The process types by number; a claim comes last. */
  final ProcessCode[] types;

  final ChannelCode[] globalChannels;
  final int[] globalChannelAt;

  /** Where the number of the last process is, the claim's control point, and the variables. */
  final int lastAt;

  final int claimAt;
  final int globals;
  final int firstProcess;
  final int largestProcess;
  final boolean hasClaim;

  /** What sends and receives are held against, or null. */
  final TraceCode trace;

  /** The formula that states carry along, or null. */
  final Watch watch;

  final boolean asksForProgress;

  /** How many processes are told apart for fairness: all, as long as none is started later. */
  final int mostProcesses;

  /** All transitions by their numbers. */
  final List<TransitionCode> transitions = new ArrayList<>();

  /** Statements that are instructions of the virtual machine already. */
  final GeneratedCode generated;

  final StepCode globalStart;
  final ExprCode[] atoms;
  final Codes codes;

  /**
   * @param generates whether statements become instructions of the virtual machine where they can
   */
  PromelaProgram(PromelaModel model, boolean generates) {
    this(model, generates, Optional.empty());
  }

  /**
   * @param watched what is left of it is part of each state
   */
  PromelaProgram(PromelaModel model, boolean generates, Optional<WatchedFormula> watched) {
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
    globalChannels = channels(model);
    globalChannelAt = new int[globalChannels.length];
    firstProcess = placeChannels(at);
    types = types(model);
    largestProcess = Arrays.stream(types).mapToInt(type -> type.bytes).max().orElse(0);
    generated = generates ? new GeneratedCode(model, globals) : GeneratedCode.none();
    ExprCompiler expressions = new ExprCompiler(this);
    StatementCompiler statements = new StatementCompiler(this, expressions);
    for (ProcessCode type : types) {
      compile(type, expressions, statements);
    }
    findLocalPoints(watched.map(WatchedFormula::atoms).orElse(List.of()));
    findTemporaries();
    trace = model.trace().map(events -> new TraceCode(events, traceAt, expressions)).orElse(null);
    mostProcesses =
        statements.startsProcesses() ? Long.SIZE : Math.min(Long.SIZE, model.active().size());
    codes = new Codes(Math.max(1, transitions.size()));
    globalStart = statements.start(model.globals(), 0, globals, true);
    atoms =
        model.atoms().stream()
            .map(atom -> expressions.compile(atom.value()))
            .toArray(ExprCode[]::new);
    watch =
        watched.map(formula -> new Watch(formula, watchAt, atoms(formula.atoms()))).orElse(null);
    asksForProgress = expressions.asksForProgress();
  }

  private static ChannelCode[] channels(PromelaModel model) {
    List<ChannelCode> channels = new ArrayList<>();
    for (Variable variable : model.globals()) {
      if (variable.channel().isPresent()) {
        ChannelCode code = new ChannelCode(variable.channel().get());
        channels.addAll(Collections.nCopies(variable.length(), code));
      }
    }
    return channels.toArray(ChannelCode[]::new);
  }

  /** Lays out the global channels from a place on; where they end. */
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

  /** Atoms of the model by their numbers. */
  ExprCode[] atoms(List<Integer> numbers) {
    return numbers.stream().map(number -> atoms[number]).toArray(ExprCode[]::new);
  }

  private void findLocalPoints(List<Integer> watched) {
    Observed alone = new Observed(model, watched.stream().map(model.atoms()::get).toList());
    Observed seen = new Observed(model, model.atoms());
    for (ProcessCode type : types) {
      type.local = LocalPoints.of(type.type, type.index, alone);
      type.localUnseen = LocalPoints.of(type.type, type.index, seen);
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

  /** Fairness is to processes that a word has a bit for; others must not be taken for unfair. */
  void checkFair(int processes) throws LimitException {
    if (processes > Long.SIZE) {
      throw new LimitException("fairness is for up to " + Long.SIZE + " processes at once");
    }
  }

  /** The type of the process that begins at a place of a state. */
  ProcessCode type(byte[] state, int at) {
    return types[state[at] & 0xff];
  }

  ProcessCode claim() {
    return types[types.length - 1];
  }

  private void compile(ProcessCode code, ExprCompiler expressions, StatementCompiler statements) {
    ProcessType type = code.type;
    int count = type.points().size();
    code.points = new TransitionCode[count][];
    code.end = new boolean[count];
    code.progress = new boolean[count];
    code.accept = new boolean[count];
    for (int i = 0; i < count; i++) {
      ControlPoint point = type.points().get(i);
      code.end[i] = point.end();
      code.progress[i] = point.progress();
      code.accept[i] = point.accept();
      code.points[i] =
          point.transitions().stream()
              .map(step -> compile(step, statements))
              .toArray(TransitionCode[]::new);
    }
    code.provided = type.provided().map(expressions::compile).orElse(null);
    code.start = statements.start(type.variables(), type.parameters(), 0, false);
    code.parameters = new CompiledPlace[type.parameters()];
    code.parameterStores = new ValueStore[type.parameters()];
    for (int i = 0; i < type.parameters(); i++) {
      Variable variable = type.variables().get(i);
      int offset = variable.offset();
      code.parameters[i] = (frame, variables) -> variables + offset;
      code.parameterStores[i] = ExprCompiler.store(variable.type(), variable.width());
    }
  }

  /** Finds what steps may set to 0 because nobody reads it any more. */
  private static void forget(ProcessCode code) {
    Liveness liveness = new Liveness(code.type);
    for (int i = 0; i < code.points.length; i++) {
      for (TransitionCode step : code.points[i]) {
        step.dead = liveness.dead(i, step.transition);
      }
    }
  }

  private TransitionCode compile(Transition step, StatementCompiler statements) {
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
    TransitionCode code =
        new TransitionCode(step, transitions.size(), kind, statements.compile(step.statement()));
    transitions.add(code);
    return code;
  }
}
