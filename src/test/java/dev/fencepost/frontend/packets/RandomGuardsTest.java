// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Random kinds, buckets and guards: those kinds run that a plain pool runs. */
class RandomGuardsTest {
  private static final int FILES = Boolean.getBoolean("fencepost.full") ? 2_000 : 60;
  private static final long SEED = Long.getLong("fencepost.seed", 1);

  /** A condition in the words of the language, and as it is meant. */
  private record Guard(String text, Predicate<Pool> holds) {}

  /** A pool; kinds, buckets and milestones have numbers. */
  private static final class Pool {
    final boolean[] waiting;
    final int[] unfinished;
    final boolean[] done;

    /** By kind, how many requests the running unit has made, or -1. */
    final int[] place;

    final boolean[] open;
    final boolean[] reached;

    Pool(int kinds, int buckets, int milestones) {
      waiting = new boolean[kinds];
      unfinished = new int[kinds];
      done = new boolean[kinds];
      place = new int[kinds];
      open = new boolean[buckets];
      reached = new boolean[milestones];
    }

    Pool copy() {
      Pool copy = new Pool(waiting.length, open.length, reached.length);
      System.arraycopy(waiting, 0, copy.waiting, 0, waiting.length);
      System.arraycopy(unfinished, 0, copy.unfinished, 0, unfinished.length);
      System.arraycopy(done, 0, copy.done, 0, done.length);
      System.arraycopy(place, 0, copy.place, 0, place.length);
      System.arraycopy(open, 0, copy.open, 0, open.length);
      System.arraycopy(reached, 0, copy.reached, 0, reached.length);
      return copy;
    }

    String key() {
      return List.of(
              Arrays.toString(waiting),
              Arrays.toString(unfinished),
              Arrays.toString(done),
              Arrays.toString(place),
              Arrays.toString(open),
              Arrays.toString(reached))
          .toString();
    }

    void request(int kind) {
      if (!waiting[kind]) {
        waiting[kind] = true;
        unfinished[kind]++;
      }
      done[kind] = false;
    }
  }

  /** A collector of which only the pool matters. */
  private static final class RandomCollector {
    private final Random random;
    private final int kinds;
    private final List<List<Integer>> requests = new ArrayList<>();
    private final List<Integer> buckets = new ArrayList<>();
    private final List<Guard> opens = new ArrayList<>();
    private final List<Guard> milestones = new ArrayList<>();

    RandomCollector(long seed) {
      random = new Random(seed);
      kinds = 2 + random.nextInt(3);
      for (int i = 0; i < kinds; i++) {
        buckets.add(random.nextInt(2));
        List<Integer> asked = new ArrayList<>();
        for (int n = random.nextInt(3); n > 0; n--) {
          asked.add(random.nextInt(kinds));
        }
        requests.add(asked);
      }
      Collections.sort(buckets);
      for (int i = 0; i < 2; i++) {
        opens.add(random.nextInt(4) == 0 ? new Guard("", pool -> true) : guard(2));
        milestones.add(guard(1));
      }
    }

    private Guard guard(int depth) {
      int choice = random.nextInt(depth == 0 ? 4 : 7);
      if (choice < 4) {
        return word(choice);
      }
      Guard left = guard(depth - 1);
      if (choice == 4) {
        return new Guard("!(" + left.text + ")", left.holds.negate());
      }
      Guard right = guard(depth - 1);
      return choice == 5
          ? new Guard("(" + left.text + " && " + right.text + ")", left.holds.and(right.holds))
          : new Guard("(" + left.text + " || " + right.text + ")", left.holds.or(right.holds));
    }

    private Guard word(int choice) {
      int kind = random.nextInt(kinds);
      int other = random.nextInt(2);
      return switch (choice) {
        case 0 -> new Guard("empty(k" + kind + ")", pool -> pool.unfinished[kind] == 0);
        case 1 -> new Guard("done(k" + kind + ")", pool -> pool.done[kind]);
        case 2 -> new Guard("open(b" + other + ")", pool -> pool.open[other]);
        default -> new Guard("m" + other, pool -> pool.reached[other]);
      };
    }

