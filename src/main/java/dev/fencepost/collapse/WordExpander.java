// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collect.Identifiers;
import dev.fencepost.collect.LongList;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.collect.WordLayout.Field;
import dev.fencepost.collect.WordWriter;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.StateExpander;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * Expands states from word to word: a memoised step replaces some fields. The generator expands all
 * other states: those with steps that are not memoised, an ample set, a violation, an identifier
 * that does not fit into its field, or no step. Successors and their order are the generator's.
 *
 * <p>Such steps wait for memory. So the steps of all states of a batch are looked up before any is
 * taken, process by process, in loops that do nothing else.
 */
final class WordExpander extends Expander {
  /** The parts that a process sees, if the machine classifies no local states: not read. */
  private static final int[] UNASKED = {};

  private final CollapsedGenerator generator;
  private final WordWriter writer;
  private final StateExpander others;
  private final @Nullable LocalStates locals;

  /** How many shared parts there are; the field of the first process. */
  private final int shared;

  private final WordProjections projections;

  private Expansion[] states = {};
  private int count;
  private WordLayout layout = WordLayout.EMPTY;
  private MemoTables memo;

  /**
   * Entries of {@link #memo} by the fields of words that they depend on, where there are several
   * shared parts: a projection has an identifier of its own then. For this thread and this layout.
   */
  private MemoTables byFields;

  /** The states as words, and which of them are left to the generator. */
  private long[] words = {};

  private boolean[] left = {};

  /** By process and state, what is looked up, and then the bits of the {@link MemoEntry}. */
  private long[][] entries = new long[0][];

  /** The state that the generator has entered. */
  private int entered;

  /** A checksum of prefetched words: it keeps the JIT from dropping the prefetch. */
  long seen;

  WordExpander(CollapsedGenerator generator, WordWriter writer) {
    super(generator, writer);
    this.generator = generator;
    this.writer = writer;
    others = new StateExpander(generator, writer);
    locals = generator.locals();
    shared = generator.shared();
    projections = new WordProjections(shared);
    memo = generator.memo().tables();
    byFields = new MemoTables(shared, 0, true);
  }

  @Override
  public void initial(Expansion out) throws LimitException {
    others.initial(out);
  }

  @Override
  public void expect(Expansion[] newStates, int newCount) {
    others.expect(newStates, newCount);
    states = newStates;
    count = newCount;
    layout = writer.layout();
    memo = generator.memo().tables();
    entered = -1;
    if (!projections.use(layout, memo.projections()) || byFields.isFull()) {
      byFields = new MemoTables(shared, layout.fields(), true);
    }
    if (entries.length < layout.fields() || left.length < count) {
      words = new long[states.length];
      left = new boolean[states.length];
      entries = new long[layout.fields()][states.length];
    }
    for (int i = 0; i < count; i++) {
      words[i] = states[i].state().word();
      left[i] = false;
    }
    for (int process = layout.fields() - shared - 1; process >= 0; process--) {
      approach(process);
    }
    for (int process = layout.fields() - shared - 1; process >= 0; process--) {
      look(process);
    }
  }

  /** Finds which steps of a process are wanted, and looks at where they may be. */
  private void approach(int process) {
    long[] keys = entries[process];
    int[] parts = locals == null ? UNASKED : locals.partBits(process);
    Field own = layout.field(shared + process);
    Field first = layout.field(0);
    boolean isLast = shared + process + 1 == layout.fields();
    long behind = isLast ? 0 : layout.field(shared + process + 1).mask();
    for (int i = 0; i < count; i++) {
      long word = words[i];
      int identifier = own.get(word);
      keys[i] = 0;
      if (identifier == Identifiers.NONE) {
        continue;
      }
      if (locals != null) {
        int kind = locals.kind(process, identifier);
        if (LocalStates.endsLast(kind) && (word & behind) != 0) {
          continue;
        }
        if (!LocalStates.isPlain(kind)) {
          left[i] = true;
          continue;
        }
      }
      keys[i] =
          shared == 1
              ? View.bits(first.get(word), identifier)
              : word & (projections.mask(parts[identifier]) | own.mask());
    }
    seen ^= table(process).approach(keys, count);
  }

  /** The table whose keys are computed from words. */
  private MemoTable table(int process) {
    return shared == 1 ? memo.of(process) : byFields.of(process);
  }

  private void look(int process) {
    long[] found = entries[process];
    MemoTable table = table(process);
    for (int i = 0; i < count; i++) {
      found[i] = found[i] == 0 ? MemoEntry.BLOCKED.bits() : table.bits(found[i]);
    }
  }

  @Override
  public void expand(int index) throws LimitException {
    LongList staged = writer.staged();
    int before = staged.size();
    if (writer.layout() == layout && !left[index] && stage(index, staged)) {
      states[index].found(staged.size() - before, staged.size());
    } else {
      staged.cutTo(before);
      others.expand(index);
    }
  }

  /** Stages the successors of a state; whether all is done by that. */
  private boolean stage(int index, LongList staged) throws LimitException {
    int before = staged.size();
    int processes = layout.fields() - shared;
    for (int i = 0; i < processes; i++) {
      int process = generator.inOrder(i, processes);
      // Bits cross calls, entries do not: so the JIT keeps entries off the heap.
      long bits = entries[process][index];
      if (new MemoEntry(bits).isUnknown()) {
        bits = learn(process, index).bits();
      }
      if (!new MemoEntry(bits).isBlocked() && !stage(process, words[index], bits, staged)) {
        return false;
      }
    }
    return staged.size() > before;
  }

  private MemoEntry learn(int process, int index) throws LimitException {
    long word = words[index];
    if (entered != index) {
      generator.enter(word, layout);
      entered = index;
    }
    MemoEntry entry = generator.entry(process, memo);
    return shared == 1
        ? entry
        : byFields
            .of(process)
            .add(word & fields(process, layout.field(shared + process), word), entry);
  }

  /** Stages successors by a process; whether they are known, without violations, and fit. */
  private boolean stage(int process, long word, long bits, LongList staged) {
    MemoEntry entry = new MemoEntry(bits);
    if (entry.isFruitless()) {
      return true;
    }
    Field own = layout.field(shared + process);
    long rest = word & ~fields(process, own, word);
    if (entry.isOneStep()) {
      return stage(own, rest, entry.target(), staged);
    }
    if (entry.isUnmemoised() || entry.isCoded()) {
      return false;
    }
    MemoTable table = memo.of(process);
    boolean fits = true;
    for (int step = 0; step < entry.count(); step++) {
      fits &= stage(own, rest, table.view(entry, step), staged);
    }
    return fits;
  }

  /** The fields that steps of a process depend on and change. */
  private long fields(int process, Field own, long word) {
    int parts = locals == null ? PartSet.ONE.bits() : locals.partBits(process)[own.get(word)];
    return own.mask() | projections.mask(parts);
  }

  private boolean stage(Field own, long rest, View target, LongList staged) {
    long fields = projections.word(target.projection());
    staged.add(rest | fields | own.put(target.process()));
    return fields != 0 && own.fits(target.process());
  }
}
