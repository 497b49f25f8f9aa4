// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random sequential programs in C whose control flow and effects are tangled: jumps into and out of
 * blocks, {@code switch} around loops, {@code break} in conditions, effects in every operand whose
 * order C defines, calls in all places. All notes that they take go into one number. Now and then
 * they divide by zero, shift too far, leave an array or read a local without a value, which is a
 * violation, if a run comes there. They are written with the words of {@link NativeC}.
 */
final class RandomControlC extends RandomEffectsC {
  private final String prefix;
  private final StringBuilder flags = new StringBuilder();
  private StringBuilder text = new StringBuilder();

  /** Labels that jumps may name, and those that have no place yet. */
  private final List<String> labels = new ArrayList<>();

  private final List<String> open = new ArrayList<>();
  private int names;
  private int budget;
  private boolean breaks;
  private boolean continues;

  private RandomControlC(SplittableRandom random, String prefix) {
    super(random);
    this.prefix = prefix;
  }

  static String program(SplittableRandom random, String prefix) {
    return new RandomControlC(random, prefix).program();
  }

  private String program() {
    memory.addAll(List.of("@_g", "@_v[1]", "@_o[1].a", "@_o[0].in.d", "@_o[1].f", "@_q->b[2]"));
    memory.addAll(List.of("@_q->e", "@_u.w", "@_u.in.x"));
    function("@_f0");
    function("@_f1");
    recursive();
    functions = 3;
    main();
    String head =
        """
        struct @_s { %s a; %s b[3]; struct { %s d; } in; int e : %d; unsigned f : %d; };
        static struct @_s @_o[2], *@_q = &@_o[0];
        static union { int w; struct { int x; } in; } @_u;
        static %s @_g = 3, @_v[4] = {1, 2, 3, 4};
        static unsigned long @_h;
        static int @_fuel = 60;
        #define @_T (@_fuel > 0 && @_fuel--)
        static long @_n(long x) { @_h = @_h * 31 + x; return x; }
        """
            .formatted(
                type(), type(), type(), 1 + random.nextInt(9), 1 + random.nextInt(9), type());
    return (flags + head + text).replace("@", prefix);
  }

  private void main() {
    text.append("static unsigned long @(void) {\n");
    text.append("static long (*const tab[3])(int, long) = {@_f0, @_f1, @_r};\n");
    text.append("long (*fp)(int, long) = @_f0; static %s st = 4;\n".formatted(type()));
    text.append("%s m = 2, *p = &m; int w[4] = {%d};\n".formatted(type(), small()));
    List<String> own = List.of("st", "m", "*p", "w[2]", "w[m & 3]");
    memory.addAll(own);
    body(9);
    text.append("fp = tab[%s & 3];\n".formatted(random.nextInt(60) == 0 ? "m" : "1"));
    text.append("@_n(fp(%s, 2));\n".formatted(small()));
    memory.forEach(place -> text.append("@_n(" + place + ");\n"));
    text.append("return @_h;\n}\n");
    memory.removeAll(own);
  }

  private void function(String name) {
    text.append("static long %s(int x, long y) {\n".formatted(name));
    text.append("static %s st = 1;\n".formatted(type()));
    List<String> own = List.of("st", "x", "y");
    memory.addAll(own);
    body(2 + random.nextInt(3));
    text.append("return @_n(" + effect(2) + ");\n}\n");
    memory.removeAll(own);
    locals.clear();
  }

  /** Locals of each call are its own, also those in memory. */
  private void recursive() {
    text.append("static long @_r(int n, long y) {\n");
    text.append("int k = n & 3, *z = &k; short a[2] = {n, 1}; @_n(y);\n");
    text.append("if (k > 0) { y += %s; y ^= @_r(k - 1, y + *z);".formatted(literal()));
    text.append(" a[%s & 1]++; }\n".formatted(random.nextBoolean() ? "k" : "y"));
    text.append("*z += 2; @_n(k); return y + a[0] * 3 + a[1] + *z;\n}\n");
  }

