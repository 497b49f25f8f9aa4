// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random programs in C about objects: nested structs, unions and arrays, initialisers with
 * designators that come back to members, compound literals, structs as arguments and results, names
 * that hide others, macros, and types of expressions. They are functions that give a number made of
 * all scalars.
 */
final class RandomObjectsC {
  private static final List<String> TYPES =
      List.of(
          "int",
          "long",
          "signed char",
          "unsigned char",
          "short",
          "unsigned short",
          "unsigned",
          "unsigned long",
          "_Bool",
          "long long",
          "char");

  private final SplittableRandom random;
  private final StringBuilder types = new StringBuilder();
  private final StringBuilder code = new StringBuilder();
  private final List<Shape> structs = new ArrayList<>();
  private int names;

  private RandomObjectsC(SplittableRandom random) {
    this.random = random;
  }

  /** A type: a scalar has no parts; those of an array are alike, and have no names. */
  private record Shape(String name, int length, List<Shape> parts, List<String> members) {
    boolean isScalar() {
      return parts.isEmpty();
    }

    boolean isStruct() {
      return !members.isEmpty();
    }

    String declare(String variable) {
      return length > 0
          ? parts.getFirst().declare(variable + "[" + length + "]")
          : name + " " + variable;
    }
  }

  static String program(SplittableRandom random, String prefix) {
    return new RandomObjectsC(random).program().replace("@", prefix);
  }

  private String program() {
    for (int i = 0; i < 3; i++) {
      structs.add(struct());
    }
    code.append(
        "static unsigned long @_h;\n#define @_N(...) (@_h = @_h * 31 + (long)(__VA_ARGS__))\n");
    for (int i = 0; i < structs.size(); i++) {
      code.append("static void @_show%d(%s o) {\n".formatted(i, structs.get(i).name));
      show("o", structs.get(i));
      code.append("}\n");
    }
    Shape first = structs.get(0);
    code.append("static %s @_give(%s o, %s x) {\n".formatted(first.name, first.name, type()));
    code.append("%s = x; return o;\n}\n".formatted(leaf("o", first)));
    globals();
    macros();
    code.append("static unsigned long @(void) {\n");
    code.append("@_shows(); @_texts();\n");
    for (int i = 0; i < 3; i++) {
      use();
    }
    types();
    hiding();
    code.append("return @_h;\n}\n");
    return types.toString() + code;
  }

