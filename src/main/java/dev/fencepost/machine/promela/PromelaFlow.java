// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.machine.promela.StateView.Question;
import dev.fencepost.trace.Causes;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.TraceAccess.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Follows values through variables, messages and guards of a run: what each step read, in which
 * steps its process read what that was computed from, and by which guard it came there. Of a
 * deterministic step it knows what comes before the first choice and the first write.
 */
final class PromelaFlow {
  private final PromelaProgram program;
  private final List<Causes> causes = new ArrayList<>();

  /** Per global variable, the last step that wrote it. */
  private final Map<String, Integer> written = new HashMap<>();

  /** Per local variable, the steps in which its process read what it was computed from. */
  private final Map<String, SortedSet<Integer>> locals = new HashMap<>();

  /** Per process, its last guard. */
  private final Map<Integer, Causes.Decision> guards = new HashMap<>();

  private final SentMessages messages = new SentMessages();

  PromelaFlow(PromelaProgram program) {
    this.program = program;
  }

  /** What a process does in a step, and what is known before and behind it. */
  private record Part(
      int number, int process, TransitionCode step, StateView before, StateView after) {
    Statement statement() {
      return step.transition.statement();
    }
  }

  /** What was read of global variables and channels, and where local values come from. */
  private record Basis(List<Causes.Read> reads, SortedSet<Integer> from) {
    Basis() {
      this(new ArrayList<>(), new TreeSet<>());
    }
  }

  /** A step of the run was taken. */
  void step(StepHistory history, int number) {
    StateView before = new StateView(program, history.from());
    StateView after = new StateView(program, history.after());
    forget(before, after);
    Part part = new Part(number, history.process(), history.step(), before, after);
    take(part, basis(part));
    if (history.partnerStep() != null) {
      Part partner = new Part(number, history.partner(), history.partnerStep(), before, after);
      take(partner, handedOver(partner, part.step().transition.origin().text()));
    }
    before.changed(after).forEach(name -> written.put(name, number));
  }

  /** A process that is new has no past. */
  private void forget(StateView before, StateView after) {
    for (int i = before.processes(); i < after.processes(); i++) {
      String prefix = after.name(i) + ":";
      locals.keySet().removeIf(name -> name.startsWith(prefix));
      guards.remove(i);
    }
  }

  private void take(Part part, Basis basis) {
    int process = part.process();
    if (!basis.reads().isEmpty()) {
      basis.from().add(part.number());
    }
    causes.add(
        new Causes(
            part.number(),
            process,
            basis.reads(),
            List.copyOf(basis.from()),
            Optional.ofNullable(guards.get(process))));
    targets(part).forEach(cell -> write(cell, part, basis));
    boolean guard =
        switch (part.statement()) {
          case Statement.Condition condition -> true;
          case Statement.Else other -> true;
          case Statement.Receive receive -> !FieldPattern.matched(receive.patterns()).isEmpty();
          default -> false;
        };
    if (guard && !basis.from().isEmpty()) {
      guards.put(
          process, new Causes.Decision(part.step().transition.origin(), List.copyOf(basis.from())));
    }
  }

  private void write(NamedValue cell, Part part, Basis basis) {
    if (StateView.isLocal(cell.name())) {
      locals.put(cell.name(), basis.from());
    } else {
      written.put(cell.name(), part.number());
    }
  }

  /** The variables that a statement writes to, in any case. */
  private static List<NamedValue> targets(Part part) {
    List<Place> places =
        switch (part.statement()) {
          case Statement.Assign assign -> List.of(assign.place());
          case Statement.Receive receive -> FieldPattern.stored(receive.patterns());
          default -> List.of();
        };
    return places.stream()
        .flatMap(place -> part.before().at(place, part.process()).stream())
        .toList();
  }

