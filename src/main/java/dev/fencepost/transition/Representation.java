// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A system in one representation of its states, and the store that takes them. The representations
 * of one system have the same states and the same schedules.
 *
 * @param <S> what the system offers
 */
public interface Representation<S extends TransitionSystem> {

  S system();

  /**
   * An empty store for the system's states.
   *
   * @param maxBytes the memory that it may take
   */
  RecordSet newStore(long maxBytes);

  /**
   * A store that takes no state: its writers stage successors for a search that keeps states
   * elsewhere. It is of words where {@link #newStore} is.
   */
  default RecordSet newStaging() {
    return new ByteRecords(Long.MAX_VALUE);
  }

  /** The numbered parts that the identifiers in states stand for. */
  default NumberedParts parts() {
    return NumberedParts.NONE;
  }

  /** Expands states of such a store, for one thread. */
  default Expander newExpander(RecordSet store) {
    return new StateExpander(system().newGenerator(), store.newWriter());
  }

  /** Several such expanders with one generator, for one thread. */
  default List<Expander> newExpanders(RecordSet store, int count) {
    Expander first = newExpander(store);
    return Stream.iterate(first, each -> new StateExpander(first.generator(), store.newWriter()))
        .limit(count)
        .toList();
  }

  /**
   * Whether to expand a state takes many times as long as to add its successors to the store, so
   * that threads may do the latter one after the other.
   */
  default boolean expandsSlowly() {
    return false;
  }

  /** The memory that states take beside the store. */
  default long bytes() {
    return 0;
  }

  /** Whether a search that has met so many states is to go on with this representation. */
  default boolean pays(long states) {
    return true;
  }

  /** The representation for a restart if this one does not pay. */
  default Optional<Representation<S>> afterWaste() {
    return Optional.empty();
  }

  /** The representation for a restart if a state does not fit into a record of the store. */
  default Optional<Representation<S>> afterOverflow() {
    return Optional.empty();
  }

  /** The system whose states these represent, and whose schedules are shown. */
  default TransitionSystem whole() {
    return system();
  }

  /** A state as {@link #whole()} has it. */
  default byte[] whole(byte[] bytes, int offset, int length) {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  /** This representation for a system made of this one, whose states contain its states. */
  default <T extends TransitionSystem> Representation<T> map(Function<? super S, T> made) {
    return new MappedStates<>(this, made.apply(system()), made);
  }

  /** The states as they are. */
  static <S extends TransitionSystem> Representation<S> of(S system) {
    return new WholeStates<>(system, false);
  }

  /** Whole states, in a store that cuts long ones into parts. */
  static <S extends TransitionSystem> Representation<S> packed(S system) {
    return new WholeStates<>(system, WholeStates.areLong(system));
  }

  /** The states as they are. */
  record WholeStates<S extends TransitionSystem>(S system, boolean inParts)
      implements Representation<S> {
    private static final int LONG = 32;
    private static final int STEPS = 100;

    /** Whether some state of a run is long; the first states of a run are often short. */
    private static boolean areLong(TransitionSystem system) {
      Generator generator = system.newGenerator();
      Successors out = new Successors();
      try {
        generator.initial(out);
        for (int i = 0; i < STEPS && out.count() > 0; i++) {
          if (out.length(0) >= LONG) {
            return true;
          }
          byte[] state = out.state(0);
          generator.successors(state, 0, state.length, out);
        }
        return false;
      } catch (LimitException e) {
        // the search itself will come to it
        return false;
      }
    }

    @Override
    public RecordSet newStore(long maxBytes) {
      return inParts ? ByteRecords.withParts(maxBytes) : new ByteRecords(maxBytes);
    }

    @Override
    public boolean expandsSlowly() {
      return true;
    }
  }

  /** States that contain states of another representation. */
  record MappedStates<R extends TransitionSystem, S extends TransitionSystem>(
      Representation<R> inner, S system, Function<? super R, S> made) implements Representation<S> {
    @Override
    public RecordSet newStore(long maxBytes) {
      return new ByteRecords(maxBytes);
    }

    @Override
    public long bytes() {
      return inner.bytes();
    }

    @Override
    public boolean pays(long states) {
      return inner.pays(states);
    }

    @Override
    public Optional<Representation<S>> afterWaste() {
      return inner.afterWaste().map(next -> next.map(made));
    }
  }
}
