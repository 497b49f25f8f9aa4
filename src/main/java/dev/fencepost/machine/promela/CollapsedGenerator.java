// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.collect.WordLayout;
import dev.fencepost.machine.parts.PartNumbers;
import dev.fencepost.machine.parts.PartViews;
import dev.fencepost.machine.parts.RememberedSteps;
import dev.fencepost.machine.parts.RememberedWords;
import dev.fencepost.machine.parts.StateNumbers;
import dev.fencepost.machine.parts.StepTable;
import dev.fencepost.machine.parts.StepTables;
import dev.fencepost.machine.parts.StepTargets;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WordSteps;
import java.util.Arrays;

/**
 * Takes steps in states that are the numbers of their parts. A process's own steps are taken once
 * and remembered; for the others the state is put together. The successors and their order are
 * those of {@link PromelaGenerator}; but where only assertions and ends matter, own steps that
 * change nothing are left out, and those that lead where another does.
 */
final class CollapsedGenerator implements ProcessGenerator, RememberedWords.Learner {
  /** Something is known of a process. */
  private static final byte KNOWN = 8;

  private static final byte[] NONE = {};
  private static final int[] NOTHING = {};

  private final PromelaProgram program;
  private final Components components;
  private final boolean reduced;
  private final boolean leavesOut;
  private final boolean[][] own;
  private final boolean[][] local;
  private final PromelaGenerator plain;
  private final Cuts cuts;
  private final PartNumbers numbers;
  private final RememberedSteps remembered;
  private final GlobalFootprints footprints;
  private final Successors whole = new Successors();
  private final byte[][] kinds = new byte[PromelaFrame.MOST_PROCESSES + 1][];
  private final int[][] seen = new int[PromelaFrame.MOST_PROCESSES + 1][];

  /** The state that is expanded, and as it is put together, if it is. */
  private final StateNumbers state;

  private byte[] expanded = new byte[256];
  private int expandedLength;

  /** Whether the plain generator stands in it. */
  private boolean standing;

  private final StepTargets targets = new StepTargets();

  /** What a process sees of what is global, as numbers. */
  private final byte[] view;

  private Successors out;
  private long[] actors = new long[64];
  private long movers;

  /** For a system, whose numbers and memory are those of all its generators. */
  CollapsedGenerator(CollapsedPromela system) {
    program = system.program;
    cuts = system.cuts;
    numbers = system.numbers;
    remembered = system.remembered;
    components = new Components(program, cuts, numbers);
    Reduction reduction = system.reduction;
    reduced = reduction != Reduction.NONE;
    leavesOut = reduction == Reduction.SAFETY;
    own = OwnSteps.of(program, reduction);
    local = reduction.localPoints(program);
    footprints = new GlobalFootprints(program, reduction);
    plain = new PromelaGenerator(program, reduction, false);
    state = new StateNumbers(cuts.count());
    view = new byte[cuts.count() * Integer.BYTES];
  }

  @Override
  public void initial(Successors target) throws LimitException {
    begin(target);
    plain.initial(whole);
    takeOver(0);
  }

  @Override
  public void successors(byte[] bytes, int at, int size, Successors target) throws LimitException {
    begin(target);
    state.pointTo(bytes, at, size);
    int processes = state.processes();
    if (reduced && ample(processes)) {
      return;
    }
    boolean any = false;
    for (int process = processes - 1; process >= 0; process--) {
      if (moves(process)) {
        movers |= bit(process);
        any = true;
      }
    }
    if (!any) {
      nothing();
    } else if (out.count() == 0) {
      out.terminal(Successors.Terminal.CUT, Successors.FINE);
    }
  }

  @Override
  public WordSteps words() {
    return new RememberedWords(this, remembered, true);
  }

  @Override
  public void stand(long word, WordLayout layout) {
    state.unpack(word, layout);
    expandedLength = 0;
    standing = false;
  }

