// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A class that is being generated: static methods on a frame, and numbered objects that are the
 * {@link StepCode} or {@link ExprCode} of one statement or expression. An object's number picks its
 * methods, so that one class serves many statements.
 */
final class GeneratedClass {
  static final String FRAME = Type.getDescriptor(PromelaFrame.class);
  static final String TEST = "(" + FRAME + ")Z";
  static final String EFFECT = "(" + FRAME + ")V";
  static final String VALUE = "(" + FRAME + ")I";

  /** In this package, whose members it uses. */
  static final String NAME = Type.getInternalName(GeneratedClass.class) + "$";

  /** So many objects that the methods that pick stay below what the JIT compiles. */
  private static final int MOST_OBJECTS = 500;

  /** So many methods that the class stays small; one object may add more. */
  private static final int MANY_METHODS = 1_000;

  final PromelaProgram program;
  final CodeSizes sizes = new CodeSizes();
  private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
  private final Map<Object, String> shared = new HashMap<>();
  private int methods;

  /** By object, the names of its methods. */
  private final List<Picked> objects = new ArrayList<>();

  /**
   * The methods of an object.
   *
   * @param test whether a statement is executable, or empty where it always is
   * @param effect what a statement does, or empty where that is nothing
   * @param value an expression's value, or empty for a statement
   */
  record Picked(String test, String effect, String value) {}

  /**
   * @param program where things lie in a state
   */
  GeneratedClass(PromelaProgram program) {
    this.program = program;
    String[] interfaces = {
      Type.getInternalName(StepCode.class), Type.getInternalName(ExprCode.class)
    };
    writer.visit(
        Opcodes.V21,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        NAME,
        null,
        "java/lang/Object",
        interfaces);
    writer
        .visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "number", "I", null, null)
        .visitEnd();
    method(
        Opcodes.ACC_PRIVATE,
        "<init>",
        "(I)V",
        code -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitVarInsn(Opcodes.ILOAD, 1);
          code.visitFieldInsn(Opcodes.PUTFIELD, NAME, "number", "I");
          code.visitInsn(Opcodes.RETURN);
        });
  }

  /** Whether further methods must go into another class. */
  boolean isFull() {
    return objects.size() >= MOST_OBJECTS || methods >= MANY_METHODS;
  }

  /** Adds a static method; its name. */
  String method(String descriptor, Consumer<MethodVisitor> body) {
    String name = "m" + methods++;
    method(Opcodes.ACC_STATIC, name, descriptor, body);
    return name;
  }

  /** The name of the static method with a key, which is added where there is none. */
  String method(Object key, String descriptor, Consumer<MethodVisitor> body) {
    String known = shared.get(key);
    if (known != null) {
      return known;
    }
    String name = method(descriptor, body);
    shared.put(key, name);
    return name;
  }

  private void method(int access, String name, String type, Consumer<MethodVisitor> body) {
    MethodVisitor code = writer.visitMethod(access, name, type, null, null);
    code.visitCode();
    body.accept(code);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /** Adds an object; they have numbers from 0 on. */
  void add(Picked picked) {
    objects.add(picked);
  }

  /** The class file; nothing can be added any more. */
  byte[] bytes() {
    pick("enabled", TEST, objects.stream().map(Picked::test).toList());
    pick("execute", EFFECT, objects.stream().map(Picked::effect).toList());
    pick("eval", VALUE, objects.stream().map(Picked::value).toList());
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Adds a method that dispatches to a target by the number of the object. */
  private void pick(String name, String descriptor, List<String> targets) {
    method(
        Opcodes.ACC_PUBLIC,
        name,
        descriptor,
        code -> {
          Label none = new Label();
          Label[] cases = new Label[targets.size()];
          Arrays.setAll(cases, i -> targets.get(i).isEmpty() ? none : new Label());
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitFieldInsn(Opcodes.GETFIELD, NAME, "number", "I");
          code.visitTableSwitchInsn(0, cases.length - 1, none, cases);
          int exit = descriptor.equals(EFFECT) ? Opcodes.RETURN : Opcodes.IRETURN;
          for (int i = 0; i < cases.length; i++) {
            if (!targets.get(i).isEmpty()) {
              code.visitLabel(cases[i]);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, NAME, targets.get(i), descriptor, false);
              code.visitInsn(exit);
            }
          }
          code.visitLabel(none);
          if (exit == Opcodes.IRETURN) {
            code.visitInsn(descriptor.equals(TEST) ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
          }
          code.visitInsn(exit);
        });
  }

  /** Loads the class; its objects by their numbers. */
  List<Object> load(byte[] file) {
    try {
      Constructor<?> constructor =
          MethodHandles.lookup()
              .defineHiddenClass(file, true)
              .lookupClass()
              .getDeclaredConstructor(int.class);
      constructor.setAccessible(true);
      List<Object> made = new ArrayList<>();
      for (int i = 0; i < objects.size(); i++) {
        made.add(constructor.newInstance(i));
      }
      return made;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("generated code cannot be used", e);
    }
  }
}