  /** Variables, statements, and the labels that have no place yet. */
  private void body(int statements) {
    labels.clear();
    open.clear();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      labels.add("to" + names++);
    }
    open.addAll(labels);
    budget = statements;
    int mark = text.length();
    int first = flags.length();
    for (int i = 0; i < 2; i++) {
      declare(false);
    }
    statements(3);
    while (!open.isEmpty()) {
      label();
    }
    text.append(";\n");
    flags.substring(first).lines().forEach(line -> text.insert(mark, fresh(line)));
  }

  private static String fresh(String flag) {
    return "FRESH" + flag.substring("FLAG".length()) + "\n";
  }

  private void label() {
    text.append(open.remove(random.nextInt(open.size())) + ": ;\n");
  }

  private void declare(boolean mayLack) {
    String name = "@_l" + names++;
    flags.append("FLAG(" + name + ")\n");
    text.append("FRESH(%s) %s %s".formatted(name, type(), name));
    if (!mayLack || random.nextInt(9) != 0) {
      text.append(" = SET(%s, %s)".formatted(name, effect(2)));
    }
    text.append(";\n");
    locals.add(name);
  }

  private void statements(int depth) {
    int known = locals.size();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      if (!open.isEmpty() && random.nextInt(5) == 0) {
        label();
      }
      statement(depth);
    }
    locals.subList(known, locals.size()).clear();
  }

  private void block(int depth) {
    text.append("{\n");
    statements(depth);
    text.append("}\n");
  }

  private void statement(int depth) {
    if (depth == 0 || budget-- <= 0) {
      simple();
      return;
    }
    switch (random.nextInt(12)) {
      case 0, 1 -> {
        text.append("if (" + effect(2) + ") ");
        block(depth - 1);
        if (random.nextBoolean()) {
          text.append("else ");
          block(depth - 1);
        }
      }
      case 2, 3, 4 -> loop(depth);
      case 5, 6 -> choice(depth);
      case 7 -> block(depth - 1);
      case 8 -> jump();
      case 9 -> declare(true);
      default -> simple();
    }
  }

  private void simple() {
    switch (random.nextInt(10)) {
      case 0 -> jump();
      case 1, 2 -> text.append("@_n(" + effect(3) + ");\n");
      case 3 -> text.append(effect(3) + ";\n");
      case 4 -> declare(true);
      case 5 -> objects();
      default -> text.append(assignment(effect(2)) + ";\n");
    }
  }

  private void jump() {
    List<String> ways = new ArrayList<>();
    if (breaks) {
      ways.add("break");
    }
    if (continues) {
      ways.add("continue");
    }
    labels.forEach(label -> ways.add("goto " + label));
    if (ways.isEmpty()) {
      text.append("@_g++;\n");
      return;
    }
    text.append("if (@_T && %s) %s;\n".formatted(effect(1), ways.get(random.nextInt(ways.size()))));
  }

  /** Whole structs. */
  private void objects() {
    String target = random.nextBoolean() ? "@_o[%d]".formatted(random.nextInt(2)) : "*@_q";
    text.append(target + " = ");
    text.append(
        switch (random.nextInt(4)) {
          case 0 -> "@_o[%d]".formatted(random.nextInt(2));
          case 1 ->
              "(struct @_s){%s, {[1] = %s}, .e = %s}".formatted(effect(1), literal(), literal());
          case 2 -> "(" + effect(1) + " ? @_o[0] : @_o[1])";
          default ->
              "({ struct @_s c = @_o[1]; c.b[%s & 1]++; c.f += 3; c; })".formatted(literal());
        });
    text.append(";\n");
    if (random.nextInt(3) == 0) {
      text.append("@_q = &@_o[%s & 1];\n".formatted(effect(1)));
    }
  }

  private void loop(int depth) {
    int known = locals.size();
    boolean outerBreaks = breaks;
    boolean outerContinues = continues;
    String end = "\n";
    switch (random.nextInt(4)) {
      case 0 -> text.append("while (@_T && " + effect(2) + ")");
      case 1 -> {
        text.append("do");
        end = "while (@_T && " + effect(2) + ");\n";
      }
      default -> {
        String name = "@_l" + names++;
        flags.append("FLAG(" + name + ")\n");
        text.append("for (%s %s = SET(%s, 0); @_T && ".formatted(type(), name, name));
        locals.add(name);
        String more = random.nextBoolean() ? "" : ", " + effect(1);
        text.append("(%s, GET(%s) < %d); ".formatted(effect(1), name, 1 + random.nextInt(3)));
        text.append("GET(%s)++%s)".formatted(name, more));
      }
    }
    breaks = true;
    continues = true;
    block(depth - 1);
    breaks = outerBreaks;
    continues = outerContinues;
    text.append(end);
    locals.subList(known, locals.size()).clear();
  }

  /** Cases stand at the top, in blocks, and in loops. */
  private void choice(int depth) {
    String tested =
        List.of("int", "signed char", "unsigned char", "long", "unsigned").get(random.nextInt(5));
    text.append("switch ((%s)((%s) & %d)) {\n".formatted(tested, effect(2), 3 + random.nextInt(5)));
    boolean outerBreaks = breaks;
    breaks = true;
    int known = locals.size();
    if (random.nextInt(4) == 0) {
      declare(true);
    }
    List<String> cases = new ArrayList<>(List.of("case 0", "case 1", "case 2: case 4", "case 5"));
    cases.add(random.nextBoolean() ? "default" : "case 255");
    while (!cases.isEmpty() && random.nextInt(7) != 0) {
      text.append(cases.remove(random.nextInt(cases.size())) + ": ;\n");
      if (!cases.isEmpty() && random.nextInt(4) == 0) {
        String inner = cases.remove(random.nextInt(cases.size())) + ": ;\n";
        boolean loops = random.nextBoolean();
        boolean outerContinues = continues;
        continues |= loops;
        text.append(loops ? "do {\n" : "if (" + effect(1) + ") {\n");
        statements(depth - 1);
        text.append(inner);
        statements(depth - 1);
        continues = outerContinues;
        text.append(loops ? "} while (@_T && " + effect(1) + ");\n" : "}\n");
      }
      statements(depth - 1);
      text.append(random.nextInt(3) == 0 ? "" : "break;\n");
    }
    locals.subList(known, locals.size()).clear();
    breaks = outerBreaks;
    text.append("}\n");
  }

  @Override
  String inStatements(int depth) {
    StringBuilder outer = text;
    text = new StringBuilder("({ ");
    int known = locals.size();
    List<String> kept = new ArrayList<>(open);
    open.clear();
    if (random.nextBoolean()) {
      declare(false);
    }
    if (random.nextBoolean()) {
      jump();
    }
    text.append(effect(depth - 1) + "; })");
    open.addAll(kept);
    locals.subList(known, locals.size()).clear();
    String made = text.toString();
    text = outer;
    return made;
  }
}
