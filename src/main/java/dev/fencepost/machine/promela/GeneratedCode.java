// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Statement.Block;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Statements as instructions of the virtual machine, in hidden classes: a statement, or a part of a
 * deterministic step, is an object with a number, by which its class picks the method. So there is
 * one call where trees of expressions have many that cannot be foreseen.
 */
final class GeneratedCode {
  private static final String NAME = "dev/fencepost/machine/promela/Generated";
  private static final String STATEMENT = "dev/fencepost/machine/promela/StepCode";
  private static final String PART = "dev/fencepost/machine/promela/BlockPart";

  /** So many statements that the methods that pick stay short enough to be compiled. */
  private static final int MOST_STATEMENTS = 500;

  /** So many parts that a class does not get too large; a step may add more. */
  private static final int MANY_PARTS = 100;

  private final int globals;
  private final IdentityHashMap<Statement, StepCode> code = new IdentityHashMap<>();
  private final IdentityHashMap<Block, GeneratedBlock> blocks = new IdentityHashMap<>();

  private GeneratedCode(int globals) {
    this.globals = globals;
  }

  /** Without any statement. */
  static GeneratedCode none() {
    return new GeneratedCode(0);
  }

  /** What can be found here of a model's statements. */
  GeneratedCode(PromelaModel model, int globals) {
    this(globals);
    List<Statement> all = new ArrayList<>();
    List<Block> steps = new ArrayList<>();
    model.processTypes().stream()
        .flatMap(type -> type.points().stream())
        .flatMap(point -> point.transitions().stream())
        .forEach(step -> collect(step.statement(), all, steps));
    for (int from = 0; from < all.size(); from += MOST_STATEMENTS) {
      defineStatements(all.subList(from, Math.min(all.size(), from + MOST_STATEMENTS)));
    }
    for (int from = 0; from < steps.size(); ) {
      from = defineBlocks(steps, from);
    }
  }

  /** The statement, or null where there is no generated code for it. */
  StepCode find(Statement statement) {
    return code.get(statement);
  }

  /** The inside of a deterministic step, or null where there is no generated code for it. */
  GeneratedBlock find(Block block) {
    return blocks.get(block);
  }

  private static void collect(Statement statement, List<Statement> all, List<Block> steps) {
    if (statement instanceof Statement.DeterministicStep(Block block)) {
      block.guards().forEach(guard -> collect(guard, all, steps));
      if (BlockEmitter.supports(block)) {
        steps.add(block);
        return;
      }
      for (Statement.BlockPoint point : block.points()) {
        point
            .branches()
            .forEach(branch -> branch.statement().ifPresent(s -> collect(s, all, steps)));
      }
    } else if (StatementEmitter.supports(statement)) {
      all.add(statement);
    }
  }

  private void defineStatements(List<Statement> statements) {
    ClassFile file = new ClassFile(NAME);
    StatementEmitter emitter = new StatementEmitter(file, globals);
    for (int i = 0; i < statements.size(); i++) {
      if (statements.get(i) instanceof Statement.Condition(Expr value)) {
        emitter.condition("s" + i, value);
      } else {
        emitter.method("s" + i, statements.get(i));
      }
    }
    pick(file, statements, true);
    pick(file, statements, false);
    List<Object> made = define(file, STATEMENT, statements.size());
    for (int i = 0; i < statements.size(); i++) {
      code.put(statements.get(i), (StepCode) made.get(i));
    }
  }

  /** Defines a class for some deterministic steps, from one on; the next. */
  private int defineBlocks(List<Block> steps, int from) {
    ClassFile file = new ClassFile(NAME);
    StatementEmitter emitter = new StatementEmitter(file, globals);
    List<Optional<int[]>> found = new ArrayList<>();
    int count = 0;
    while (from + found.size() < steps.size() && count < MANY_PARTS) {
      Block block = steps.get(from + found.size());
      Optional<int[]> parts = new BlockEmitter(block, emitter, file).methods("b", count);
      count += parts.map(GeneratedCode::count).orElse(0);
      found.add(parts);
    }
    if (count > 0) {
      pick(file, count);
      List<Object> made = define(file, PART, count);
      int first = 0;
      for (int i = 0; i < found.size(); i++) {
        if (found.get(i).isPresent()) {
          int end = first + count(found.get(i).get());
          BlockPart[] own = made.subList(first, end).toArray(BlockPart[]::new);
          blocks.put(steps.get(from + i), new GeneratedBlock(own, found.get(i).get()));
          first = end;
        }
      }
    }
    return from + found.size();
  }

  private static int count(int[] parts) {
    return Arrays.stream(parts).max().orElse(-1) + 1;
  }

  /** Defines a class; objects of it with the numbers from 0 on. */
  private static List<Object> define(ClassFile file, String implemented, int count) {
    constructor(file);
    try {
      Constructor<?> constructor =
          MethodHandles.lookup()
              .defineHiddenClass(file.bytes("number", List.of(implemented)), true)
              .lookupClass()
              .getDeclaredConstructor(int.class);
      List<Object> made = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        made.add(constructor.newInstance(i));
      }
      return made;
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

  /** The method {@code run}: goes to that of the part. */
  private static void pick(ClassFile file, int count) {
    CodeBuffer code = new CodeBuffer();
    code.op(CodeBuffer.ALOAD_0, 1);
    code.op(CodeBuffer.GETFIELD, 0, file.ownField("number", "I"));
    int[] table = code.table(count);
    for (int i = 0; i < count; i++) {
      code.landCase(table, i);
      code.reset(0);
      code.op(CodeBuffer.ALOAD_1, 1);
      code.op(CodeBuffer.ILOAD_2, 1);
      code.op(CodeBuffer.INVOKESTATIC, -1, file.ownMethod("b" + i, BlockEmitter.TYPE));
      code.op(CodeBuffer.IRETURN, -1);
    }
    file.add(ClassFile.PUBLIC, "run", BlockEmitter.TYPE, code);
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