  private Basis basis(Part part) {
    Basis basis = new Basis();
    switch (part.statement()) {
      case Statement.Send send -> {
        send.values().forEach(value -> read(Accesses.of(value), part, basis));
        channel(send.channel(), part)
            .ifPresent(channel -> messages.sent(channel, send.sorted(), part.number()));
      }
      case Statement.Receive receive -> receive(receive, part, basis);
      case Statement.Else other -> {
        for (TransitionCode sibling : part.before().next(part.process())) {
          if (sibling.transition.statement() instanceof Statement.Condition condition) {
            read(Accesses.of(condition), part, basis);
          }
        }
      }
      case Statement.DeterministicStep(Statement.Block block) ->
          certain(block).forEach(each -> read(each, part, basis));
      default -> read(Accesses.of(part.statement()), part, basis);
    }
    return basis;
  }

  /** What a block accesses before its first choice, up to the first statement that writes. */
  private static List<Accesses> certain(Statement.Block block) {
    List<Accesses> certain = new ArrayList<>();
    int point = block.start();
    boolean writes = false;
    for (int i = 0; i < block.end() && point != block.end() && !writes; i++) {
      List<Statement.Branch> branches = block.points().get(point).branches();
      if (branches.size() != 1) {
        break;
      }
      branches.getFirst().statement().ifPresent(each -> certain.add(Accesses.of(each)));
      writes = !certain.isEmpty() && !certain.getLast().writes().isEmpty();
      point = branches.getFirst().target();
    }
    return certain;
  }

  private void receive(Statement.Receive receive, Part part, Basis basis) {
    FieldPattern.matched(receive.patterns())
        .forEach(value -> read(Accesses.of(value), part, basis));
    channel(receive.channel(), part)
        .flatMap(channel -> messages.received(channel, receive))
        .ifPresent(message -> basis.reads().add(message));
  }

  /** The receiver's side of a rendezvous. */
  private Basis handedOver(Part part, String sent) {
    Basis basis = new Basis();
    if (part.statement() instanceof Statement.Receive receive) {
      String message =
          FieldPattern.stored(receive.patterns()).stream()
              .flatMap(place -> part.after().at(place, part.process()).stream())
              .map(NamedValue::value)
              .collect(Collectors.joining(","));
      String channel = part.before().channelName(receive.channel(), part.process());
      Source source = new Source(-1, part.number());
      basis
          .reads()
          .add(
              Causes.Read.ofMessage(
                  channel, message.isEmpty() ? sent : message, Optional.of(source)));
    }
    return basis;
  }

  private static Optional<SentMessages.Channel> channel(PromelaExpr channel, Part part) {
    String name = part.before().channelName(channel, part.process());
    return part.before()
        .number(channel, part.process())
        .map(
            number ->
                new SentMessages.Channel(
                    number, name, part.before().messages(number), part.after().messages(number)));
  }

  private void read(Accesses accesses, Part part, Basis basis) {
    part.before().reads(accesses, part.process()).forEach(cell -> read(cell, basis));
  }

  private void read(NamedValue cell, Basis basis) {
    if (StateView.isLocal(cell.name())) {
      basis.from().addAll(locals.getOrDefault(cell.name(), new TreeSet<>()));
    } else if (basis.reads().stream().noneMatch(read -> read.cell().equals(cell.name()))) {
      Integer step = written.get(cell.name());
      Source source = step == null ? Source.INITIAL : new Source(-1, step);
      basis.reads().add(new Causes.Read(cell.name(), cell.value(), Optional.of(source)));
    }
  }

  /** The causes of all steps, and of the failure of the last one, which a process took. */
  List<Causes> ofFailedStep(int process) {
    return causes.reversed().stream()
        .filter(each -> each.thread() == process)
        .findFirst()
        .map(
            last ->
                with(
                    new Causes(
                        last.step() + 1, process, List.of(), last.values(), last.decision())))
        .orElse(causes);
  }

  /**
   * The causes of all steps, and of a state: what is asked there.
   *
   * @param number of the step behind the state
   */
  List<Causes> ofState(List<Question> questions, StateView state, int number) {
    Basis basis = new Basis();
    questions.forEach(each -> state.reads(each).forEach(cell -> read(cell, basis)));
    return with(new Causes(number, -1, basis.reads(), List.of(), Optional.empty()));
  }

  private List<Causes> with(Causes failure) {
    List<Causes> all = new ArrayList<>(causes);
    all.add(failure);
    return all;
  }
}