    private String text() {
      List<String> lines =
          new ArrayList<>(List.of("collector random;", "object { object *next; }"));
      for (int i = 0; i < kinds; i++) {
        StringBuilder body =
            new StringBuilder("kind k" + i + "() set { reachable(\"k" + i + "\"); ");
        requests.get(i).forEach(asked -> body.append("request k" + asked + "(); "));
        lines.add(body + "}");
      }
      lines.add("initially k0;");
      for (int bucket = 0; bucket < 2; bucket++) {
        List<String> held = new ArrayList<>();
        for (int i = 0; i < kinds; i++) {
          if (buckets.get(i) == bucket) {
            held.add("k" + i);
          }
        }
        String guard = opens.get(bucket).text;
        lines.add(
            "bucket b%d { %s } %s;"
                .formatted(
                    bucket,
                    String.join(", ", held),
                    guard.isEmpty() ? "open" : "opens when " + guard));
      }
      lines.add("milestone m0 when " + milestones.get(0).text + ";");
      lines.add("milestone m1 when " + milestones.get(1).text + ";");
      lines.add("scenario s { objects A; mutator m(a = A); }");
      return String.join("\n", lines) + "\n";
    }

    /** Every guard that holds opens at once, in the order of the file, and for ever. */
    private Pool settled(Pool pool) {
      boolean changed = true;
      while (changed) {
        changed = false;
        for (int i = 0; i < 2; i++) {
          boolean opening = !pool.open[i] && opens.get(i).holds.test(pool);
          pool.open[i] |= opening;
          changed |= opening;
        }
        for (int i = 0; i < 2; i++) {
          boolean reaching = !pool.reached[i] && milestones.get(i).holds.test(pool);
          pool.reached[i] |= reaching;
          changed |= reaching;
        }
      }
      return pool;
    }

    /** The kinds that some run of the pool runs. */
    private Set<String> run() {
      Pool start = new Pool(kinds, 2, 2);
      Arrays.fill(start.place, -1);
      start.request(0);
      for (int i = 0; i < 2; i++) {
        start.open[i] = opens.get(i).text.isEmpty();
      }
      Set<String> ran = new TreeSet<>();
      Set<String> seen = new HashSet<>();
      Deque<Pool> left = new ArrayDeque<>(List.of(settled(start)));
      while (!left.isEmpty()) {
        Pool pool = left.remove();
        if (!seen.add(pool.key())) {
          continue;
        }
        for (int kind = 0; kind < kinds; kind++) {
          Pool next = pool.copy();
          if (pool.place[kind] < 0) {
            if (!pool.waiting[kind] || !pool.open[buckets.get(kind)]) {
              continue;
            }
            next.waiting[kind] = false;
            next.place[kind] = 0;
            ran.add("k" + kind);
          } else if (pool.place[kind] < requests.get(kind).size()) {
            next.request(requests.get(kind).get(pool.place[kind]));
            next.place[kind]++;
          } else {
            next.unfinished[kind]--;
            next.done[kind] = next.unfinished[kind] == 0;
            next.place[kind] = -1;
          }
          left.add(settled(next));
        }
      }
      return ran;
    }
  }

  @Test
  void thoseKindsRunThatAPlainPoolRuns() throws InvalidInputException {
    int compared = 0;
    for (long seed = SEED * 100_000; seed < SEED * 100_000 + FILES; seed++) {
      RandomCollector collector = new RandomCollector(seed);
      String text = collector.text();
      Set<String> expected = collector.run();
      try {
        CheckResult found = Fencepost.checkText("r.packets", text).model("mmtk-sc").run();
        assertThat(new TreeSet<>(found.statistics().reached())).as(text).isEqualTo(expected);
        compared++;
      } catch (InvalidInputException refused) {
        assertThat(refused.getMessage()).as(text).containsAnyOf("can never", "holds no kind");
      }
    }
    assertThat(compared).isGreaterThan(FILES / 4);
  }
}
