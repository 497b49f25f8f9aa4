// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random sequential programs in C: all integer types, arrays, structs, pointers, calls, loops,
 * {@code switch}, {@code goto} and statement expressions. They end, and no behaviour of theirs is
 * undefined, given that signed arithmetic wraps; the size of types does not matter. Each is a
 * function without arguments that gives a number.
 */
final class RandomSequentialC {
  private static final List<String> TYPES =
      List.of(
          "signed char",
          "unsigned char",
          "short",
          "unsigned short",
          "int",
          "unsigned",
          "long",
          "unsigned long",
          "char",
          "long long",
          "unsigned long long",
          "_Bool");
  private static final List<String> BINARY = List.of("+", "-", "*", "&", "|", "^");
  private static final List<String> COMPARE = List.of("==", "!=", "<", "<=", ">", ">=");
  private static final List<String> UPDATE = List.of("=", "+=", "-=", "*=", "&=", "|=", "^=");
  private static final List<String> LETTERS =
      List.of("'a'", "'\\xff'", "'\\0'", "'\\177'", "'\\200'");

  private final SplittableRandom random;
  private final String prefix;
  private final StringBuilder text = new StringBuilder();

  /** What can be read and written here. */
  private final List<String> places = new ArrayList<>();

  private int names;
  private int budget;
  private boolean inMain;

  private RandomSequentialC(SplittableRandom random, String prefix) {
    this.random = random;
    this.prefix = prefix;
  }

  /** A program whose names begin with a prefix, which is also the name of the function. */
  static String program(SplittableRandom random, String prefix) {
    return new RandomSequentialC(random, prefix).program();
  }

