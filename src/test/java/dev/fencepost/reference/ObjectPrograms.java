// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.List;
import java.util.Random;

/**
 * Random C programs over objects that are declared to be interchangeable; some distinguish them.
 */
final class ObjectPrograms {
  private static final List<String> STATEMENTS =
      List.of(
          "p = &heap[choose(N)];",
          "p = root;",
          "root = p;",
          "if (p) q = p->next;",
          "if (p) p->next = q;",
          "if (p) p->value = 1;",
          "if (q) r = q->value;",
          "p->value = r + 1;",
          "if (p == q) reachable(\"same\"); else p = q;",
          "if (p) assume(cas(&p->value, 0, 1));",
          "i = choose(N);",
          "n_last = i;",
          "i = n_last;",
          "colour[i] = r;",
          "r = colour[i];",
          "if (i == n_last) reachable(\"last\");",
          "p = &heap[i];",
          "heap[i].next = p;",
          "n_of[i] = i;",
          "i = n_of[i];",
          "(void)cas(&root, p, q);",
          "if (!root) reachable(\"none\");",
          "fence();",
          "assert(r != 2);",
          "{ struct object *t = p; p = q; q = t; }",
          "if (choose(2)) root = 0;",
          "strong_begin(); if (!seen) seen = p; strong_end();",
          "p = seen;",
          "__VERIFIER_atomic_begin(); q = root; root = p; __VERIFIER_atomic_end();",
          "for (int k = 0; k < 2; k++) heap[i].value = k;");

  private static final List<String> NAMING =
      List.of(
          "root = &heap[0];",
          "heap[1].value = 2;",
          "if (p == &heap[0]) reachable(\"first\");",
          "i = 0;",
          "colour[1] = 1;",
          "if (i) reachable(\"other\");",
          "r = heap[0].value;",
          "if (n_last == 1) r = 1;");

  /** What is refused, or should be. */
  private static final List<String> TELLING =
      List.of(
          "if (p < q) reachable(\"less\");",
          "i = (i + 1) % N;",
          "r = i;",
          "p = root + 1;",
          "i = choose(2);",
          "r = r + n_last;",
          "{ int *v = &heap[i].value; *v = 1; }",
          "i = r;");

  private static final List<String> PROPERTIES =
      List.of(
          "",
          "",
          "FENCEPOST_FINAL(end, heap[0].value + heap[1].value != 2)",
          "FENCEPOST_FINAL(end, heap[1].value != 1)",
          "FENCEPOST_INVARIANT(always, root != &heap[1] || colour[1] != 1)",
          "FENCEPOST_INVARIANT(always, colour[n_last] != 1)",
          "FENCEPOST_INVARIANT(always, !(colour[0] == 1 && colour[1] == 1))",
          "FENCEPOST_FINAL(end, n_of[0] != 1)");

  private final Random random;

  ObjectPrograms(long seed) {
    random = new Random(seed);
  }

  String next() {
    int objects = 2 + random.nextInt(2);
    int threads = 1 + random.nextInt(2);
    StringBuilder text =
        new StringBuilder(
            """
            #include <fencepost.h>
            #include <assert.h>
            #include <pthread.h>
            #define N %d
            struct object { struct object *next; int value; };
            FENCEPOST_INTERCHANGEABLE static struct object heap[N];
            FENCEPOST_INTERCHANGEABLE static int colour[N]%s;
            FENCEPOST_INTERCHANGEABLE static int n_of[N]%s;
            static struct object *root%s; static int n_last;
            FENCEPOST_GHOST static struct object *seen;
            """
                .formatted(
                    objects,
                    random.nextInt(3) == 0 ? " = {0, 1}" : "",
                    random.nextInt(3) == 0 ? " = {1, 0}" : "",
                    random.nextInt(3) == 0 ? " = &heap[1]" : ""));
    for (int i = 0; i <= threads; i++) {
      text.append("static void *run%d(void *unused)\n{\n".formatted(i));
      text.append("    struct object *p = &heap[choose(N)]; struct object *q = ");
      text.append(random.nextBoolean() ? "0;" : "root;");
      text.append(" int i = ").append(random.nextInt(4) == 0 ? "0;" : "choose(N);");
      text.append(" int r = 0;\n    (void)p; (void)q; (void)i; (void)r; (void)unused;\n");
      int statements = 2 + random.nextInt(3);
      for (int j = 0; j < statements; j++) {
        text.append("    ").append(statement()).append('\n');
      }
      text.append("    return 0;\n}\n");
    }
    text.append(pick(PROPERTIES)).append("\nint main(void)\n{\n    pthread_t t;\n");
    for (int i = 0; i < threads; i++) {
      text.append("    pthread_create(&t, 0, run%d, 0);\n".formatted(i));
    }
    return text.append("    run%d(0);\n    return 0;\n}\n".formatted(threads)).toString();
  }

  private String statement() {
    return switch (random.nextInt(16)) {
      case 0, 1 -> pick(NAMING);
      case 2 -> random.nextInt(4) == 0 ? pick(TELLING) : pick(STATEMENTS);
      default -> pick(STATEMENTS);
    };
  }

  private String pick(List<String> list) {
    return list.get(random.nextInt(list.size()));
  }
}
