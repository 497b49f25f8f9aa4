// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Statement;
import dev.fencepost.trace.Causes;
import dev.fencepost.trace.TraceAccess.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** In which steps the messages were sent that are in channels. */
final class SentMessages {
  /** Per channel, the steps, in the order of its messages. */
  private final Map<Integer, List<Integer>> senders = new HashMap<>();

  /** A channel with its messages before and behind a step. */
  record Channel(int number, String name, List<String> before, List<String> after) {}

  /** The steps of a channel's messages; a channel that took the number of another has no past. */
  private List<Integer> of(Channel channel) {
    List<Integer> steps = senders.computeIfAbsent(channel.number(), number -> new ArrayList<>());
    return steps.size() == channel.before().size() ? steps : new ArrayList<>();
  }

  /** A message was sent, unless the channel lost it. */
  void sent(Channel channel, boolean sorted, int step) {
    int count = channel.before().size();
    if (channel.after().size() > count && of(channel).size() == count) {
      int place = sorted ? difference(channel.after(), channel.before()) : count;
      of(channel).add(place, step);
    }
  }

  /** A message was received; of one that stays, only the first of its channel is known. */
  Optional<Causes.Read> received(Channel channel, Statement.Receive receive) {
    if (channel.before().isEmpty() || receive.keep() && receive.anywhere()) {
      return Optional.empty();
    }
    int place = receive.anywhere() ? difference(channel.before(), channel.after()) : 0;
    while (place > 0 && channel.before().get(place - 1).equals(channel.before().get(place))) {
      place--;
    }
    List<Integer> steps = of(channel);
    Optional<Source> source =
        steps.isEmpty() ? Optional.empty() : Optional.of(new Source(-1, steps.get(place)));
    if (!receive.keep() && !steps.isEmpty()) {
      steps.subList(place, place + 1).clear();
    }
    return Optional.of(Causes.Read.ofMessage(channel.name(), channel.before().get(place), source));
  }

  /** The place of the message that one list has more, behind all that equal it. */
  private static int difference(List<String> more, List<String> less) {
    int place = 0;
    while (place < less.size() && more.get(place).equals(less.get(place))) {
      place++;
    }
    return place;
  }
}