  @Override
  public byte[] kinds(int process) {
    return kinds[process] == null ? NONE : kinds[process];
  }

  @Override
  public int[] seen(int process) {
    return seen[process] == null ? NOTHING : seen[process];
  }

  @Override
  public int scheduled(int index) throws LimitException {
    if (!leavesOut) {
      return index;
    }
    byte[] wanted =
        Arrays.copyOfRange(out.bytes(), out.start(index), out.start(index) + out.length(index));
    int code = out.code(index);
    expand();
    plain.successors(expanded, 0, expandedLength, whole);
    Successors all = new Successors();
    begin(all);
    takeOver(0);
    for (int i = 0; i < all.count(); i++) {
      int end = all.start(i) + all.length(i);
      if (all.code(i) == code
          && Arrays.equals(wanted, 0, wanted.length, all.bytes(), all.start(i), end)) {
        return i;
      }
    }
    throw new IllegalStateException("a step that was remembered cannot be taken");
  }

  private void begin(Successors target) {
    out = target;
    out.clear();
    movers = 0;
    expandedLength = 0;
    standing = false;
  }

  private boolean ample(int processes) throws LimitException {
    for (int process = processes - 1; process >= 0; process--) {
      if ((kind(process) & LOCAL) != 0 && moves(process)) {
        movers = -1;
        return true;
      }
    }
    return false;
  }

  /** No process can step: time runs out, or the run ends. */
  private void nothing() throws LimitException {
    expand();
    plain.successors(expanded, 0, expandedLength, whole);
    takeOver(0);
    movers = plain.movers();
    if (whole.count() == 0) {
      out.terminal(whole.terminal(), whole.terminalCode());
    }
  }

  /** Adds the steps of a process; whether there is one. */
  private boolean moves(int process) throws LimitException {
    int kind = kind(process);
    if ((kind & ENDS) != 0 && process < state.processes() - 1) {
      return false;
    }
    if ((kind & OWN) == 0) {
      int before = stepsOf(process);
      takeOver(before);
      return whole.count() > before;
    }
    StepTables tables = remembered.tables();
    long found = learn(process, tables);
    int before = out.count();
    tables.write(found, process, state, out);
    room(out.count());
    Arrays.fill(actors, before, out.count(), bit(process));
    return StepTable.moves(found);
  }

  /** What the steps of a process are found by. */
  private long key(int process, StepTables tables) throws LimitException {
    return tables.key(state, process, seen[process][state.process(process)]);
  }

  @Override
  public long learn(int process, StepTables tables) throws LimitException {
    long key = key(process, tables);
    long known = tables.of(process).find(key);
    return known == StepTable.UNKNOWN ? learn(process, key, tables) : known;
  }

  private long learn(int process, long key, StepTables tables) throws LimitException {
    int number = state.process(process);
    int first = stepsOf(process);
    int own = processAt(expanded, 0, process);
    targets.clear();
    byte[] bytes = whole.bytes();
    for (int i = first; i < whole.count(); i++) {
      int start = whole.start(i);
      int newView =
          isSame(bytes, start, 0, program.firstProcess)
              ? StepTable.shared(key)
              : view(bytes, start, seen[process][number], tables.views());
      int newNumber = RememberedSteps.GONE;
      if (process < (bytes[start] & 0xff)) {
        newNumber =
            isSame(bytes, start, own, program.type(expanded, own).bytes)
                ? number
                : components.process(process, bytes, start + own);
      }
      int code = whole.code(i);
      boolean stays = newView == StepTable.shared(key) && newNumber == number;
      if (!leavesOut || code != Successors.FINE || !stays && !targets.has(newView, newNumber)) {
        targets.add(newView, newNumber, code);
      }
    }
    long value = tables.of(process).add(key, targets, whole.count() > first);
    remembered.checkRoom();
    return value;
  }

