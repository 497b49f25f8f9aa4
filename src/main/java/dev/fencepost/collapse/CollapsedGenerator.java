// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collapse.ProcessMachine.Features;
import dev.fencepost.collapse.ProcessMachine.Stepper;
import dev.fencepost.collect.Identifiers;
import dev.fencepost.collect.LongList;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.transition.ProcessSets;
import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.ProcessSystem.StateReader;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * Takes steps in collapsed states. The steps of a process that depend on its view alone are taken
 * once and memoised; for others, and where a step is not known yet, the machine takes them in the
 * whole state.
 */
final class CollapsedGenerator implements ProcessGenerator {
  private final InternedParts parts;
  private final Memo memo;
  private final Stepper stepper;
  private final int shared;
  private final Features features;

  /** What is known of local states, or null where the machine does not classify them. */
  private final @Nullable LocalStates locals;

  private final FoundSteps steps = new FoundSteps();

  /** The state that is expanded, and its successors by processes in the whole state. */
  private final CollapsedState state;

  private final Successors whole = new Successors();
  private final SplitState origin;
  private final SplitState successor;
  private byte[] expanded = new byte[256];
  private int expandedLength;
  private boolean entered;

  @SuppressWarnings("NullAway.Init") // begin sets it
  private Successors out;

  private final LongList actors = new LongList();
  private long movers;

  CollapsedGenerator(CollapsedSystem system, Memo memo) {
    this.memo = memo;
    parts = system.parts;
    stepper = system.machine.newStepper();
    shared = system.shared();
    features = system.machine.features();
    locals = features.classifies() ? new LocalStates(features.mostProcesses()) : null;
    state = new CollapsedState(shared);
    origin = new SplitState(system, stepper);
    successor = new SplitState(system, stepper);
  }

  @Override
  public void initial(Successors target) throws LimitException {
    begin(target);
    stepper.initial(whole);
    collapse(0);
  }

  @Override
  public void successors(byte[] bytes, int at, int size, Successors target) throws LimitException {
    begin(target);
    state.pointTo(bytes, at, size);
    if (!(locals != null && ample(locals)) && !all()) {
      nothing();
    } else if (out.count() == 0) {
      out.terminal(Successors.Terminal.CUT, Successors.FINE);
    }
  }

  /** Processes in the order of their successors. */
  int inOrder(int index, int processes) {
    return features.lastFirst() ? processes - 1 - index : index;
  }

  private void begin(Successors target) {
    out = target;
    out.clear();
    actors.cutTo(0);
    movers = ProcessSets.NONE;
    leave();
  }

  private void leave() {
    expandedLength = 0;
    entered = false;
  }

  /** The successors by one process alone, where its steps are an ample set. */
  private boolean ample(LocalStates known) throws LimitException {
    for (int i = 0; i < state.processes(); i++) {
      int process = inOrder(i, state.processes());
      if (LocalStates.isAmple(kind(process, known)) && moves(process)) {
        // the others can do after its steps what they can do now, and are asked then
        movers = ProcessSets.ALL;
        return true;
      }
    }
    return false;
  }

  /** The successors by all processes; whether one can take a step. */
  private boolean all() throws LimitException {
    boolean any = false;
    for (int i = 0; i < state.processes(); i++) {
      int process = inOrder(i, state.processes());
      if (moves(process)) {
        movers |= ProcessSets.of(process);
        any = true;
      }
    }
    return any;
  }

  /** No process can step: time runs out, or the run ends. */
  private void nothing() throws LimitException {
    expand();
    stepper.successors(expanded, 0, expandedLength, whole);
    collapse(0);
    movers = stepper.movers();
    if (whole.count() == 0) {
      out.terminalOf(whole);
    }
  }

  /** Adds the successors by a process; whether it can take a step. */
  private boolean moves(int process) throws LimitException {
    if (locals != null) {
      int kind = kind(process, locals);
      if (LocalStates.endsLast(kind) && process < state.processes() - 1) {
        return false;
      }
      if (!LocalStates.isMemoised(kind)) {
        return movesInWhole(process);
      }
    }
    MemoTables tables = memo.tables();
    MemoEntry entry = entry(process, tables);
    if (entry.isUnmemoised()) {
      return movesInWhole(process);
    }
    write(entry, process, tables);
    return !entry.isBlocked();
  }

  private boolean movesInWhole(int process) throws LimitException {
    int before = enter();
    boolean moves = stepper.steps(process);
    collapse(before);
    return moves;
  }

  /** Enters a state that was stored as a word, to be asked for entries. */
  void enter(long word, WordLayout layout) {
    state.unpack(word, layout);
    leave();
  }

  /** The memo entry of a process in the state; computes it if it is unknown. */
  MemoEntry entry(int process, MemoTables tables) throws LimitException {
    int projection = state.projection(seen(process), tables.projections());
    long view = View.bits(projection, state.process(process));
    MemoEntry known = tables.of(process).find(view);
    return known.isUnknown() ? learn(process, new View(view), tables) : known;
  }

