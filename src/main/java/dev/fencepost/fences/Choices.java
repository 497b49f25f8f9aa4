// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult.InputText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** All choices of a search; an assignment is a set of their numbers. */
final class Choices {
  private final List<Choice> all;
  private final Ask ask;
  private final InputText text;
  private final List<BitSet> atLeast = new ArrayList<>();
  private final Map<Site.Key, BitSet> at = new HashMap<>();

  Choices(List<Choice> all, Ask ask) {
    this.all = List.copyOf(all);
    this.ask = ask;
    text =
        InputText.of(
            "choices",
            all.stream()
                .map(each -> each.site().key() + " " + each.kind())
                .collect(Collectors.joining("\n", ask + "\n", "")));
    for (int i = 0; i < all.size(); i++) {
      at.computeIfAbsent(all.get(i).site().key(), any -> new BitSet()).set(i);
    }
    for (Choice weak : all) {
      BitSet stronger = new BitSet();
      at(weak.site().key()).stream()
          .filter(i -> all.get(i).kind().covers(weak.kind()))
          .forEach(stronger::set);
      atLeast.add(stronger);
    }
  }

  /** All of them as a text: with another one, numbers mean other choices. */
  InputText text() {
    return text;
  }

  List<Choice> all() {
    return all;
  }

  Choice get(int i) {
    return all.get(i);
  }

  /** Whether orders of accesses are among them. */
  boolean hasOrders() {
    return all.stream().anyMatch(each -> each.site().isAccess());
  }

  List<Choice> of(BitSet set) {
    return set.stream().mapToObj(all::get).toList();
  }

  long cost(BitSet set) {
    return of(set).stream().mapToLong(Choice::cost).sum();
  }

  BitSet everything() {
    BitSet set = new BitSet();
    set.set(0, all.size());
    return set;
  }

  /** The choices at a site. */
  BitSet at(Site.Key site) {
    return at.getOrDefault(site, new BitSet());
  }

  /** The choices that do what one does, or more, where it does it. */
  BitSet atLeast(int choice) {
    return atLeast.get(choice);
  }

  /** Whether an assignment orders all that another one orders, as far as the choices say so. */
  boolean covers(BitSet strong, BitSet weak) {
    return weak.stream().allMatch(i -> atLeast.get(i).intersects(strong));
  }

  /** Takes from a set what an assignment has, and orders that it covers. */
  void removeHad(BitSet assignment, BitSet from) {
    from.andNot(assignment);
    for (int i = from.nextSetBit(0); i >= 0; i = from.nextSetBit(i + 1)) {
      if (all.get(i).site().isAccess() && atLeast.get(i).intersects(assignment)) {
        from.clear(i);
      }
    }
  }

  /** The sets of which an assignment has at most one choice: the orders of an access. */
  List<BitSet> exclusive() {
    return at.values().stream()
        .filter(set -> all.get(set.nextSetBit(0)).site().isAccess())
        .toList();
  }

  /** The assignment with one order for each access, which covers all that it has there. */
  BitSet normalised(BitSet set) {
    BitSet result = (BitSet) set.clone();
    for (BitSet orders : exclusive()) {
      BitSet chosen = (BitSet) orders.clone();
      chosen.and(set);
      joined(chosen)
          .ifPresent(
              join -> {
                result.andNot(orders);
                orders.stream().filter(i -> all.get(i).kind().equals(join)).forEach(result::set);
              });
    }
    return result;
  }

  /** The assignment without fences that a stronger one at their site makes idle. */
  BitSet withoutCovered(BitSet set) {
    BitSet result = (BitSet) set.clone();
    set.stream()
        .filter(i -> atLeast.get(i).stream().anyMatch(strong -> strong != i && set.get(strong)))
        .forEach(result::clear);
    return result;
  }

  private Optional<AccessOrder> joined(BitSet chosen) {
    List<AccessOrder> orders = of(chosen).stream().map(each -> (AccessOrder) each.kind()).toList();
    return orders.isEmpty() ? Optional.empty() : Optional.of(AccessOrder.join(orders));
  }

  /** What an assignment puts where. */
  Assignment assignment(BitSet set) {
    Map<Site.Key, List<FenceKind>> fences = new HashMap<>();
    Map<Site.Key, AccessOrder> orders = new HashMap<>();
    for (Choice choice : all) {
      choice
          .site()
          .present()
          .order()
          .ifPresent(present -> orders.put(choice.site().key(), ask.orders(present).getFirst()));
    }
    for (Choice choice : of(normalised(set))) {
      switch (choice.kind()) {
        case FenceKind fence ->
            fences.computeIfAbsent(choice.site().key(), any -> new ArrayList<>()).add(fence);
        case AccessOrder order -> orders.put(choice.site().key(), order);
      }
    }
    return new Assignment(fences, orders);
  }
}
