// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a class file (The Java Virtual Machine Specification, chapter 4), as much of one as
 * generated statements need. Version 49: later ones want the types of the stack at every jump.
 */
final class ClassFile {
  static final int PUBLIC = 1;
  static final int STATIC = 8;

  private static final int FINAL_CLASS = 0x30;
  private static final int MAGIC = 0xCAFEBABE;
  private static final int VERSION = 49;

  private static final int UTF8 = 1;
  private static final int INTEGER = 3;
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int NAME_AND_TYPE = 12;

  private final Map<Constant, Integer> pool = new LinkedHashMap<>();
  private final List<Method> methods = new ArrayList<>();
  private final String name;

  /** An entry of the constant pool; what does not apply is empty or 0. */
  private record Constant(int tag, String text, int first, int second) {}

  private record Method(int flags, int name, int descriptor, CodeBuffer code) {}

  ClassFile(String name) {
    this.name = name;
  }

  private int constant(Constant constant) {
    Integer known = pool.get(constant);
    if (known == null) {
      known = pool.size() + 1;
      pool.put(constant, known);
    }
    return known;
  }

  private int utf8(String text) {
    return constant(new Constant(UTF8, text, 0, 0));
  }

  int integer(int value) {
    return constant(new Constant(INTEGER, "", value, 0));
  }

  private int type(String internalName) {
    return constant(new Constant(CLASS, "", utf8(internalName), 0));
  }

  int method(String owner, String method, String descriptor) {
    return member(METHOD, owner, method, descriptor);
  }

  int ownMethod(String method, String descriptor) {
    return member(METHOD, name, method, descriptor);
  }

  int ownField(String field, String descriptor) {
    return member(FIELD, name, field, descriptor);
  }

  private int member(int tag, String owner, String member, String descriptor) {
    int pair = constant(new Constant(NAME_AND_TYPE, "", utf8(member), utf8(descriptor)));
    return constant(new Constant(tag, "", type(owner), pair));
  }

  void add(int flags, String method, String descriptor, CodeBuffer code) {
    methods.add(new Method(flags, utf8(method), utf8(descriptor), code));
  }

  /** The bytes of a class with one field of type int. */
  byte[] bytes(String field, List<String> interfaces) {
    int self = type(name);
    int parent = type("java/lang/Object");
    List<Integer> implemented = interfaces.stream().map(this::type).toList();
    int fieldName = utf8(field);
    int fieldType = utf8("I");
    int codeName = utf8("Code");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
      writePool(out);
      out.writeShort(FINAL_CLASS);
      out.writeShort(self);
      out.writeShort(parent);
      out.writeShort(implemented.size());
      for (int type : implemented) {
        out.writeShort(type);
      }
      out.writeShort(1);
      writeHead(out, 0, fieldName, fieldType, 0);
      out.writeShort(methods.size());
      for (Method method : methods) {
        writeHead(out, method.flags, method.name, method.descriptor, 1);
        out.writeShort(codeName);
        method.code.write(out);
      }
      out.writeShort(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writeHead(
      DataOutputStream out, int flags, int name, int descriptor, int attributes)
      throws IOException {
    out.writeShort(flags);
    out.writeShort(name);
    out.writeShort(descriptor);
    out.writeShort(attributes);
  }

  private void writePool(DataOutputStream out) throws IOException {
    out.writeShort(pool.size() + 1);
    for (Constant constant : pool.keySet()) {
      out.writeByte(constant.tag);
      switch (constant.tag) {
        case UTF8 -> out.writeUTF(constant.text);
        case INTEGER -> out.writeInt(constant.first);
        case CLASS -> out.writeShort(constant.first);
        default -> {
          out.writeShort(constant.first);
          out.writeShort(constant.second);
        }
      }
    }
  }
}
