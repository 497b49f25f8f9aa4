// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.collect.LongList;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WordSteps;

/**
 * Steps from word to word: a step that is remembered changes two fields. Leaves states to the
 * generator in which a process may do what cannot be remembered, or something else than all steps
 * of all processes is wanted. The successors are the generator's, in the same order.
 *
 * <p>Memory is what such steps wait for. So the steps of all states that are to come are looked up
 * before any is taken, process by process, in loops that have nothing else to do.
 */
public final class RememberedWords implements WordSteps {
  /** What takes the steps that are not remembered yet. */
  public interface Learner {
    /** For {@link #kinds}: the process's steps can be remembered. */
    byte OWN = 1;

    /** They may be all that is wanted of a state's steps. */
    byte LOCAL = 2;

    /** All that the process can still do is to end, when it is the last. */
    byte ENDS = 4;

    /** Stands in another state. */
    void stand(long word, WordLayout layout);

    /**
     * Finds where the steps of a process in the state lead, or takes them to learn that; the value.
     */
    long learn(int process, StepTables tables) throws LimitException;

    /**
     * What is known of a process by its number alone, for all that has become known: whoever has
     * another number is left to the generator. Null where there is nothing to be known.
     */
    byte[] kinds(int process);

    /**
     * By the number of a process, the parts of what is shared that its steps hang on or change, as
     * bits; for all whose kind is known. Null where there is only one.
     */
    int[] seen(int process);
  }

  private final Learner learner;
  private final RememberedSteps remembered;
  private final boolean youngestFirst;
  private final WordViews views;

  /** The field of the first process. */
  private final int first;

  private long[] states = {};
  private int count;
  private WordLayout layout;
  private StepTables steps;

  /**
   * The same values by the fields of words that they hang on, where these are several: a field of
   * what is shared is its number only where there is one. For this thread and this layout.
   */
  private StepTables near;

  /**
   * Keys and then what was found, by process and state; and the states that are left to the
   * generator.
   */
  private long[][] found = new long[0][];

  private boolean[] left = {};

  /** The state that the learner stands in. */
  private int standing;

  /** What was looked at in advance: kept, so that it is looked at. */
  long seen;

  /**
   * @param youngestFirst whether the steps of the last process come first
   */
  public RememberedWords(Learner learner, RememberedSteps remembered, boolean youngestFirst) {
    this.learner = learner;
    this.remembered = remembered;
    this.youngestFirst = youngestFirst;
    first = remembered.shared();
    views = new WordViews(first);
    near = new StepTables(first, 0, true);
  }

  @Override
  public void expect(long[] words, int size, WordLayout fields) {
    states = words;
    count = size;
    layout = fields;
    steps = remembered.tables();
    standing = -1;
    if (!views.use(layout, steps.views()) || near.isFull()) {
      near = new StepTables(first, fields.fields(), true);
    }
    if (left.length < count || found.length < fields.fields()) {
      left = new boolean[words.length];
      found = new long[fields.fields()][words.length];
    }
    for (int i = 0; i < count; i++) {
      left[i] = false;
    }
    for (int process = fields.fields() - first - 1; process >= 0; process--) {
      approach(process);
    }
    for (int process = fields.fields() - first - 1; process >= 0; process--) {
      look(process);
    }
  }

  /** Finds which steps are wanted, and looks at where they may be. */
  private void approach(int process) {
    long[] keys = found[process];
    byte[] kinds = learner.kinds(process);
    int[] seenBy = learner.seen(process);
    int shift = layout.shift(first + process);
    long mask = mask(first + process);
    int next = first + process + 1;
    long younger = next < layout.fields() ? layout.mask(next) : 0;
    long own = layout.mask(first + process);
    int sharedShift = layout.shift(PartNumbers.SHARED);
    long shared = mask(PartNumbers.SHARED);
    for (int i = 0; i < count; i++) {
      long word = states[i];
      int number = (int) (word >>> shift & mask);
      int kind = kinds == null ? Learner.OWN : number < kinds.length ? kinds[number] : 0;
      keys[i] = 0;
      if (number == 0 || (kind & Learner.ENDS) != 0 && (word & younger) != 0) {
        continue;
      }
      if ((kind & (Learner.OWN | Learner.LOCAL)) != Learner.OWN) {
        left[i] = true;
        continue;
      }
      keys[i] =
          first == 1
              ? StepTable.key((int) (word >>> sharedShift & shared), number)
              : word & (views.mask(seenBy[number]) | own);
    }
    seen ^= StepTable.approach(table(process).slots(), keys, count);
  }

  /** Where the steps of a process are found by what is in a word. */
  private StepTable table(int process) {
    return first == 1 ? steps.of(process) : near.of(process);
  }

  private long mask(int field) {
    return (1L << layout.width(field)) - 1;
  }

  /** Finds the steps of a process, where they are remembered. */
  private void look(int process) {
    long[] values = found[process];
    StepTable table = table(process);
    for (int i = 0; i < count; i++) {
      values[i] = values[i] == 0 ? StepTable.STUCK : table.find(values[i]);
    }
  }

  @Override
  public boolean successors(int index, LongList out) throws LimitException {
    if (left[index]) {
      return false;
    }
    int before = out.size();
    int processes = layout.fields() - first;
    for (int i = 0; i < processes; i++) {
      int process = youngestFirst ? processes - 1 - i : i;
      long value = found[process][index];
      if (value == StepTable.UNKNOWN) {
        value = learn(process, index);
      }
      if (value != StepTable.STUCK && !add(process, states[index], value, out)) {
        out.cutTo(before);
        return false;
      }
    }
    return out.size() > before;
  }

  private long learn(int process, int index) throws LimitException {
    if (standing != index) {
      learner.stand(states[index], layout);
      standing = index;
    }
    long value = learner.learn(process, steps);
    if (first > 1) {
      long word = states[index];
      near.of(process).keep(word & changed(process, word), value);
    }
    return value;
  }

  /** Adds the steps of a process; whether they are told, without a code, and numbers fit. */
  private boolean add(int process, long word, long value, LongList out) {
    if (value == StepTable.IDLE) {
      return true;
    }
    long rest = word & ~changed(process, word);
    if (!StepTable.isList(value)) {
      return StepTable.shared(value) != 0
          && add(process, rest, StepTable.shared(value), StepTable.number(value), out);
    }
    if (StepTable.isCoded(value)) {
      return false;
    }
    int[] lists = steps.of(process).lists();
    int at = StepTable.number(value);
    int end = at + 2 * StepTable.count(value);
    boolean fits = true;
    for (; at < end; at += 2) {
      fits &= add(process, rest, lists[at], lists[at + 1], out);
    }
    return fits;
  }

  /** The fields that steps of a process change. */
  private long changed(int process, long word) {
    int[] seenBy = learner.seen(process);
    int number = (int) (word >>> layout.shift(first + process) & mask(first + process));
    return layout.mask(first + process) | views.mask(seenBy == null ? 1 : seenBy[number]);
  }

  private boolean add(int process, long rest, int view, int number, LongList out) {
    long fields = views.word(view);
    out.add(rest | fields | (long) number << layout.shift(first + process));
    return fields != 0 && number >>> layout.width(first + process) == 0;
  }
}
