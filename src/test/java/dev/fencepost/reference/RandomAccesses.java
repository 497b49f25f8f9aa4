// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * A function that reads and writes scalars through pointers, now and then as another type. Each
 * object has room for the widest of them, and what it holds is copied with all its room.
 */
final class RandomAccesses {
  private static final List<String> TYPES =
      List.of(
          "unsigned char",
          "signed char",
          "unsigned short",
          "short",
          "unsigned",
          "int",
          "unsigned long",
          "long");
  private static final int OBJECTS = 4;
  private static final List<String> MEMBERS = List.of("a", "b[0]", "b[1]", "f", "g", "c");

  private final Random random;
  private final String name;
  private final List<String> types = new ArrayList<>();
  private final List<String> fields = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private int reads;
  private boolean mixed;

  RandomAccesses(Random random, String name) {
    this.random = random;
    this.name = name;
    for (int i = 0; i < OBJECTS; i++) {
      types.add(any());
    }
    for (int i = 0; i < 3; i++) {
      fields.add(any());
    }
    boolean mixes = random.nextBoolean();
    for (int i = 0; i < 8; i++) {
      add(random.nextInt(OBJECTS), mixes && random.nextInt(6) == 0);
      addToStruct(mixes && random.nextInt(12) == 0);
    }
    for (int i = 0; i < OBJECTS; i++) {
      read(i, types.get(i));
    }
    for (String member : MEMBERS) {
      readMember("(void *)&" + name + "_s1", member);
    }
  }

  /** Two structs, and accesses to them through pointers; {@code other}: to a member's scalar. */
  private void addToStruct(boolean other) {
    String struct = "(void *)&" + name + "_s" + random.nextInt(2);
    lines.add("slot = %s; p = slot;".formatted(struct));
    String place = random.nextBoolean() ? "p" : struct;
    String member = MEMBERS.get(random.nextInt(MEMBERS.size()));
    switch (other ? 3 : random.nextInt(3)) {
      case 0 -> readMember(place, member);
      case 1 -> lines.add("((struct %s *)%s)->%s += %d;".formatted(name, place, member, value()));
      case 2 -> lines.add("%1$s_s1 = *(struct %1$s *)%2$s;".formatted(name, place));
      default -> {
        String type = any();
        lines.add("*(%s *)%s = %d;".formatted(type, place, value()));
        mixed |= !kind(type).equals(kind(fields.getFirst()));
      }
    }
  }

  private void readMember(String place, String member) {
    lines.add("((struct %s *)%s)->%s".formatted(name, place, member));
    reads++;
  }

  private String any() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  /** 64 bits are alike with and without sign. */
  private static String kind(String type) {
    return type.equals("unsigned long") ? "long" : type;
  }

  private void add(int object, boolean other) {
    String type = other ? any() : types.get(object);
    int second = random.nextInt(OBJECTS);
    switch (random.nextInt(5)) {
      case 0 -> read(object, type);
      case 1 -> {
        lines.add("slot = %s; p = slot;".formatted(address(object)));
        lines.add("*(%s *)p = %d;".formatted(type, value()));
        use(object, type);
      }
      case 2 -> {
        String tag = name + "_" + lines.size();
        lines.add("struct %s { %s x; };".formatted(tag, type));
        lines.add("((struct %s *)%s)->x += %d;".formatted(tag, address(object), value()));
        use(object, type);
      }
      case 3 -> {
        boolean alike = kind(types.get(object)).equals(kind(types.get(second)));
        if (alike || other) {
          lines.add("memcpy(%s, %s, sizeof(long));".formatted(address(object), address(second)));
          mixed |= !alike;
        }
      }
      default -> {
        lines.add("*(%s *)%s = %d;".formatted(type, address(object), value()));
        use(object, type);
      }
    }
  }

  private int value() {
    return random.nextInt(4) == 0 ? -1 - random.nextInt(300) : random.nextInt(70_000);
  }

  /** The last object is allocated. */
  private String address(int object) {
    return object == OBJECTS - 1 ? "(void *)block" : "(void *)&" + name + "_" + object;
  }

  private void read(int object, String type) {
    lines.add("*(%s *)%s".formatted(type, address(object)));
    reads++;
    use(object, type);
  }

  private void use(int object, String type) {
    mixed |= !kind(type).equals(kind(types.get(object)));
  }

  String name() {
    return name;
  }

  /** How many values the program reads. */
  int reads() {
    return reads;
  }

  /** Whether some object is accessed as another type. */
  boolean isMixed() {
    return mixed;
  }

  /** The text; {@code reader} makes a statement of each read. */
  String text(UnaryOperator<String> reader) {
    StringBuilder text = new StringBuilder();
    text.append(
        "struct %4$s { %1$s a; %2$s b[2]; unsigned f : 3, g : 9; %3$s c; } %4$s_s0, %4$s_s1;\n"
            .formatted(fields.get(0), fields.get(1), fields.get(2), name));
    for (int i = 0; i < OBJECTS - 1; i++) {
      text.append("union { %s v; long room[2]; } %s_%d;\n".formatted(types.get(i), name, i));
    }
    String last = types.getLast();
    text.append("void %s(void) {\n%s *block = calloc(1, sizeof(long));\n".formatted(name, last));
    text.append("static void *slot; void *p;\n");
    for (String line : lines) {
      text.append(line.endsWith(";") ? line : reader.apply(line)).append('\n');
    }
    return text.append("}\n").toString();
  }
}
