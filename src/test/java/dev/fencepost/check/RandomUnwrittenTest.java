// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random expressions over local variables, one of which has no value, in places that use their
 * value, drop it, or hand it on: a violation where C evaluates that variable, and only there.
 */
class RandomUnwrittenTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 8_000 : 800;

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Whether the expression that was made last reads the variable without a value. */
  private boolean read;

  /** An expression and its value. */
  private record Value(String text, long number) {}

  /** A local with an initialiser, which is not the first one of its declaration. */
  private record Own(String name, String declaration) {}

  private static final List<Own> OWN =
      List.of(
          new Own("v", "int set = 1, v = %s;"),
          new Own("v[0]", "int set[1] = {1}, v[1] = {%s};"),
          new Own("v.b", "struct pair set = {1, 1}, v = {1, %s};"),
          new Own("v.b", "struct pair set = {1, 1}, v = (struct pair){1, %s};"));

  private static final String LOCK = "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);";
  private static final String THREAD =
      "pthread_t t; pthread_create(&t, NULL, nothing, kept); pthread_join(t, NULL);";

  private static final String CALL = "all(NULL);";
  private static final String START = "pthread_t t; pthread_create(&t, NULL, all, NULL);";

  /** Ways to write one element of an array. */
  private static final List<String> ELEMENTS = List.of("r[1]", "*(r + 2 - 1)", "(r + 2)[-1]");

  private static final List<String> NAMES =
      Stream.concat(
              Stream.of("u", "s.b", "r[o]", "k", "*kept", "m[o]", "n[3]", "c[1]", "f.word", "w[1]"),
              ELEMENTS.stream())
          .toList();

  private static final String FIRST =
      "s.a = 1; kept = &k; m[zero] = 1; n[zero + 1] = 1; f.bit = 1; f.more = 0;"
          + " w[0] = 1; write(w, 0); memset(c, 0, sizeof *c); ";

  private static final String LOCALS =
      "int u, r[2], k, m[2], n[70], c[2], w[2]; struct pair s; struct fields f; " + FIRST;

  /** A text that writes the variable that another one reads. */
  private String written(String name) {
    return switch (name) {
      case "r[o]", "r[1]", "*(r + 2 - 1)", "(r + 2)[-1]" -> ELEMENTS.get(random.nextInt(3));
      case "k", "*kept" -> random.nextBoolean() ? "k" : "*kept";
      case "m[o]" -> random.nextBoolean() ? "m[1]" : "m[zero + 1]";
      case "n[3]" -> random.nextBoolean() ? "n[3]" : "n[o + 2]";
      case "c[1]", "w[1]" -> random.nextBoolean() ? name : name.replace("1", "o");
      default -> name;
    };
  }

  @Test
  void areViolationsWhereTheyAreEvaluated() throws InvalidInputException {
    int violated = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      read = false;
      String unwritten = NAMES.get(random.nextInt(NAMES.size()));
      Value value = value(1 + random.nextInt(4), unwritten, true);
      String text = program(unwritten, used(value));
      Verdict verdict = Fencepost.checkText("test.c", text).model("sc").threads(1).run().verdict();
      assertThat(verdict instanceof Verdict.Violated).as(text).isEqualTo(read);
      assertThat(verdict instanceof Verdict.Holds).as(text).isEqualTo(!read);
      violated += read ? 1 : 0;
    }
    assertThat(violated).isBetween(PROGRAMS / 5, PROGRAMS * 4 / 5);
  }

  @Test
  void initialisersThatReadTheirVariableOrAreSkippedGiveNoValue() throws InvalidInputException {
    for (int i = 0; i < PROGRAMS / 4; i++) {
      read = false;
      Own own = OWN.get(random.nextInt(OWN.size()));
      Value value = value(1 + random.nextInt(4), own.name, true);
      String skipped = own.declaration.formatted("10");
      String statement =
          switch (random.nextInt(3)) {
            case 0 -> "switch (1) { %s case 1: %s }".formatted(skipped, used(value));
            case 1 -> "{ goto behind; %s behind: %s }".formatted(skipped, used(value));
            default ->
                "for (int j = 0; j < 2; j++) { %s }"
                    .formatted(own.declaration.formatted("j == 0 ? 10 : (" + value.text + ")"));
          };
      String text = program("u", statement);
      Verdict verdict = Fencepost.checkText("test.c", text).model("sc").threads(1).run().verdict();
      assertThat(verdict instanceof Verdict.Violated).as(text).isEqualTo(read);
      assertThat(verdict instanceof Verdict.Holds).as(text).isEqualTo(!read);
    }
  }

  /** What is done twice: the first time the variable gets a value. */
  private String round(String unwritten, String statement) {
    String text = LOCALS + "if (i == 0) " + written(unwritten) + " = 10; " + statement;
    return random.nextBoolean() ? text + " " + THREAD : text;
  }

  /** What is done again from a label on: a jump passes the declarations, and the values. */
  private String passed(String unwritten, String statement) {
    return LOCALS + written(unwritten) + " = 10; in: " + FIRST + statement;
  }

  private String program(String unwritten, String statement) {
    String body =
        switch (random.nextInt(6)) {
          case 0 -> LOCALS + statement;
          case 1 -> "for (int i = 0; i < 2; i++) { " + round(unwritten, statement) + " }";
          case 2 ->
              "int i = 0; again:; " + round(unwritten, statement) + " if (i++ < 1) goto again;";
          case 3 ->
              "int i = 0; do { if (i) goto in; "
                  + passed(unwritten, statement)
                  + " } while (i++ < 1);";
          case 4 -> "for (int i = 0; i < 2; i++) passing(i);";
          default -> "inner(1); for (int i = 0; i < 2; i++) inner(i == 0);";
        };
    String store =
        switch (random.nextInt(8)) {
          case 0 -> "int *other = malloc(sizeof *other); *other = 1;";
          case 1 -> "number = (uintptr_t)&one | 1; *(int *)(number & ~(uintptr_t)1) = 1;";
          case 2 -> "number = %d;".formatted(8 * random.nextInt(64));
          case 3 -> "if (zero) pthread_create(&other, NULL, nothing, NULL);" + LOCK;
          case 4 -> "for (int i = 0; i < 65; i++) atomic_fetch_add(&counts[i], 1);";
          case 5 -> LOCK;
          default -> "";
        };
    return """
    #include <assert.h>
    #include <pthread.h>
    #include <stdatomic.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    struct fields { int bit:2, more:3, word; };
    struct pair { int a, b; };
    static int zero, one = 1, a[2];
    static uintptr_t number;
    static int *kept;
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static pthread_t other;
    static _Atomic int counts[65];
    static void *nothing(void *p) { return NULL; }
    static int first(int x, int y) { return x; }
    static int third(int c, int y) { if (c) return y; return 3; }
    static void unused(int x) { }
    static void nowhere(int *x) { }
    static void write(int *to, int all) { to[0] = 1; if (all) to[1] = 1; }
    static void inner(int writes) {
      int z = zero, o = one; %s
      if (writes) %s = 2;
      %s
    }
    static void passing(int i) {
      int z = zero, o = one;
      if (i) goto in;
      %s
    }
    static void *all(void *argument) {
      int z = zero, o = one, v;
      %s
      %s
      return NULL;
    }
    int main(void) {
      %s
      return 0;
    }
    """
        .formatted(
            LOCALS,
            written(unwritten),
            statement,
            passed(unwritten, statement),
            store,
            body,
            random.nextBoolean() ? CALL : START);
  }

  private String used(Value value) {
    String text = value.text;
    return switch (random.nextInt(15)) {
      case 0 -> text + ";";
      case 12 -> "&a[(" + text + ") & 1];";
      case 13 -> "nowhere(&a[(" + text + ") & 1]);";
      case 1 -> "{ int t = " + text + "; }";
      case 2 -> "if (" + text + ") { one = 1; }";
      case 3 -> "switch (" + text + ") { default: break; }";
      case 4 -> "unused(" + text + ");";
      case 5 -> "first(3, " + text + ");";
      case 6 -> "assert(third(zero, " + text + ") == 3);";
      case 7 -> "printf(\"%d\", " + text + ");";
      case 8 -> "a[(" + text + ") & 1] = 0;";
      case 9 -> "{ int t; t = (" + text + ", 1); assert(t); }";
      case 11 -> "(void)((" + text + ") + 1);";
      case 10 -> "assert((" + text + ") || 1);";
      default -> "assert(o || (" + text + ")); assert((" + text + ") | 1);";
    };
  }

  /** {@code evaluated}: whether C evaluates it. */
  private Value value(int depth, String unwritten, boolean evaluated) {
    if (depth == 0) {
      return atom(unwritten, evaluated);
    }
    Value left = value(depth - 1, unwritten, evaluated);
    int operator = random.nextInt(8);
    boolean decided = operator == 0 && left.number == 0 || operator == 1 && left.number != 0;
    if (operator == 2) {
      Value whenTrue = value(depth - 1, unwritten, evaluated && left.number != 0);
      Value whenFalse = value(depth - 1, unwritten, evaluated && left.number == 0);
      String text = "(%s ? %s : %s)".formatted(left.text, whenTrue.text, whenFalse.text);
      return new Value(text, left.number != 0 ? whenTrue.number : whenFalse.number);
    }
    if (operator == 3) {
      return new Value("!" + left.text, left.number == 0 ? 1 : 0);
    }
    Value right = value(depth - 1, unwritten, evaluated && !decided);
    return switch (operator) {
      case 0 -> binary(left, "&&", right, left.number != 0 && right.number != 0 ? 1 : 0);
      case 1 -> binary(left, "||", right, left.number != 0 || right.number != 0 ? 1 : 0);
      case 4 -> binary(left, "&", right, left.number & right.number);
      case 5 -> binary(left, "|", right, left.number | right.number);
      case 6 -> binary(left, "==", right, left.number == right.number ? 1 : 0);
      default -> binary(left, "^", right, left.number ^ right.number);
    };
  }

  private Value atom(String unwritten, boolean evaluated) {
    int kind = random.nextInt(6);
    read |= evaluated && kind < 2;
    return switch (kind) {
      case 0, 1 -> new Value(unwritten, 1);
      case 2 -> new Value("z", 0);
      case 3 -> new Value("s.a", 1);
      default -> new Value("o", 1);
    };
  }

  private static Value binary(Value left, String operator, Value right, long number) {
    return new Value("(" + left.text + " " + operator + " " + right.text + ")", number);
  }
}
