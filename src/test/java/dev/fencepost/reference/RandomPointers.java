// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.Random;

/**
 * A random function in C that moves pointers in variables, arrays, structs and blocks, and accesses
 * what they point at. It knows whether some pointer leaves its object: by a move beyond the place
 * just behind, or by an access there or further. The first that does so is the last statement.
 */
final class RandomPointers {
  static final String HEADERS =
      "#include <pthread.h>\n#include <stdlib.h>\nstruct three { int a, b, c; };\n";

  private final Random random;
  private final String name;
  private final StringBuilder globals = new StringBuilder();
  private final StringBuilder body = new StringBuilder();
  private int names;
  private boolean leaves;

  /** How many cells the object at hand has, and where in it the pointer at hand points. */
  private int size;

  private int at;

  /** {@code name}: of the function, and the beginning of all other names. */
  RandomPointers(Random random, String name) {
    this.random = random;
    this.name = name;
    globals.append("static int %s_i, %s_sum; static int *%s_p;\n".formatted(name, name, name));
    for (int i = random.nextInt(3); i >= 0 && !leaves; i--) {
      object();
    }
  }

  /** Whether some pointer leaves its object. */
  boolean leaves() {
    return leaves;
  }

  String text() {
    return "%sstatic void *%s(void *unused) {\n%sreturn 0;\n}\n".formatted(globals, name, body);
  }

  private void object() {
    String start = start();
    String pointer = name + "_p";
    if (random.nextBoolean()) {
      pointer = "p" + names++;
      body.append("int *%s = %s;\n".formatted(pointer, start));
    } else {
      body.append("%s = %s;\n".formatted(pointer, start));
    }
    at = 0;
    for (int i = random.nextInt(4); i >= 0 && !leaves; i--) {
      if (random.nextInt(3) == 0) {
        move(pointer);
      } else {
        access(pointer);
      }
    }
  }

  /** Declares an object; gives a pointer to its first cell. */
  private String start() {
    size = 1 + random.nextInt(4);
    String object = name + "_o" + names++;
    return switch (random.nextInt(6)) {
      case 0 -> {
        size = 1;
        globals.append("static int %s;\n".formatted(object));
        yield "&" + object;
      }
      case 1 -> {
        size = 3;
        globals.append("static struct three %s;\n".formatted(object));
        yield "&" + object + ".a";
      }
      case 2 -> {
        size = 4;
        globals.append("static int %s[2][2];\n".formatted(object));
        yield "&" + object + "[0][0]";
      }
      case 3 -> {
        body.append("int %s[%d] = {0};\n".formatted(object, size));
        yield object;
      }
      case 4 -> {
        globals.append("static int %s[%d];\n".formatted(object, size));
        yield object;
      }
      default -> "malloc(%d * sizeof(int))".formatted(size);
    };
  }

  /** A distance that takes the pointer to the last place at most; sometimes further. */
  private int distance(int last) {
    int further = random.nextInt(10) == 0 ? 1 + random.nextInt(4) : 0;
    if (further == 0) {
      return random.nextInt(last + 1) - at;
    }
    leaves = true;
    return random.nextInt(3) == 0 ? -at - further : last - at + further;
  }

  /** A distance as the program has it: a number, or what a variable holds. */
  private String written(int distance) {
    if (random.nextBoolean()) {
      return "(" + distance + ")";
    }
    body.append("%s_i = %d;\n".formatted(name, distance));
    return name + "_i";
  }

  private void move(String pointer) {
    int distance = distance(size);
    at += distance;
    if (random.nextInt(4) == 0) {
      // The place between the two moves must be in the object too.
      int further = leaves ? -distance : random.nextInt(size + 1) - at;
      at += further;
      body.append("%s = %s + %s + (%d);\n".formatted(pointer, pointer, written(distance), further));
      return;
    }
    if (Math.abs(distance) == 1 && random.nextBoolean()) {
      body.append(pointer + (distance > 0 ? "++" : "--") + ";\n");
      return;
    }
    String by = written(distance);
    body.append(
        switch (random.nextInt(3)) {
          case 0 -> "%s += %s;\n".formatted(pointer, by);
          case 1 -> "%s = &%s[%s];\n".formatted(pointer, pointer, by);
          default -> "%s = %s + %s;\n".formatted(pointer, by, pointer);
        });
  }

  private void access(String pointer) {
    if (at + 2 < size && random.nextBoolean()) {
      body.append("((struct three *)%s)->c = 1;\n".formatted(pointer));
      return;
    }
    if (random.nextInt(12) == 0) {
      leaves |= at + 2 >= size;
      body.append("%s_sum = ((struct three *)%s)->c;\n".formatted(name, pointer));
      return;
    }
    String by = written(distance(size - 1));
    body.append(
        switch (random.nextInt(4)) {
          case 0 -> "%s[%s] = 1;\n".formatted(pointer, by);
          case 1 -> "%s_sum = *(%s + %s);\n".formatted(name, pointer, by);
          case 2 -> "{ int *r = %s + %s; *r = 2; }\n".formatted(pointer, by);
          default -> "__atomic_fetch_add(&%s[%s], 1, 5);\n".formatted(pointer, by);
        });
  }
}