  private MemoEntry learn(int process, View view, MemoTables tables) throws LimitException {
    int first = enter();
    boolean moves = stepper.steps(process);
    MemoTable table = tables.of(process);
    MemoEntry entry;
    if (stepper.concernsOthers()) {
      entry = table.add(view.bits(), MemoEntry.UNMEMOISED);
    } else {
      find(process, view, first, tables.projections());
      entry =
          steps.count() > 0
              ? table.add(view.bits(), steps)
              : table.add(view.bits(), moves ? MemoEntry.FRUITLESS : MemoEntry.BLOCKED);
    }
    memo.checkRoom();
    return entry;
  }

  /** Finds the views that the successors lead to, from an index on. */
  private void find(int process, View view, int first, Projections projections)
      throws LimitException {
    steps.clear();
    for (int i = first; i < whole.count(); i++) {
      successor.pointTo(whole.bytes(), whole.start(i));
      View target = View.of(projection(process, view, projections), local(process, view));
      int code = whole.code(i);
      boolean fine = code == Successors.FINE;
      if (!features.leavesOutRepeated() || !fine || !target.equals(view) && !steps.leadTo(target)) {
        steps.add(target, code);
      }
    }
  }

  /** The projection of the successor for a process. */
  private int projection(int process, View view, Projections projections) throws LimitException {
    return successor.hasSharedOf(origin)
        ? view.projection()
        : successor.projection(seen(process), projections);
  }

  /** The identifier of a process in the successor. */
  private int local(int process, View view) throws LimitException {
    if (!successor.has(process)) {
      return Identifiers.NONE;
    }
    return successor.hasLocalOf(origin, process) ? view.process() : successor.local(process);
  }

  /** Enters the state as a whole; how many successors were found there before. */
  private int enter() {
    if (!entered) {
      expand();
      whole.clear();
      origin.pointTo(expanded, 0);
      stepper.enter(expanded, expandedLength, whole);
      entered = true;
    }
    return whole.count();
  }

  private void expand() {
    if (expandedLength == 0) {
      expandedLength = expand(state.bytes(), state.offset(), state.length());
    }
  }

  private int expand(byte[] bytes, int at, int size) {
    int count = Identifiers.count(size);
    int needed = parts.length(bytes, at, count);
    if (expanded.length < needed) {
      expanded = new byte[2 * needed];
    }
    parts.expand(bytes, at, count, expanded);
    return needed;
  }

  /** Adds the successors found in the whole state, from an index on. */
  private void collapse(int first) throws LimitException {
    for (int i = first; i < whole.count(); i++) {
      successor.pointTo(whole.bytes(), whole.start(i));
      successor.collapse(whole.code(i), out);
      actors.add(stepper.actors(i));
    }
  }

  /** Adds the successors that are known. */
  private void write(MemoEntry entry, int process, MemoTables tables) {
    if (entry.isOneStep()) {
      write(entry.target(), Successors.FINE, process, tables);
    } else if (entry.isList()) {
      MemoTable table = tables.of(process);
      for (int step = 0; step < entry.count(); step++) {
        write(table.view(entry, step), table.code(entry, step), process, tables);
      }
    }
  }

  private void write(View target, int code, int process, MemoTables tables) {
    int length = state.length();
    byte[] bytes = out.reserve(length);
    int start = out.end();
    System.arraycopy(state.bytes(), state.offset(), bytes, start, length);
    tables.projections().put(target.projection(), bytes, start);
    actors.add(ProcessSets.of(process));
    if (target.process() == Identifiers.NONE) {
      out.add(start + length - Identifiers.bytes(1), code);
    } else {
      Identifiers.put(bytes, start, shared + process, target.process());
      out.add(start + length, code);
    }
  }

  private PartSet seen(int process) {
    return locals == null ? PartSet.ONE : locals.parts(process, state.process(process));
  }

  private int kind(int process, LocalStates known) {
    int identifier = state.process(process);
    int kind = known.kind(process, identifier);
    if (LocalStates.isKnown(kind)) {
      return kind;
    }
    enter();
    LocalState local = stepper.classify(process);
    known.put(process, identifier, shared == 1 ? local.with(PartSet.ONE) : local);
    return known.kind(process, identifier);
  }

  /** What is known of local states, or null where the machine does not classify them. */
  @Nullable LocalStates locals() {
    return locals;
  }

  Memo memo() {
    return memo;
  }

  /** How many shared parts there are. */
  int shared() {
    return shared;
  }

  @Override
  public long[] marks() {
    return stepper.marks();
  }

  @Override
  public boolean boundHit() {
    return stepper.boundHit();
  }

  @Override
  public long actors(int index) {
    return actors.get(index);
  }

  @Override
  public long movers() {
    return movers;
  }

  @Override
  public void read(byte[] bytes, int at, int size, StateReader reader) {
    leave();
    int length = expand(bytes, at, size);
    reader.read(expanded, 0, length);
  }
}