  private Shape struct() {
    String name = "struct @_s" + structs.size();
    List<Shape> parts = new ArrayList<>();
    List<String> members = new ArrayList<>();
    types.append(name + " { ");
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      String member = "m" + i;
      if (random.nextInt(6) == 0) {
        String scalar = List.of("int", "unsigned").get(random.nextInt(2));
        types.append("%s %s : %d; ".formatted(scalar, member, 1 + random.nextInt(31)));
        parts.add(scalar(scalar));
      } else if (random.nextInt(8) == 0) {
        String scalar = type();
        types.append("union { %s %s; %s %sx; }; ".formatted(scalar, member, scalar, member));
        parts.add(scalar(scalar));
      } else {
        Shape part = shape(1 + random.nextInt(2));
        types.append(part.declare(member) + "; ");
        parts.add(part);
      }
      members.add(member);
    }
    types.append("};\n");
    return new Shape(name, 0, parts, members);
  }

  private Shape shape(int depth) {
    int kind = random.nextInt(4);
    if (depth == 0 || kind < 2) {
      return !structs.isEmpty() && random.nextInt(3) == 0
          ? structs.get(random.nextInt(structs.size()))
          : scalar(type());
    }
    int length = 1 + random.nextInt(3);
    Shape element = shape(depth - 1);
    return new Shape("", length, Collections.nCopies(length, element), List.of());
  }

  private static Shape scalar(String type) {
    return new Shape(type, 0, List.of(), List.of());
  }

  /** Puts all scalars of an object into the number. */
  private void show(String place, Shape shape) {
    if (shape.isScalar()) {
      code.append("@_N(" + place + ");\n");
      return;
    }
    for (int i = 0; i < shape.parts.size(); i++) {
      show(place + part(shape, i), shape.parts.get(i));
    }
  }

  private static String part(Shape shape, int index) {
    return shape.isStruct() ? "." + shape.members.get(index) : "[" + index + "]";
  }

  /** Some scalar of an object. */
  private String leaf(String place, Shape shape) {
    if (shape.isScalar()) {
      return place;
    }
    int index = random.nextInt(shape.parts.size());
    return leaf(place + part(shape, index), shape.parts.get(index));
  }

  private void globals() {
    StringBuilder shows = new StringBuilder("static void @_shows(void) {\n");
    for (int i = 0; i < 3; i++) {
      int kind = random.nextInt(structs.size());
      Shape shape = structs.get(kind);
      String name = "@_g" + i;
      code.append("static %s %s = %s;\n".formatted(shape.name, name, braces(shape, true)));
      shows.append("@_show%d(%s);\n".formatted(kind, name));
    }
    Shape element = structs.get(random.nextInt(structs.size()));
    Shape array = new Shape("", 3, Collections.nCopies(3, element), List.of());
    code.append("static %s @_a[] = %s;\n".formatted(element.name, braces(array, true)));
    shows.append("@_N(sizeof @_a / sizeof @_a[0]);\n");
    shows.append("for (unsigned i = 0; i < sizeof @_a / sizeof @_a[0]; i++)\n");
    shows.append("  @_show%d(@_a[i]);\n}\n".formatted(structs.indexOf(element)));
    code.append(shows);
  }

  /** Values in braces: in order, by designators, some of them again, some without their braces. */
  private String braces(Shape shape, boolean constant) {
    StringBuilder made = new StringBuilder("{");
    int at = 0;
    int count = random.nextInt(shape.parts.size() + 1) + 1;
    for (int i = 0; i < count; i++) {
      boolean jumps = at >= shape.parts.size() || random.nextInt(3) == 0;
      if (jumps) {
        at = random.nextInt(shape.parts.size());
        boolean ranges = constant && shape.parts.getFirst().isScalar();
        if (!shape.isStruct() && ranges && random.nextInt(4) == 0) {
          int to = at + random.nextInt(shape.parts.size() - at);
          made.append("[%d ... %d]".formatted(at, to));
          at = to;
        } else {
          made.append(part(shape, at));
        }
      }
      Shape inner = shape.parts.get(at);
      boolean hasWhole = made.indexOf("(struct") >= 0 || made.indexOf("_give") >= 0;
      if (jumps) {
        while (!hasWhole && !inner.isScalar() && random.nextInt(3) == 0) {
          int index = random.nextInt(inner.parts.size());
          made.append(part(inner, index));
          inner = inner.parts.get(index);
        }
        made.append(" = ");
        if (!inner.equals(shape.parts.get(at))) {
          made.append(inner.isScalar() ? value(constant) : braces(inner, constant));
          made.append(", ");
          at = shape.parts.size();
          continue;
        }
      }
      made.append(element(inner, constant, jumps || hasWhole)).append(", ");
      at++;
    }
    return made.append("}").toString();
  }

  private String element(Shape shape, boolean constant, boolean inBraces) {
    if (shape.isScalar()) {
      return random.nextInt(8) == 0 ? "{" + value(constant) + "}" : value(constant);
    }
    if (!constant && shape.isStruct() && random.nextInt(3) == 0) {
      return object(shape, 1);
    }
    return random.nextInt(4) == 0 && !inBraces ? flat(shape, constant) : braces(shape, constant);
  }

  /** All scalars of an object, without braces. */
  private String flat(Shape shape, boolean constant) {
    List<String> values = new ArrayList<>();
    for (Shape part : shape.parts) {
      values.add(part.isScalar() ? value(constant) : flat(part, constant));
    }
    return String.join(", ", values);
  }

  /** A struct as a value. */
  private String object(Shape shape, int depth) {
    String name = "(" + shape.name + ")";
    if (depth > 0 && shape.equals(structs.get(0)) && random.nextInt(3) == 0) {
      return "@_give(%s, %s)".formatted(object(shape, depth - 1), value(false));
    }
    if (depth > 0 && random.nextInt(4) == 0) {
      String kind = List.of("(%s ? %s : %s)", "(%s, %s)").get(random.nextInt(2));
      return kind.formatted(value(false), object(shape, depth - 1), object(shape, depth - 1));
    }
    return name + braces(shape, false);
  }

  private void use() {
    int kind = random.nextInt(structs.size());
    Shape shape = structs.get(kind);
    String name = "o" + names++;
    code.append("%s %s = ".formatted(shape.name, name));
    code.append(random.nextBoolean() ? braces(shape, false) : object(shape, 2));
    code.append(";\n");
    if (random.nextBoolean()) {
      code.append("{ %s *p = &%s; ".formatted(shape.name, name));
      code.append("%s++; ".formatted(leaf("(*p)", shape)));
      code.append("%s %s %s;\n".formatted(leaf("p[0]", shape), update(), value(false)));
      code.append(
          "%s other[2] = {*p}; other[1] = *p; *p = other[%d];"
              .formatted(shape.name, random.nextInt(2)));
      code.append("memcpy(&other[0], p, sizeof *p); @_show%d(other[0]); }\n".formatted(kind));
    } else {
      code.append("%s = ".formatted(leaf(name, shape)));
      code.append("%s;\n".formatted(leaf(object(shape, 1), shape)));
      code.append("@_N(%s--);\n".formatted(leaf(name, shape)));
    }
    code.append("%s = %s;\n".formatted(name, random.nextBoolean() ? object(shape, 1) : name));
    code.append("@_show%d(%s);\n".formatted(kind, name));
  }

  private String update() {
    return List.of("=", "+=", "*=", "^=", "|=", "-=").get(random.nextInt(6));
  }

  /** What an expression's type is, and how much of a number a type holds. */
  private void types() {
    for (int i = 0; i < 4; i++) {
      String left = "(" + type() + ")" + value(true);
      String right = "(" + type() + ")" + value(true);
      String operator = List.of("+", "*", "-", "&", "<", ",", "&&").get(random.nextInt(7));
      String whole =
          switch (random.nextInt(4)) {
            case 0 -> "-(" + left + ")";
            case 1 -> "1 ? " + left + " : " + right;
            case 2 -> left + " << 1";
            default -> left + " " + operator + " " + right;
          };
      code.append("@_N((__typeof__(%s))-1 < 0); ".formatted(whole));
      code.append("@_N(%s); { __auto_type t = (%s); t--; @_N(t); }\n".formatted(whole, whole));
    }
  }

  /** Names that inner blocks give another meaning. */
  private void hiding() {
    code.append("{ int x = 5; enum { A = %d }; typedef short t;\n".formatted(random.nextInt(9)));
    code.append(
        "for (int x = 0, y = x; x < 2; x++) { @_N(x + y); enum { A = x_(2) }; @_N(A);\n"
            .replace("x_(2)", "" + random.nextInt(9)));
    code.append("long t = 70000 + A; { int A = t; @_N(A--); typedef long x; @_N((x)t + A); } }\n");
    code.append("@_N((t)70000 + A + x); { static int x; x += A; int A = x; { extern int @_e;\n");
    code.append("@_N(A + @_e); } goto A; A: x++; @_N(x); } }\n");
    types.append("int @_e = 4;\n");
  }

  /** Macros whose expansions, but for spaces, are put into the number as text. */
  private void macros() {
    List<String> calls = List.of("@_P(%s, %s)", "@_Q(%s, %s)", "@_V(%s, %s)", "@_S2(%s %s)");
    code.append(
        """
        #define @_S(...) #__VA_ARGS__
        #define @_S2(...) @_S(__VA_ARGS__)
        #define @_P(a, b) a + @_Q(b, a)
        #define @_Q(a, b) %s
        #define @_V(a, ...) a %s (__VA_ARGS__) @_W
        #define @_W @_V
        #define @_C(a, b) a##b
        #define @_C2(a, b) @_C(a, b)
        """
            .formatted(
                List.of("b@_C(a, 1)", "@_P (a, 1)b", "(a, b)", "a -b - @_Q(b, a)", "#a b")
                    .get(random.nextInt(4)),
                List.of("-", "@_C2(1, 2)", "+ a", "").get(random.nextInt(4))));
    String text = "x" + random.nextInt(3);
    for (int depth = 0; depth < 1 + random.nextInt(3); depth++) {
      String other =
          List.of("1", "y  z", "@_W", "(a ,b)", "\"q\\n\"", "'\\\\'", "", "@_S")
              .get(random.nextInt(8));
      String call = calls.get(random.nextInt(calls.size()));
      text = random.nextBoolean() ? call.formatted(text, other) : call.formatted(other, text);
    }
    code.append("static char @_t[] = @_S2(%s);\n".formatted(text));
    code.append("static void @_texts(void) {\n");
    code.append("for (int i = 0; @_t[i]; i++) if (@_t[i] != ' ') @_N(@_t[i]);\n}\n");
  }

  private String type() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  private String value(boolean constant) {
    if (!constant && random.nextInt(3) == 0) {
      return "(@_h & 255)";
    }
    return switch (random.nextInt(8)) {
      case 0 -> "(" + random.nextInt() + ")";
      case 1 -> random.nextInt(300) + "u";
      case 2 -> "-1L";
      case 3 -> "'\\x80'";
      case 4 -> "0x" + Long.toHexString(random.nextLong()) + "UL";
      default -> "" + random.nextInt(9);
    };
  }
}
