// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

/**
 * What a memory model says of its machine besides its laws.
 *
 * @param multiCopyAtomic all threads share one memory
 * @param speculation fetch goes on behind guesses
 * @param runsAhead loads execute ahead of branches and of unknown addresses (docs/machine.md)
 * @param splitsRmw a read-modify-write is a load and a store, and nobody writes the cell between
 * @param conditional when the result of a store-conditional is known
 * @param propagates writes reach threads by themselves, in one coherence order for each cell
 */
public record Traits(
    boolean multiCopyAtomic,
    boolean speculation,
    boolean runsAhead,
    boolean splitsRmw,
    Conditional conditional,
    boolean propagates) {

  /** When the result of a store-conditional is known. */
  public enum Conditional {
    /** It is a read-modify-write that fails where the link is lost; a weak one elsewhere too. */
    ATOMIC,
    /** It is a store with a result that nothing waits for; it may fail for no reason. */
    AT_ONCE,
    /** It is a store with a result when it is written; it may fail for no reason. */
    WHEN_WRITTEN
  }

  /** Whether the machine needs one memory and laws of program order alone. */
  public boolean isProcessor() {
    return runsAhead || splitsRmw || propagates || conditional != Conditional.ATOMIC;
  }

  static final Traits NONE = new Traits(true, false, false, false, Conditional.ATOMIC, false);

  Traits multiCopyAtomic(boolean yes) {
    return new Traits(yes, speculation, runsAhead, splitsRmw, conditional, propagates);
  }

  Traits speculation(boolean yes) {
    return new Traits(multiCopyAtomic, yes, runsAhead, splitsRmw, conditional, propagates);
  }

  Traits ahead() {
    return new Traits(multiCopyAtomic, speculation, true, splitsRmw, conditional, propagates);
  }

  Traits split() {
    return new Traits(multiCopyAtomic, speculation, runsAhead, true, conditional, propagates);
  }

  Traits conditional(Conditional when) {
    return new Traits(multiCopyAtomic, speculation, runsAhead, splitsRmw, when, propagates);
  }

  Traits propagating() {
    return new Traits(multiCopyAtomic, speculation, runsAhead, splitsRmw, conditional, true);
  }
}