  private String program() {
    String struct = prefix + "_s";
    text.append(
        "struct %s { %s a; %s b[3]; struct %s *next; struct { %s d; } in;\n"
            .formatted(struct, type(), type(), struct, type()));
    text.append("%s; unsigned : %d; ".formatted(bits("e"), random.nextInt(4)));
    text.append("%s; _Bool t : 1; unsigned : 3; %s; };\n".formatted(bits("f"), bits("u")));
    text.append("static struct %s %s_n[2];\n".formatted(struct, prefix));
    text.append("enum %s_e { %s_A = %d, %s_B };\n".formatted(prefix, prefix, small(), prefix));
    List<String> globals = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      text.append("static %s %s_g%d = %s;\n".formatted(type(), prefix, i, literal()));
      globals.add(prefix + "_g" + i);
    }
    text.append("static %s %s_v[4] = {%s, %s};\n".formatted(type(), prefix, literal(), literal()));
    globals.add(prefix + "_v[" + random.nextInt(4) + "]");
    text.append("static int %s_i = 5;\n".formatted(prefix));
    for (int i = 0; i < 2; i++) {
      text.append(
          "static _Atomic %s %s_x%d = %s;\n".formatted(integerType(), prefix, i, literal()));
    }
    function(type(), "_f");
    function(type(), "_h");
    function("long", "_k");
    function("long", "_m");
    structFunction(struct);
    places.addAll(globals);
    inMain = true;
    main(struct);
    return text.toString();
  }

  /** A bit-field, without the semicolon. */
  private String bits(String name) {
    int type = random.nextInt(6);
    int width = 1 + random.nextInt(8 << type / 2);
    return TYPES.get(type) + " " + name + " : " + width;
  }

  /** A function without effects, so that the order of evaluation does not matter. */
  private void function(String result, String suffix) {
    String taken = result.equals("long") ? "int" : type();
    text.append("static %s %s%s(%s x, %s y) {\n".formatted(result, prefix, suffix, taken, taken));
    places.addAll(List.of("x", "y"));
    budget = 4;
    statements(2);
    text.append("return " + value(2) + ";\n}\n");
    places.clear();
  }

  /** A function that takes and gives a struct, with the pointer that it had. */
  private void structFunction(String struct) {
    text.append(
        "static struct %s %s_r(struct %s x, %s y) {\n".formatted(struct, prefix, struct, type()));
    places.addAll(List.of("x.a", "x.b[1]", "x.in.d", "x.e", "x.f", "x.t", "y"));
    budget = 3;
    statements(1);
    text.append("if (%s) return (struct %s){".formatted(value(1), struct));
    text.append(
        ".next = x.next, .b = {%s, [2] = %s}, .in = x.in, .u = %s, .f = %s};\n"
            .formatted(value(1), value(1), value(1), value(1)));
    text.append("return x;\n}\n");
    places.clear();
  }

  private void main(String struct) {
    text.append("static unsigned long " + prefix + "(void) {\n");
    for (int i = 0; i < 4; i++) {
      text.append("%s l%d = %s;\n".formatted(type(), i, literal()));
      places.add("l" + i);
    }
    text.append(
        "struct %s s = {%s, {%s}}, *p = &%s_n[0];\n"
            .formatted(struct, literal(), literal(), prefix));
    text.append("s.next = p; p->next = &s; %s_n[1].next = p;\n".formatted(prefix));
    places.addAll(List.of("s.a", "s.b[1]", "p->a", "p->b[l0 & 1]", "p->in.d", "s.in.d"));
    places.addAll(List.of("s.e", "p->f", "s.t", "p->t", "s.u", "p->next->f", "p->u"));
    places.addAll(List.of("p->next->a", prefix + "_n[1].b[2]", prefix + "_n[1].next->in.d"));
    text.append("%s *q = &l1;\n".formatted(typeOf("l1")));
    text.append("long (*fp)(int, int) = %s_k;\n".formatted(prefix));
    places.add("(*q)");
    budget = 10;
    statements(3);
    text.append("unsigned long sum = 0;\n");
    places.addAll(List.of(prefix + "_x0", prefix + "_x1", prefix + "_i"));
    for (String place : places) {
      text.append("sum = sum * 31 + (unsigned long)(long)" + place + ";\n");
    }
    text.append("return sum;\n}\n");
  }

  /** The declared type of a variable. */
  private String typeOf(String name) {
    int at = text.indexOf(" " + name + " = ");
    int line = text.lastIndexOf("\n", at) + 1;
    return text.substring(line, at).replaceAll("static |_Atomic ", "");
  }

  private void statements(int depth) {
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      statement(depth);
    }
  }

  private void statement(int depth) {
    if (depth == 0 || budget-- <= 0) {
      assignment();
      return;
    }
    switch (random.nextInt(10)) {
      case 0 -> {
        text.append("if (" + value(2) + ") {\n");
        statements(depth - 1);
        text.append("} else {\n");
        statements(depth - 1);
        text.append("}\n");
      }
      case 1 -> loop(depth);
      case 2 -> choice(depth);
      case 3 -> jump(depth);
      case 4 -> text.append(place() + (random.nextBoolean() ? "++" : "--") + ";\n");
      case 5 -> {
        String name = "b" + names++;
        text.append("{ %s %s = %s;\n".formatted(type(), name, value(2)));
        places.add(name);
        statements(depth - 1);
        places.remove(name);
        text.append("}\n");
      }
      case 6 -> {
        if (inMain) {
          inMemory();
        } else {
          assignment();
        }
      }
      default -> assignment();
    }
  }

  /** Operations on atomic variables, whole structs, arrays, and the pointer to a function. */
  private void inMemory() {
    String atomic = prefix + "_x" + random.nextInt(2);
    String modify = List.of("add", "sub", "and", "or", "xor").get(random.nextInt(5));
    String plain = prefix + "_g" + random.nextInt(3);
    String nodes = prefix + "_n";
    String given = prefix + "_r(" + nodes + "[1], " + value(1) + ")";
    text.append(
        switch (random.nextInt(17)) {
          case 0 -> "%s = %s += %s;".formatted(place(), atomic, value(2));
          case 1 -> "%s = %s%s;".formatted(place(), atomic, random.nextBoolean() ? "++" : "--");
          case 2 -> "%s = %s = %s;".formatted(place(), atomic, value(2));
          case 3 -> "%s = atomic_exchange(&%s, %s);".formatted(place(), atomic, value(2));
          case 4 ->
              "{ %s e = %s; %s = atomic_compare_exchange_strong(&%s, &e, %s); %s = e; }"
                  .formatted(typeOf(atomic), oneOf(atomic), place(), atomic, value(2), place());
          case 5 ->
              "%s = __sync_%s(&%s, %s);"
                  .formatted(
                      place(),
                      random.nextBoolean() ? "fetch_and_" + modify : modify + "_and_fetch",
                      integer(plain),
                      value(2));
          case 6 ->
              "%s = __atomic_%s(&%s, %s, __ATOMIC_SEQ_CST);"
                  .formatted(
                      place(),
                      random.nextBoolean() ? "fetch_" + modify : modify + "_fetch",
                      integer(plain),
                      value(2));
          case 7 -> "%s = %s; s.next = p;".formatted("s", nodes + "[" + random.nextInt(2) + "]");
          case 8 -> "memcpy(&%s[1].b, &%s[0].b, sizeof(%s[0].b));".formatted(nodes, nodes, nodes);
          case 9 -> "memset(%s_v, 0, sizeof(%s_v));".formatted(prefix, prefix);
          case 10 -> "%s = %s.b[%d];".formatted(place(), given, random.nextInt(3));
          case 11 -> "s = %s_r(%s, %s);".formatted(prefix, given, value(1));
          case 12 ->
              "%s[1] = s = %s ? s : %s; %s = (%s, s).in.d;"
                  .formatted(nodes, value(1), given, place(), value(1));
          case 13 ->
              "memmove(&%s_v[%d], &%s_v[%d], 2 * sizeof(%s_v[0]));"
                  .formatted(prefix, random.nextInt(3), prefix, random.nextInt(3), prefix);
          case 14 ->
              "{ struct { int c; struct %s_s d; } o = { %s, %s }; %s = o.d.a; s = o.d; }"
                  .formatted(prefix, value(1), given, place());
          case 15 ->
              "{ %s e[2] = {%s}; int i = 1; i = atomic_compare_exchange_strong(&%s, &e[i], %s); %s = e[1] - i; }"
                  .formatted(typeOf(atomic), value(1), atomic, value(2), place());
          default ->
              "fp = %s ? %s_k : %s_m; %s = fp(%s, %s);"
                  .formatted(value(1), prefix, prefix, place(), value(1), value(1));
        });
    text.append('\n');
  }

  private String oneOf(String often) {
    return random.nextBoolean() ? often : value(1);
  }

  /** A variable that read-modify-writes may change: of any type but {@code _Bool}. */
  private String integer(String global) {
    return typeOf(global).contains("_Bool") ? prefix + "_i" : global;
  }

  private void assignment() {
    String given = value(3);
    text.append(
        switch (random.nextInt(12)) {
          case 0 -> "%s <<= (%s) & 31;\n".formatted(place(), given);
          case 1 -> "%s >>= (%s) & 31;\n".formatted(place(), given);
          case 2 -> "%s /= %s;\n".formatted(place(), divisor(given));
          case 3 -> "%s %%= %s;\n".formatted(place(), divisor(given));
          case 4 -> "{ long t = %s; %s = t + (%s); }\n".formatted(step(place()), place(), given);
          default -> "%s %s %s;\n".formatted(place(), UPDATE.get(random.nextInt(7)), given);
        });
  }

  /** A place that is counted up or down, as a value. */
  private String step(String place) {
    String sign = random.nextBoolean() ? "++" : "--";
    return random.nextBoolean() ? sign + place : place + sign;
  }

  /** Neither 0 nor -1, by which the least number cannot be divided. */
  private String divisor(String value) {
    String type = List.of("int", "long", "short", "signed char").get(random.nextInt(4));
    return random.nextBoolean()
        ? "(((%s)(%s) & 15) + 1)".formatted(type, value)
        : "(((%s)(%s) & 14) - 16)".formatted(type, value);
  }

  private void loop(int depth) {
    String name = "i" + names++;
    int count = 1 + random.nextInt(4);
    String end = "}\n";
    switch (random.nextInt(3)) {
      case 0 ->
          text.append("for (int %s = 0; %s < %d; %s++) {\n".formatted(name, name, count, name));
      case 1 -> text.append("int %s = 0; while (%s++ < %d) {\n".formatted(name, name, count));
      default -> {
        text.append("int %s = 0; do {\n".formatted(name));
        end = "} while (++%s < %d);\n".formatted(name, count);
      }
    }
    if (random.nextInt(3) == 0) {
      text.append("if (" + value(1) + ") " + (random.nextBoolean() ? "break" : "continue") + ";\n");
    }
    statements(depth - 1);
    text.append(end);
  }

  private void choice(int depth) {
    text.append("switch ((int)(" + value(2) + ") & 3) {\n");
    for (int i = 0; i < 3; i++) {
      text.append(i == 2 && random.nextBoolean() ? "default: {\n" : "case " + i + ": {\n");
      statements(depth - 1);
      text.append(random.nextInt(3) == 0 ? "}\n" : "break; }\n");
    }
    text.append("}\n");
  }

  private void jump(int depth) {
    String label = "out" + names++;
    text.append("if (" + value(1) + ") goto " + label + ";\n");
    statements(depth - 1);
    text.append(label + ": ;\n");
  }

  private String value(int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0 ? literal() : place();
    }
    String left = value(depth - 1);
    String right = value(depth - 1);
    return switch (random.nextInt(20)) {
      case 0 -> "(" + left + " " + COMPARE.get(random.nextInt(6)) + " " + right + ")";
      case 1 -> "(" + left + (random.nextBoolean() ? " && " : " || ") + right + ")";
      case 2 -> "(" + value(1) + " ? " + left + " : " + right + ")";
      case 3 -> "(" + type() + ")(" + left + ")";
      case 4 -> List.of("!", "~", "-").get(random.nextInt(3)) + "(" + left + ")";
      case 5 -> "((unsigned long)(" + left + ") << ((" + right + ") & 7))";
      case 6 -> "((" + left + ") >> ((" + right + ") & 7))";
      case 7 -> "((unsigned)(" + left + ") / ((unsigned)(" + right + ") | 1))";
      case 8 -> "((int)(" + left + ") % (((int)(" + right + ") & 15) + 1))";
      case 9 -> call(left, right);
      case 10 -> prefix + "_v[(" + left + ") & 3]";
      case 11 -> "((" + type() + ")(" + left + ") / " + divisor(right) + ")";
      case 12 -> "((" + type() + ")(" + left + ") % " + divisor(right) + ")";
      case 13 -> "((" + left + ") << ((" + right + ") & 31))";
      case 14 -> "((" + left + ") >> ((" + right + ") & 31))";
      case 15 -> "(" + prefix + "_v + 3)[-((int)(" + left + ") & 3)]";
      case 16 -> "(&%1$s_v[(%2$s) & 3] - &%1$s_v[(%3$s) & 3])".formatted(prefix, left, right);
      case 17 -> statements(random.nextBoolean() ? literal() : left, right);
      default -> "(" + left + " " + BINARY.get(random.nextInt(6)) + " " + right + ")";
    };
  }

  /** An expression that is made of statements, with a variable of its own. */
  private String statements(String first, String then) {
    String name = "c" + names++;
    return "({ %s %s = %s; %s + %s; })".formatted(type(), name, first, name, then);
  }

  private String call(String left, String right) {
    return inMain
        ? prefix + (random.nextBoolean() ? "_f(" : "_h(") + left + ", " + right + ")"
        : "(" + left + " + " + right + ")";
  }

  private String place() {
    return places.get(random.nextInt(places.size()));
  }

  private String type() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  /** Any type but {@code _Bool}, which no read-modify-write changes here. */
  private String integerType() {
    return TYPES.get(random.nextInt(TYPES.size() - 1));
  }

  private int small() {
    return random.nextInt(10) - 3;
  }

  private String literal() {
    return switch (random.nextInt(8)) {
      case 0 -> "0x" + Long.toHexString(random.nextLong()) + "UL";
      case 1 -> Integer.toString(random.nextInt());
      case 2 -> random.nextInt(300) + "u";
      case 3 -> prefix + (random.nextBoolean() ? "_A" : "_B");
      case 4 -> LETTERS.get(random.nextInt(LETTERS.size()));
      case 5 ->
          List.of("2147483647", "(-2147483647 - 1)", "4294967295u", "0x80000000", "-1L", "32768")
              .get(random.nextInt(6));
      default -> Integer.toString(small());
    };
  }
}
