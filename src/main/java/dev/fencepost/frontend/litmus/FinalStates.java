// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.litmus.LitmusCondition.Reader;
import dev.fencepost.ir.MemoryLocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SequencedSet;

/** The final states that were found for a test. Used by one thread at a time. */
public final class FinalStates {
  private final LitmusTest test;
  private final Map<String, Long> addresses;
  private final Map<Long, String> names = new HashMap<>();
  private final List<LitmusPlace> observed;

  private final SequencedSet<LitmusPlace> pointers;

  /** Per state whether the condition holds of it. */
  private final SequencedMap<List<Long>, Boolean> states = new LinkedHashMap<>();

  public FinalStates(LitmusTest test) {
    this.test = test;
    addresses = test.addresses();
    addresses.forEach((name, address) -> names.putIfAbsent(address, name));
    observed = List.copyOf(test.question().observed());
    pointers = test.question().pointers();
    for (LitmusPlace place : observed) {
      MemoryLocation cell =
          test.checked().program().memory().get(Objects.requireNonNull(test.cells().get(place)));
      if (cell.pointer()) {
        pointers.add(place);
      }
    }
  }

  /**
   * Adds what threads see in an end state, as far as the filter lets it: where a place names no
   * observer, and memories differ, each thread makes a final state.
   *
   * @param views what each thread sees of memory; one for all where they share it
   */
  public void add(List<long[]> views) {
    for (long[] view : views) {
      Reader reader = new Reader(place -> contents(place, view, views), addresses::get, test::type);
      if (test.question().filter().holds(reader)) {
        List<Long> values = new ArrayList<>(observed.size());
        observed.forEach(place -> values.add(contents(place, view, views)));
        states.computeIfAbsent(values, key -> test.question().condition().holds(reader));
      }
    }
  }

  private long contents(LitmusPlace place, long[] view, List<long[]> views) {
    int cell = Objects.requireNonNull(test.cells().get(place));
    return test.type(place).of(view(place, view, views)[cell]);
  }

  /** What the thread sees that a place names, else the one that is looked at. */
  private static long[] view(LitmusPlace place, long[] view, List<long[]> views) {
    boolean named = views.size() > 1 && place.thread() >= 0;
    return named ? views.get(place.thread()) : view;
  }

  /**
   * A final state.
   *
   * @param text as herd prints it
   * @param meets whether the condition holds of it
   * @param values of the observed places, in their order
   */
  public record FinalState(String text, boolean meets, List<Long> values) {
    public FinalState {
      values = List.copyOf(values);
    }
  }

  /** The states, in the order of their texts. */
  public List<FinalState> all() {
    return states.sequencedEntrySet().stream()
        .map(state -> new FinalState(text(state.getKey()), state.getValue(), state.getKey()))
        .sorted(Comparator.comparing(FinalState::text))
        .toList();
  }

  public int size() {
    return states.size();
  }

  /** The states as herd prints them, in order: {@code 0:EAX=0; [x]=1;}. */
  public List<String> texts() {
    return states.sequencedKeySet().stream().map(this::text).sorted().toList();
  }

  private String text(List<Long> values) {
    StringBuilder text = new StringBuilder();
    int index = 0;
    for (LitmusPlace place : observed) {
      long value = values.get(index++);
      String name = pointers.contains(place) ? names.get(value) : null;
      text.append(text.isEmpty() ? "" : " ").append(place).append('=');
      text.append(name == null ? test.type(place).text(value) : name).append(';');
    }
    return text.toString();
  }

  public Outcome outcome() {
    if (states.isEmpty()) {
      return Outcome.VACUOUS;
    }
    if (!states.containsValue(true)) {
      return Outcome.FORBIDDEN;
    }
    return states.containsValue(false) ? Outcome.ALLOWED : Outcome.REQUIRED;
  }
}
