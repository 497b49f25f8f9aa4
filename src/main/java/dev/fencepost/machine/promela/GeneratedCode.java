// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Statement;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Conditions and assignments as instructions of the virtual machine, in hidden classes: a statement
 * is an object with a number, by which its class picks the method. So there is one call where trees
 * of expressions have many that cannot be foreseen.
 */
final class GeneratedCode {
  private static final String NAME = "dev/fencepost/machine/promela/Generated";
  private static final List<String> INTERFACES =
      List.of("dev/fencepost/machine/promela/CompiledStatement");

  /** So many statements that the methods that pick stay short enough to be compiled. */
  private static final int MOST_STATEMENTS = 500;

  private final IdentityHashMap<Statement, CompiledStatement> code = new IdentityHashMap<>();

  private GeneratedCode() {}

  /** Without any statement. */
  static GeneratedCode none() {
    return new GeneratedCode();
  }

  /** What can be found here of a model's statements. */
  GeneratedCode(PromelaModel model, int globals) {
    List<Statement> all = new ArrayList<>();
    model.processTypes().stream()
        .flatMap(type -> type.points().stream())
        .flatMap(point -> point.transitions().stream())
        .forEach(step -> collect(step.statement(), all));
    for (int from = 0; from < all.size(); from += MOST_STATEMENTS) {
      define(all.subList(from, Math.min(all.size(), from + MOST_STATEMENTS)), globals);
    }
  }

  /** The statement, or null where there is no generated code for it. */
  CompiledStatement find(Statement statement) {
    return code.get(statement);
  }

  private static void collect(Statement statement, List<Statement> all) {
    if (statement instanceof Statement.DeterministicStep(Statement.Block block)) {
      block.guards().forEach(guard -> collect(guard, all));
      for (Statement.BlockPoint point : block.points()) {
        point.branches().forEach(branch -> branch.statement().ifPresent(s -> collect(s, all)));
      }
    } else if (StatementEmitter.supports(statement)) {
      all.add(statement);
    }
  }

  private void define(List<Statement> statements, int globals) {
    ClassFile file = new ClassFile(NAME);
    StatementEmitter emitter = new StatementEmitter(file, globals);
    for (int i = 0; i < statements.size(); i++) {
      switch (statements.get(i)) {
        case Statement.Condition condition -> emitter.condition("s" + i, condition.value());
        case Statement.Assign assign -> emitter.assignment("s" + i, assign);
        default -> throw new IllegalStateException("not supported: " + statements.get(i));
      }
    }
    constructor(file);
    pick(file, statements, true);
    pick(file, statements, false);
    try {
      Class<?> made =
          MethodHandles.lookup()
              .defineHiddenClass(file.bytes("number", INTERFACES), true)
              .lookupClass();
      Constructor<?> constructor = made.getDeclaredConstructor(int.class);
      for (int i = 0; i < statements.size(); i++) {
        code.put(statements.get(i), (CompiledStatement) constructor.newInstance(i));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("generated code cannot be used", e);
    }
  }

  private static void constructor(ClassFile file) {
    CodeBuffer code = new CodeBuffer();
    code.op(CodeBuffer.ALOAD_0, 1);
    code.op(CodeBuffer.INVOKESPECIAL, -1, file.method("java/lang/Object", "<init>", "()V"));
    code.op(CodeBuffer.ALOAD_0, 1);
    code.op(CodeBuffer.ILOAD_1, 1);
    code.op(CodeBuffer.PUTFIELD, -2, file.ownField("number", "I"));
    code.op(CodeBuffer.RETURN, 0);
    file.add(ClassFile.PUBLIC, "<init>", "(I)V", code);
  }

  /** The method {@code enabled} or {@code execute}: goes to that of the statement. */
  private static void pick(ClassFile file, List<Statement> statements, boolean enabled) {
    CodeBuffer code = new CodeBuffer();
    code.op(CodeBuffer.ALOAD_0, 1);
    code.op(CodeBuffer.GETFIELD, 0, file.ownField("number", "I"));
    int[] table = code.table(statements.size());
    for (int i = 0; i < statements.size(); i++) {
      code.landCase(table, i);
      code.reset(0);
      boolean condition = statements.get(i) instanceof Statement.Condition;
      if (condition && enabled) {
        code.op(CodeBuffer.ALOAD_1, 1);
        String type = "(" + StatementEmitter.FRAME + ")I";
        code.op(CodeBuffer.INVOKESTATIC, 0, file.ownMethod("s" + i, type));
        int test = file.method("dev/fencepost/machine/promela/Codelets", "test", "(I)I");
        code.op(CodeBuffer.INVOKESTATIC, 0, test);
      } else if (enabled) {
        code.push(1, file);
      } else if (!condition) {
        code.op(CodeBuffer.ALOAD_1, 1);
        String type = "(" + StatementEmitter.FRAME + ")V";
        code.op(CodeBuffer.INVOKESTATIC, -1, file.ownMethod("s" + i, type));
      }
      code.op(enabled ? CodeBuffer.IRETURN : CodeBuffer.RETURN, enabled ? -1 : 0);
    }
    String name = enabled ? "enabled" : "execute";
    String type = "(" + StatementEmitter.FRAME + ")" + (enabled ? "Z" : "V");
    file.add(ClassFile.PUBLIC, name, type, code);
  }
}
