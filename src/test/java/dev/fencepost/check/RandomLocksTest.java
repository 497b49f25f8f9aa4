// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.LockingThreads.Kind;
import dev.fencepost.check.LockingThreads.Operation;
import dev.fencepost.check.LockingThreads.Outcome;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random threads with mutexes, a lock for readers and writers, a barrier, a condition variable and
 * work that is done once, of POSIX and of C11: what goes wrong, and what may be left in the
 * variables, is what {@link LockingThreads} finds.
 */
class RandomLocksTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 6_000 : 200;
  private static final String[] NAMES = {"x", "y", "z"};

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** The code of the thread that is made, as text and as operations. */
  private StringBuilder text = new StringBuilder();

  private List<Operation> code = new ArrayList<>();
  private boolean isPosix;

  @Test
  void threadsGoWrongAndEndAsTheirInterleavingsDo() throws InvalidInputException {
    int wrong = 0;
    int blocked = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      List<List<Operation>> threads = new ArrayList<>();
      StringBuilder functions = new StringBuilder();
      int workers = 2 + random.nextInt(2);
      isPosix = random.nextInt(3) > 0;
      for (int thread = 0; thread < workers; thread++) {
        text = new StringBuilder();
        code = new ArrayList<>();
        statements(2 + random.nextInt(3), 0);
        functions.append(
            "static %s w%d(void *u) {\n%sreturn 0;\n}\n"
                .formatted(isPosix ? "void *" : "int", thread, text));
        threads.add(code);
      }
      joins(workers);
      threads.add(code);
      int meeting = 1 + random.nextInt(workers);
      String program = program(functions, workers, meeting);
      Outcome outcome = LockingThreads.of(threads, meeting);
      boolean isWrong = outcome.fails() || outcome.deadlocks();
      assertThat(holds(program, "")).as(program).isEqualTo(!isWrong);
      if (isWrong) {
        wrong++;
      } else {
        compareValues(program, outcome);
        blocked += outcome.values().isEmpty() ? 1 : 0;
      }
    }
    assertThat(wrong).isBetween(PROGRAMS / 10, PROGRAMS / 2);
    assertThat(blocked).isLessThan(PROGRAMS / 2);
  }

  /** Claims that the variables never end with certain values, which they do, or do not. */
  private void compareValues(String program, Outcome outcome) throws InvalidInputException {
    for (String values : outcome.values().stream().limit(3).toList()) {
      assertThat(holds(program, claim(values))).as(program + values).isFalse();
    }
    String others = "[%d, %d, %d]".formatted(number(), number(), number());
    assertThat(holds(program, claim(others)))
        .as(program + others)
        .isEqualTo(!outcome.values().contains(others));
    StringBuilder all = new StringBuilder("FENCEPOST_FINAL(all, 0");
    outcome.values().forEach(values -> all.append(" || ").append(equal(values)));
    assertThat(holds(program, all + ")\n")).as(program).isTrue();
  }

  private static String claim(String values) {
    return "FENCEPOST_FINAL(never, !" + equal(values) + ")\n";
  }

  private static String equal(String values) {
    String[] numbers = values.substring(1, values.length() - 1).split(", ");
    return "(x == %s && y == %s && z == %s)".formatted((Object[]) numbers);
  }

  private int number() {
    return random.nextInt(4);
  }

  private static boolean holds(String program, String claim) throws InvalidInputException {
    Verdict verdict =
        Fencepost.checkText("test.c", program + claim).model("sc").threads(1).run().verdict();
    assertThat(verdict).as(program + claim).isNotInstanceOf(Verdict.Inconclusive.class);
    return verdict instanceof Verdict.Holds;
  }

  private String program(StringBuilder functions, int workers, int meeting) {
    StringBuilder starts = new StringBuilder();
    for (int thread = 0; thread < workers; thread++) {
      String start =
          isPosix ? "pthread_create(&t[%d], 0, w%d, 0);\n" : "thrd_create(&t[%d], w%d, 0);\n";
      starts.append(start.formatted(thread, thread));
    }
    starts.append(text);
    return """
    #include <fencepost.h>
    #include <pthread.h>
    #include <threads.h>
    static int x, y, z;
    static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
    static pthread_barrier_t b;
    %s
    static void work(void) { x = x + 1; }
    %sint main(void) {
    %s t[%d];
    pthread_barrier_init(&b, 0, %d);
    %s%sreturn 0;
    }
    """
        .formatted(
            isPosix
                ? "static pthread_mutex_t m[2]; static pthread_cond_t c; static pthread_once_t o ="
                    + " PTHREAD_ONCE_INIT;"
                : "static mtx_t m[2]; static cnd_t c; static once_flag o = ONCE_FLAG_INIT;",
            functions,
            isPosix ? "pthread_t" : "thrd_t",
            workers,
            meeting,
            isPosix
                ? ""
                : "mtx_init(&m[0], mtx_plain); mtx_init(&m[1], mtx_plain); cnd_init(&c);\n",
            starts);
  }

  private void statements(int count, int depth) {
    for (int i = 0; i < count; i++) {
      statement(depth);
    }
  }

  /** What {@code main} does behind its starts. */
  private void joins(int workers) {
    text = new StringBuilder();
    code = new ArrayList<>();
    String join = isPosix ? "pthread_join(t[%d], 0);" : "thrd_join(t[%d], 0);";
    for (int thread = 0; thread < workers; thread++) {
      if (random.nextInt(3) == 0) {
        int joined = thread;
        say(join.formatted(thread), () -> add(Kind.JOIN, joined, 0));
        set();
      }
    }
  }

  private void statement(int depth) {
    switch (random.nextInt(depth < 2 ? 16 : 6)) {
      case 0 -> set();
      case 1, 2 -> copy();
      case 3 -> wake();
      case 4 -> say(isPosix ? "pthread_once(&o, work);" : "call_once(&o, work);", this::once);
      case 5 -> rare();
      case 6, 7, 8 -> locked(depth);
      case 9 -> tried(depth);
      case 10, 11 -> readOrWritten(depth);
      case 12 -> triedToReadOrWrite(depth);
      case 13, 14 -> waited();
      default -> {
        text.append("pthread_barrier_wait(&b);\n");
        add(Kind.ARRIVE, 0, 0);
        add(Kind.LEAVE, 0, 0);
      }
    }
  }

  private void say(String statement, Runnable operations) {
    text.append(statement).append('\n');
    operations.run();
  }

  private void add(Kind kind, int on, int with) {
    code.add(new Operation(kind, on, with));
  }

  /** An operation that goes on behind what comes now; what it is done on is known. */
  private int skip(Kind kind, int on) {
    add(kind, on, -1);
    return code.size() - 1;
  }

  private void land(int skip) {
    Operation operation = code.get(skip);
    code.set(skip, new Operation(operation.kind(), operation.on(), code.size()));
  }

  private void set() {
    int variable = random.nextInt(NAMES.length);
    int value = number();
    say(NAMES[variable] + " = " + value + ";", () -> add(Kind.SET, variable, value));
  }

  private void copy() {
    int from = random.nextInt(NAMES.length);
    int to = random.nextInt(NAMES.length);
    text.append("%s = %s + 1;\n".formatted(NAMES[to], NAMES[from]));
    add(Kind.LOAD, from, 0);
    add(Kind.STORE, to, 1);
  }

  private void once() {
    int begin = skip(Kind.BEGIN_ONCE, 0);
    add(Kind.LOAD, 0, 0);
    add(Kind.STORE, 0, 1);
    add(Kind.END_ONCE, 0, 0);
    land(begin);
  }

  private void wake() {
    boolean all = random.nextBoolean();
    String posix = all ? "pthread_cond_broadcast(&c);" : "pthread_cond_signal(&c);";
    String c11 = all ? "cnd_broadcast(&c);" : "cnd_signal(&c);";
    say(isPosix ? posix : c11, () -> add(all ? Kind.BROADCAST : Kind.SIGNAL, 0, 0));
  }

  /** What is mostly wrong. */
  private void rare() {
    int mutex = random.nextInt(2);
    switch (random.nextInt(24)) {
      case 0 -> unlock(mutex);
      case 1 -> lock(mutex);
      case 2 ->
          say(
              isPosix
                  ? "pthread_mutex_destroy(&m[%d]);".formatted(mutex)
                  : "mtx_destroy(&m[%d]);".formatted(mutex),
              () -> add(Kind.DESTROY, mutex, 0));
      case 3 -> say("pthread_rwlock_unlock(&l);", () -> add(Kind.UNLOCK_READ_WRITE, 0, 0));
      default -> set();
    }
  }

  private void lock(int mutex) {
    String lock = isPosix ? "pthread_mutex_lock(&m[%d]);" : "mtx_lock(&m[%d]);";
    say(lock.formatted(mutex), () -> add(Kind.LOCK, mutex, 0));
  }

  private void unlock(int mutex) {
    String unlock = isPosix ? "pthread_mutex_unlock(&m[%d]);" : "mtx_unlock(&m[%d]);";
    say(unlock.formatted(mutex), () -> add(Kind.UNLOCK, mutex, 0));
  }

  private void locked(int depth) {
    int mutex = random.nextInt(3) / 2;
    lock(mutex);
    statements(1 + random.nextInt(2), depth + 1);
    if (random.nextInt(30) > 0) {
      unlock(mutex);
    }
  }

  private void tried(int depth) {
    int mutex = random.nextInt(2);
    String condition =
        isPosix ? "pthread_mutex_trylock(&m[%d]) == 0" : "mtx_trylock(&m[%d]) == thrd_success";
    text.append("if (").append(condition.formatted(mutex)).append(") {\n");
    int otherwise = skip(Kind.TRY_LOCK, mutex);
    statements(1, depth + 1);
    unlock(mutex);
    text.append("}\n");
    land(otherwise);
  }

  private void readOrWritten(int depth) {
    boolean writes = random.nextBoolean();
    say(
        writes ? "pthread_rwlock_wrlock(&l);" : "pthread_rwlock_rdlock(&l);",
        () -> add(writes ? Kind.WRITE_LOCK : Kind.READ_LOCK, 0, 0));
    statements(1 + random.nextInt(2), depth + 1);
    say("pthread_rwlock_unlock(&l);", () -> add(Kind.UNLOCK_READ_WRITE, 0, 0));
  }

  private void triedToReadOrWrite(int depth) {
    boolean writes = random.nextBoolean();
    text.append(
        writes
            ? "if (!pthread_rwlock_trywrlock(&l)) {\n"
            : "if (!pthread_rwlock_tryrdlock(&l)) {\n");
    int otherwise = skip(writes ? Kind.TRY_WRITE_LOCK : Kind.TRY_READ_LOCK, 0);
    statements(1, depth + 1);
    say("pthread_rwlock_unlock(&l);", () -> add(Kind.UNLOCK_READ_WRITE, 0, 0));
    text.append("}\n");
    land(otherwise);
  }

  /** Waits until a variable is set, or once if it is not. */
  private void waited() {
    int mutex = random.nextInt(2);
    int variable = random.nextInt(NAMES.length);
    boolean isLoop = random.nextBoolean();
    String wait = isPosix ? "pthread_cond_wait(&c, &m[%d]);" : "cnd_wait(&c, &m[%d]);";
    lock(mutex);
    text.append(isLoop ? "while" : "if").append(" (!").append(NAMES[variable]).append(") ");
    text.append(wait.formatted(mutex)).append('\n');
    int start = code.size();
    add(Kind.LOAD, variable, 0);
    int set = skip(Kind.IF_NOT_ZERO, 0);
    add(Kind.ENLIST, 0, 0);
    add(Kind.UNLOCK, mutex, 0);
    add(Kind.SLEEP, 0, 0);
    add(Kind.LOCK, mutex, 0);
    if (isLoop) {
      add(Kind.GOTO, 0, start);
    }
    land(set);
    unlock(mutex);
  }
}
