// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Random trees of threads in C. Threads get numbers, pointers and structs, write to what is theirs
 * alone, and give results through joins and memory. All are joined before their results are used,
 * so each program gives one number, whatever the schedule.
 */
final class RandomThreadTreesC {
  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();
  private int functions;
  private int threads;

  private RandomThreadTreesC(SplittableRandom random) {
    this.random = random;
  }

  static String program(SplittableRandom random, String prefix) {
    return new RandomThreadTreesC(random).program().replace("@", prefix);
  }

  private String program() {
    text.append("struct @_job { long in; long out; pthread_t kept; };\n");
    text.append("static long @_c[16]; static pthread_t @_k[16];\n");
    text.append("static _Thread_local int @_own = 3;\n");
    threads = 2 + random.nextInt(3);
    StringBuilder main = new StringBuilder("static unsigned long @(void) {\nlong sum = 1;\n");
    main.append(parent(2));
    main.append("for (int i = 0; i < 16; i++) sum = sum * 31 + @_c[i];\n");
    main.append("return sum * 3 + @_own;\n}\n");
    return text.append(main).toString();
  }

  /** Statements that start threads, join them, and add what they gave to {@code sum}. */
  private String parent(int depth) {
    StringBuilder made = new StringBuilder();
    int groups = 1 + random.nextInt(2);
    for (int i = 0; i < groups && threads > 0; i++) {
      switch (random.nextInt(5)) {
        case 0 -> single(made, depth);
        case 1 -> jobs(made, depth);
        case 2 -> pair(made, depth);
        case 3 -> kept(made, depth);
        default -> loop(made, depth);
      }
    }
    return made.toString();
  }

  /** A thread that gets a number and returns one. */
  private void single(StringBuilder made, int depth) {
    String name = worker(depth);
    made.append("{ pthread_t t; void *r; pthread_create(&t, NULL, ");
    made.append("%s, (void *)(intptr_t)(%s));\n".formatted(name, number()));
    made.append(
        "sum += %d; pthread_join(t, &r); sum = sum * 7 + (intptr_t)r; }\n"
            .formatted(random.nextInt(9)));
  }

  /** Two threads at a time, joined in either order. */
  private void pair(StringBuilder made, int depth) {
    String first = worker(depth);
    String second = worker(0);
    boolean swapped = random.nextBoolean();
    made.append("{ pthread_t t[2]; void *r[2] = {0};\n");
    made.append("pthread_create(&t[0], NULL, %s, (void *)%dL);\n".formatted(first, small()));
    made.append("pthread_create(t + 1, NULL, %s, (void *)(sum & 7));\n".formatted(second));
    made.append("pthread_join(t[%d], &r[%d]); ".formatted(swapped ? 1 : 0, swapped ? 1 : 0));
    made.append("pthread_join(t[%d], &r[%d]);\n".formatted(swapped ? 0 : 1, swapped ? 0 : 1));
    made.append("sum = sum * 5 + (long)r[0] - 3 * (long)r[1]; }\n");
  }

  /** A thread whose argument and result are in a struct of its creator. */
  private void jobs(StringBuilder made, int depth) {
    int own = functions++;
    threads--;
    StringBuilder body = new StringBuilder();
    body.append("static void *@_w%d(void *a) {\n".formatted(own));
    body.append("struct @_job *job = a; long sum = job->in; @_own += sum;\n");
    if (depth > 0 && random.nextBoolean()) {
      body.append(parent(depth - 1));
    }
    body.append("job->out = sum * %d + @_own; ".formatted(1 + random.nextInt(4)));
    body.append(random.nextBoolean() ? "return job;\n}\n" : "pthread_exit(&job->out);\n}\n");
    boolean givesJob = body.indexOf("return job") >= 0;
    text.append(body);
    String place = random.nextBoolean() ? "job" : "heap";
    made.append(
        "{ struct @_job job = { %s }, *heap = malloc(sizeof *heap); *heap = job;\n"
            .formatted(number()));
    made.append(
        "void *r; pthread_create(&%s%skept, NULL, @_w%d, %s);\n"
            .formatted(
                place,
                place.equals("job") ? "." : "->",
                own,
                place.equals("job") ? "&job" : "heap"));
    made.append(
        "pthread_join(%s, &r);\n".formatted(place.equals("job") ? "job.kept" : "heap->kept"));
    made.append("sum ^= %s; ".formatted(givesJob ? "((struct @_job *)r)->out" : "*(long *)r"));
    made.append("sum += job.in - heap->out; free(heap); }\n");
  }

  /** A thread whose handle is kept in memory, and joined by a function or another thread. */
  private void kept(StringBuilder made, int depth) {
    String name = worker(depth);
    int own = functions++;
    int slot = own % 16;
    boolean byThread = threads > 0 && random.nextBoolean();
    text.append("static void *@_j%d(void *slot) { void *r; ".formatted(own));
    text.append(
        "pthread_join(%s, &r); return r; }\n"
            .formatted(random.nextBoolean() ? "@_k[(intptr_t)slot]" : "*(@_k + (long)slot)"));
    made.append(
        "pthread_create(&@_k[%d], NULL, %s, (void *)%dL);\n".formatted(slot, name, small()));
    if (byThread) {
      threads--;
      made.append("{ pthread_t j; void *r; ");
      made.append(
          "pthread_create(&j, 0, @_j%d, (void *)%dL); pthread_join(j, &r);\n".formatted(own, slot));
      made.append("sum = sum * 3 + (long)r; }\n");
    } else {
      made.append("sum = sum * 3 + (long)@_j%d((void *)%dL);\n".formatted(own, slot));
    }
  }

  /** The same function in several threads, one behind the other or at a time. */
  private void loop(StringBuilder made, int depth) {
    String name = worker(0, true);
    boolean together = depth == 2 && threads > 0;
    int count = 1 + random.nextInt(2);
    threads -= count - 1;
    String join = "pthread_join(t[i], &r); sum = sum * 11 + (long)r; }\n";
    made.append("{ pthread_t t[%d]; void *r;\n".formatted(count));
    made.append("for (int i = 0; i < %d; i++) {\n".formatted(count));
    made.append("pthread_create(&t[i], NULL, %s, (void *)(i + %dL));\n".formatted(name, small()));
    made.append(together ? "}\nfor (int i = %d; i-- > 0;) {\n".formatted(count) + join : join);
    made.append("}\n");
  }

  /** A thread that gets a number and gives one; the name of its function. */
  private String worker(int depth) {
    return worker(depth, false);
  }

  private String worker(int depth, boolean severalTimes) {
    int own = functions++;
    threads--;
    StringBuilder body = new StringBuilder();
    body.append("static void *@_w%d(void *a) {\n".formatted(own));
    body.append("long sum = (intptr_t)a; @_own -= sum;\n");
    if (depth > 0 && random.nextBoolean()) {
      body.append(parent(depth - 1));
    }
    body.append(
        switch (random.nextInt(severalTimes ? 2 : 3)) {
          case 0 -> "if (sum & 1) return (void *)(sum * 2);\n";
          case 1 ->
              "for (int i = 0; i < 2; i++) { if (sum > 9) pthread_exit((void *)4); sum++; }\n";
          default -> "@_c[%d] += sum;\n".formatted(own % 16);
        });
    body.append("return (void *)(sum + @_own);\n}\n");
    text.append(body);
    return "@_w" + own;
  }

  private String number() {
    return List.of("sum", "sum & 15", "-4", "" + small()).get(random.nextInt(4));
  }

  private int small() {
    return random.nextInt(12);
  }
}
