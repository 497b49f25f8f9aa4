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
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Random kinds, buckets and guards: the pool does what a plain pool does, and no more. */
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

    /** By kind, whether its unit was ever requested, and ever done. */
    final boolean[] requested;

    final boolean[] finished;
    final boolean[] open;
    final boolean[] reached;

    Pool(int kinds, int buckets, int milestones) {
      waiting = new boolean[kinds];
      unfinished = new int[kinds];
      done = new boolean[kinds];
      place = new int[kinds];
      requested = new boolean[kinds];
      finished = new boolean[kinds];
      open = new boolean[buckets];
      reached = new boolean[milestones];
    }

    Pool copy() {
      Pool copy = new Pool(waiting.length, open.length, reached.length);
      System.arraycopy(waiting, 0, copy.waiting, 0, waiting.length);
      System.arraycopy(unfinished, 0, copy.unfinished, 0, unfinished.length);
      System.arraycopy(done, 0, copy.done, 0, done.length);
      System.arraycopy(place, 0, copy.place, 0, place.length);
      System.arraycopy(requested, 0, copy.requested, 0, requested.length);
      System.arraycopy(finished, 0, copy.finished, 0, finished.length);
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
              Arrays.toString(requested),
              Arrays.toString(finished),
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
      requested[kind] = true;
    }
  }

  /** A guard of the file, and what it does to a pool when it holds. */
  private record Rule(Guard guard, Consumer<Pool> change) {
    void apply(Pool pool) {
      if (guard.holds.test(pool)) {
        change.accept(pool);
      }
    }
  }

  /** A collector of which only the pool matters. */
  private static final class RandomCollector {
    private final Random random;
    private final int kinds;
    private final List<List<Integer>> requests = new ArrayList<>();
    private final List<Integer> buckets = new ArrayList<>();
    private final Set<Integer> openFromTheStart = new TreeSet<>();

    /** In the order of the file. */
    private final List<Rule> rules = new ArrayList<>();

    /** The items of the file that state them, in that order. */
    private final List<String> items = new ArrayList<>();

    /** What is claimed of every state. */
    private final Guard claim;

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
      List<Runnable> order = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        int number = i;
        order.add(() -> bucket(number));
        order.add(() -> milestone(number));
      }
      Collections.shuffle(order, random);
      order.forEach(Runnable::run);
      claim = condition(2, 7);
    }

    private void bucket(int bucket) {
      List<String> held = new ArrayList<>();
      for (int i = 0; i < kinds; i++) {
        if (buckets.get(i) == bucket) {
          held.add("k" + i);
        }
      }
      String item = "bucket b" + bucket + " { " + String.join(", ", held) + " } ";
      if (random.nextInt(4) == 0) {
        openFromTheStart.add(bucket);
        item += "open";
      } else {
        Guard opens = guard(2);
        rules.add(new Rule(opens, pool -> pool.open[bucket] = true));
        item += "opens when " + opens.text;
      }
      if (random.nextInt(3) == 0) {
        Guard closes = guard(1);
        rules.add(new Rule(closes, pool -> pool.open[bucket] = false));
        item += " closes when " + closes.text;
      }
      items.add(item + ";");
    }

    private void milestone(int milestone) {
      Guard when = guard(1);
      rules.add(new Rule(when, pool -> pool.reached[milestone] = true));
      items.add("milestone m" + milestone + " when " + when.text + ";");
    }

    private Guard guard(int depth) {
      return condition(depth, 4);
    }

    /**
     * A random condition.
     *
     * @param words how many of the words there are: guards have four, properties three more
     */
    private Guard condition(int depth, int words) {
      int choice = random.nextInt(depth == 0 ? words : words + 3);
      if (choice < words) {
        return word(choice);
      }
      Guard left = condition(depth - 1, words);
      if (choice == words) {
        return new Guard("!(" + left.text + ")", left.holds.negate());
      }
      Guard right = condition(depth - 1, words);
      return choice == words + 1
          ? new Guard("(" + left.text + " && " + right.text + ")", left.holds.and(right.holds))
          : new Guard("(" + left.text + " || " + right.text + ")", left.holds.or(right.holds));
    }

    private Guard word(int choice) {
      int kind = random.nextInt(kinds);
      int other = random.nextInt(2);
      String unit = "(k" + kind + "())";
      return switch (choice) {
        case 0 -> new Guard("empty(k" + kind + ")", pool -> pool.unfinished[kind] == 0);
        case 1 -> new Guard("done(k" + kind + ")", pool -> pool.done[kind]);
        case 2 -> new Guard("open(b" + other + ")", pool -> pool.open[other]);
        case 3 -> new Guard("m" + other, pool -> pool.reached[other]);
        case 4 -> new Guard("requested" + unit, pool -> pool.requested[kind]);
        case 5 -> new Guard("done" + unit, pool -> pool.finished[kind]);
        default -> new Guard("waiting" + unit, pool -> pool.waiting[kind]);
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
      lines.addAll(items);
      lines.add("scenario s { objects A; mutator m(a = A); }");
      return String.join("\n", lines) + "\n";
    }

    /** The guards one after the other in the order of the file, as often as there are guards. */
    private Pool settled(Pool pool) {
      rules.forEach(round -> rules.forEach(rule -> rule.apply(pool)));
      return pool;
    }

    /** What the runs of the pool do. */
    private Runs run() {
      Pool start = new Pool(kinds, 2, 2);
      Arrays.fill(start.place, -1);
      start.request(0);
      openFromTheStart.forEach(bucket -> start.open[bucket] = true);
      boolean holds = true;
      Set<String> ran = new TreeSet<>();
      Set<String> seen = new HashSet<>();
      Deque<Pool> left = new ArrayDeque<>(List.of(settled(start)));
      while (!left.isEmpty()) {
        Pool pool = left.remove();
        if (!seen.add(pool.key())) {
          continue;
        }
        holds &= claim.holds.test(pool);
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
            next.finished[kind] = true;
          }
          left.add(settled(next));
        }
      }
      return new Runs(ran, holds);
    }
  }

  /** The kinds that some run of a pool runs, and whether the claim holds in all its states. */
  private record Runs(Set<String> kinds, boolean holds) {}

  @Test
  void aPoolDoesWhatAPlainPoolDoes() throws InvalidInputException {
    int compared = 0;
    int violated = 0;
    for (long seed = SEED * 100_000; seed < SEED * 100_000 + FILES; seed++) {
      RandomCollector collector = new RandomCollector(seed);
      String text = collector.text();
      String claimed = text + "property p: [] (" + collector.claim.text + ");\n";
      Runs expected = collector.run();
      try {
        CheckResult found = Fencepost.checkText("r.packets", text).model("mmtk-sc").run();
        assertThat(new TreeSet<>(found.statistics().reached())).as(text).isEqualTo(expected.kinds);
        CheckResult ofClaim = Fencepost.checkText("r.packets", claimed).model("mmtk-sc").run();
        assertThat(ofClaim.holds()).as(claimed).isEqualTo(expected.holds);
        assertThat(ofClaim.violated()).as(claimed).isEqualTo(!expected.holds);
        compared++;
        violated += expected.holds ? 0 : 1;
      } catch (InvalidInputException refused) {
        assertThat(refused.getMessage()).as(text).containsAnyOf("can never", "holds no kind");
      }
    }
    assertThat(compared).isGreaterThan(FILES / 4);
    assertThat(violated).isBetween(compared / 8, compared * 7 / 8);
  }
}