  /** The number of what is seen of what is global in a state. */
  private int view(byte[] bytes, int start, int parts, PartViews views) throws LimitException {
    for (int part = 0; part < cuts.count(); part++) {
      boolean sees = (parts >> part & 1) != 0;
      PartNumbers.put(view, 0, part, sees ? components.global(part, bytes, start) : 0);
    }
    return views.number(view);
  }

  /** Whether a part of a state is as in the one that is expanded. */
  private boolean isSame(byte[] bytes, int start, int part, int size) {
    int from = start + part;
    return Arrays.equals(bytes, from, from + size, expanded, part, part + size);
  }

  private int processAt(byte[] bytes, int start, int process) {
    int at = start + program.firstProcess;
    for (int i = 0; i < process; i++) {
      at += program.type(bytes, at).bytes;
    }
    return at;
  }

  /** Takes the steps of a process in the state as a whole; the index of the first. */
  private int stepsOf(int process) throws LimitException {
    if (!standing) {
      expand();
      plain.stand(expanded, expandedLength, whole);
      standing = true;
    }
    int before = whole.count();
    plain.stepsOf(process);
    return before;
  }

  private void expand() {
    if (expandedLength == 0) {
      expandedLength = expand(state.bytes(), state.offset(), state.length());
    }
  }

  private int expand(byte[] bytes, int at, int size) {
    int count = size / Integer.BYTES;
    int needed = numbers.length(bytes, at, count);
    if (expanded.length < needed) {
      expanded = new byte[2 * needed];
    }
    numbers.expand(bytes, at, count, expanded);
    return needed;
  }

  /** Adds what steps in the state as a whole have led to, from some index on. */
  private void takeOver(int first) throws LimitException {
    for (int i = first; i < whole.count(); i++) {
      int start = whole.start(i);
      byte[] bytes = whole.bytes();
      int length = components.length(bytes[start] & 0xff);
      byte[] target = out.reserve(length);
      components.collapse(bytes, start, target, out.end());
      room(out.count() + 1);
      actors[out.count()] = plain.actors(i);
      out.add(out.end() + length, whole.code(i));
    }
  }

  private byte kind(int process) {
    int number = state.process(process);
    byte[] known = kinds[process];
    if (known == null || number >= known.length) {
      known = known == null ? new byte[number + 64] : Arrays.copyOf(known, 2 * number);
      kinds[process] = known;
      int[] old = seen(process);
      seen[process] = Arrays.copyOf(old, known.length);
    }
    if (known[number] == 0) {
      known[number] = find(process);
      seen[process][number] = cuts.with(footprints.of(process, expanded, expandedLength));
    }
    return known[number];
  }

  private byte find(int process) {
    expand();
    int at = processAt(expanded, 0, process);
    ProcessCode code = program.type(expanded, at);
    int point = code.point(expanded, at);
    int kind = KNOWN;
    kind |= own[code.index][point] ? OWN : 0;
    kind |= local[code.index][point] ? LOCAL : 0;
    kind |= Arrays.stream(code.points[point]).allMatch(CollapsedGenerator::isEnd) ? ENDS : 0;
    return (byte) kind;
  }

  private static boolean isEnd(TransitionCode step) {
    return step.kind == TransitionCode.Kind.END;
  }

  private void room(int count) {
    if (count > actors.length) {
      actors = Arrays.copyOf(actors, Math.max(count, 2 * actors.length));
    }
  }

  private static long bit(int process) {
    return process < Long.SIZE ? 1L << process : 0;
  }

  @Override
  public long[] marks() {
    return plain.marks();
  }

  @Override
  public boolean boundHit() {
    return plain.boundHit();
  }

  @Override
  public long actors(int index) {
    return actors[index];
  }

  @Override
  public long movers() {
    return movers;
  }

  @Override
  public void load(byte[] bytes, int at, int size, PromelaFrame target) {
    standing = false;
    expandedLength = 0;
    int needed = expand(bytes, at, size);
    target.load(expanded, 0, needed);
  }
}
