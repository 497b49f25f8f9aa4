// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random C programs of threads that run the same code, with elements of their own that they find by
 * their number, and of others that may distinguish them. A part of them is not symmetric in some
 * way that is easily overlooked.
 */
final class SymmetricPrograms {
  private static final List<String> OWN =
      List.of(
          "a[self] = 1;",
          "b[self] = r + 1;",
          "r = a[self];",
          "r = b[self];",
          "r = id[self];",
          "id[self] = 1;",
          "ghost[self] = r;",
          "r = ghost[self];",
          "(void)cas(&a[self], 0, r + 1);",
          "b[self]++;",
          "strong_begin(); if (ghost[self] < 2) ghost[self] = ghost[self] + 1; strong_end();");
  private static final List<String> COMMON =
      List.of(
          "r = shared;",
          "shared = 1;",
          "shared = r;",
          "(void)cas(&shared, 0, r + 1);",
          "r = (int)cas(&turn, 0, 1);",
          "fence();",
          "fence_release();",
          "if (choose(2)) b[self] = 3;",
          "r = choose(2);",
          "assume(shared != 3);",
          "*at[self] = 3;",
          "r = *at[self];",
          "if (r == 2) reachable(\"two\"); else if (r) a[self] = 2;",
          "if (r == 1) { shared = 2; reachable(\"one\"); }",
          "assert(r != 2);",
          "assert(shared != 3);",
          "__VERIFIER_atomic_begin(); r = turn; a[self] = r + 1; turn = 2;"
              + " __VERIFIER_atomic_end();",
          "for (int i = 0; i < 2; i++) b[self] = i;",
          "while (turn == 1 && !shared) {}");

  /** What distinguishes threads though each has the same code. */
  private static final List<String> UNLIKE =
      List.of(
          "a[(self + r) % MEMBERS] = 1;",
          "r = a[(self + r) % MEMBERS];",
          "r = a[(self + 1) % MEMBERS];",
          "shared = self;",
          "if (self == 1) shared = 2;",
          "{ int *p = &a[self]; *p = r; shared = p == &a[0]; }",
          "r = *first;",
          "(void)cas2(&a[self], &a[MEMBERS - 1 - self], 0, 1, 1, 2);",
          "pthread_mutex_lock(&lock); r = shared; pthread_mutex_unlock(&lock);",
          "a[r < MEMBERS ? r : 0] = 2;");

  private static final List<String> OTHERS =
      List.of(
          "shared = 2;",
          "int v = a[1]; if (v) shared = v; a[0] = 1;",
          "int v = b[0]; shared = v; fence(); turn = 1;",
          "ghost[1] = 1; turn = 0;",
          "for (int i = 0; i < MEMBERS; i++) { int v = a[i]; if (v == 2) shared = i; }",
          "int v = shared; if (v < MEMBERS) { v = a[v]; turn = v; }",
          "first = &a[1]; shared = 1;");

  private static final List<String> MAINS =
      List.of(
          "",
          "int v = shared; assert(v != 3);",
          "int v = a[0]; int w = a[1]; if (v == 1 && w == 2) reachable(\"apart\");",
          "shared = 2;");

  private static final List<String> PROPERTIES =
      List.of(
          "",
          "",
          "FENCEPOST_FINAL(end, shared != 2)",
          "FENCEPOST_FINAL(end, a[1] != 2)",
          "FENCEPOST_INVARIANT(always, !(shared == 2 && turn == 1))",
          "FENCEPOST_INVARIANT(always, b[0] != 3)");

  private final Random random;

  SymmetricPrograms(long seed) {
    random = new Random(seed);
  }

  String next() {
    int members = 2 + random.nextInt(2);
    StringBuilder body = new StringBuilder();
    int statements = members == 3 ? 2 : 2 + random.nextInt(3);
    for (int i = 0; i < statements; i++) {
      body.append("    ").append(statement()).append('\n');
    }
    List<String> started = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      started.add("    pthread_create(&t%d, 0, worker, (void *)%d);%n".formatted(i, i));
    }
    if (random.nextInt(3) > 0) {
      started.add("    pthread_create(&other_thread, 0, other, 0);\n");
    }
    Collections.shuffle(started, random);
    return """
    #include <fencepost.h>
    #include <assert.h>
    #include <pthread.h>
    #include <stdint.h>
    #define MEMBERS %d
    static int a[MEMBERS]; static int b[MEMBERS]; static int id[MEMBERS] = {0, %s};
    FENCEPOST_GHOST static int ghost[MEMBERS];
    static int shared; static int turn;
    static int *at[MEMBERS] = {%s};
    static int *first = &a[0];
    static pthread_mutex_t lock;
    static void *worker(void *number)
    {
        int self = (int)(intptr_t)number; int r = 0;
    %s    return 0;
    }
    static void *other(void *unused) { (void)unused; %s return 0; }
    %s
    int main(void)
    {
        pthread_t t0, t1, t2, other_thread;
    %s    %s
    %s    %s
        return 0;
    }
    """
        .formatted(
            members,
            members == 3 ? "1, 1" : random.nextBoolean() ? "1" : "0",
            targets(members),
            body,
            pick(OTHERS),
            pick(PROPERTIES),
            String.join("", started),
            random.nextInt(4) == 0 ? pick(MAINS) : "",
            joins(members),
            random.nextInt(3) == 0 ? pick(MAINS).replace("v", "x").replace("w", "y") : "");
  }

  private String statement() {
    return switch (random.nextInt(12)) {
      case 0, 1, 2, 3, 4, 5 -> pick(OWN);
      case 6 -> random.nextInt(3) == 0 ? pick(UNLIKE) : pick(COMMON);
      default -> pick(COMMON);
    };
  }

  private String targets(int members) {
    List<String> targets = new ArrayList<>();
    boolean own = random.nextInt(3) == 0;
    for (int i = 0; i < members; i++) {
      targets.add(own ? "&b[%d]".formatted(i) : "&shared");
    }
    return String.join(", ", targets);
  }

  private String joins(int members) {
    StringBuilder joins = new StringBuilder();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      order.add(i);
    }
    if (random.nextInt(3) == 0) {
      Collections.shuffle(order, random);
    }
    int joined = random.nextInt(4) == 0 ? random.nextInt(members) : members;
    for (int i : order.subList(0, joined)) {
      joins.append("    pthread_join(t%d, 0);%n".formatted(i));
    }
    return joins.toString();
  }

  private String pick(List<String> list) {
    return list.get(random.nextInt(list.size()));
  }
}
