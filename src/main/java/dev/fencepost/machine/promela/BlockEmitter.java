// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Statement.Block;
import dev.fencepost.ir.promela.Statement.Branch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes a deterministic step. Its points become entries in the order of their code; a point with
 * many branches is several entries, each of which goes on to the next. Entries become parts:
 * methods that go from entry to entry by jumps, each small enough for the JIT. A part is called
 * with the address of the entry to begin at and returns the one to go on at, or {@link #END}.
 */
final class BlockEmitter {
  private static final String PART = "(" + GeneratedClass.FRAME + "I)I";
  private static final int END = -1;

  /** The bytes of a part, about, where no entry is longer. */
  private static final int LONG = 3_000;

  /** The bytes of a branch besides its statement: what goes on elsewhere. */
  private static final int BRANCH = 20;

  /** An address is the part's number and, in the lower bits, the entry's in the part. */
  private static final int BITS = 10;

  /** So many jumps backwards and a part returns, so that endless loops are found. */
  private static final int JUMPS = 100;

  /** After so many calls of parts the step is given up. */
  private static final int MOST_CALLS = 10_000_000;

  /** One call in so many asks whether the search may go on; not the first. */
  private static final int ASK_EVERY = 1 << 10;

  private static final int ADDRESS = 1;
  private static final int CALLS = 2;

  private final GeneratedClass file;
  private final List<Entry> entries = new ArrayList<>();

  /** By point, its first entry; by entry, its address. */
  private final int[] entryOf;

  private final int[] addresses;

  /** The first entry of each part, and the end. */
  private final List<Integer> parts = new ArrayList<>();

  /** Some branches of a point. */
  private record Entry(List<Branch> branches, int bytes, boolean isLast) {}

  BlockEmitter(Block block, GeneratedClass file) {
    this.file = file;
    entryOf = new int[block.end() + 1];
    for (int point : order(block)) {
      entryOf[point] = entries.size();
      addEntries(block.points().get(point).branches());
    }
    addresses = new int[entries.size() + 1];
    entryOf[block.end()] = entries.size();
    addresses[entries.size()] = END;
    divide();
  }

  /** The reachable points in topological order, apart from loops. */
  private static int[] order(Block block) {
    boolean[] met = new boolean[block.end() + 1];
    met[block.end()] = true;
    int[] next = new int[block.end()];
    List<Integer> path = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    if (!met[block.start()]) {
      met[block.start()] = true;
      path.add(block.start());
    }
    while (!path.isEmpty()) {
      int point = path.getLast();
      List<Branch> branches = block.points().get(point).branches();
      if (next[point] == branches.size()) {
        left.add(path.removeLast());
      } else {
        // the last branch first: it comes last in the order then
        int target = branches.get(branches.size() - 1 - next[point]++).target();
        if (!met[target]) {
          met[target] = true;
          path.add(target);
        }
      }
    }
    Collections.reverse(left);
    return left.stream().mapToInt(Integer::intValue).toArray();
  }

  private void addEntries(List<Branch> branches) {
    int from = 0;
    int bytes = 0;
    for (int i = 0; i < branches.size(); i++) {
      int more = bytes(branches.get(i));
      if (i > from && bytes + more > LONG) {
        entries.add(new Entry(branches.subList(from, i), bytes, false));
        from = i;
        bytes = 0;
      }
      bytes += more;
    }
    entries.add(new Entry(branches.subList(from, branches.size()), bytes, true));
  }

  private int bytes(Branch branch) {
    int nodes = branch.statement().map(file.sizes::of).orElse(0);
    return BRANCH + CodeSizes.NODE * nodes;
  }

  /** Divides the entries into parts. */
  private void divide() {
    int first = 0;
    int bytes = 0;
    for (int i = 0; i < entries.size(); i++) {
      if (i == 0 || bytes + entries.get(i).bytes > LONG || i - first == 1 << BITS) {
        first = i;
        bytes = 0;
        parts.add(i);
      }
      bytes += entries.get(i).bytes;
      addresses[i] = parts.size() - 1 << BITS | i - first;
    }
    parts.add(entries.size());
  }

  /** Writes the step: calls parts until the end. */
  void write(StepEmitter emitter, MethodVisitor code) {
    if (entries.isEmpty()) {
      return;
    }
    String[] methods = new String[parts.size() - 1];
    Arrays.setAll(methods, this::part);
    Label loop = new Label();
    Label endless = new Label();
    Label end = new Label();
    emitter.push(0);
    code.visitVarInsn(Opcodes.ISTORE, ADDRESS);
    emitter.push(MOST_CALLS);
    code.visitVarInsn(Opcodes.ISTORE, CALLS);
    code.visitLabel(loop);
    code.visitIincInsn(CALLS, -1);
    code.visitVarInsn(Opcodes.ILOAD, CALLS);
    code.visitJumpInsn(Opcodes.IFLT, endless);
    Label goesOn = new Label();
    code.visitVarInsn(Opcodes.ILOAD, CALLS);
    emitter.push(ASK_EVERY - 1);
    code.visitInsn(Opcodes.IAND);
    code.visitJumpInsn(Opcodes.IFNE, goesOn);
    emitter.frameOperation("ask", 0, Type.VOID_TYPE);
    code.visitLabel(goesOn);
    Label[] cases = new Label[methods.length];
    Arrays.setAll(cases, i -> new Label());
    code.visitVarInsn(Opcodes.ILOAD, ADDRESS);
    emitter.push(BITS);
    code.visitInsn(Opcodes.ISHR);
    code.visitTableSwitchInsn(0, cases.length - 1, end, cases);
    for (int i = 0; i < cases.length; i++) {
      code.visitLabel(cases[i]);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitVarInsn(Opcodes.ILOAD, ADDRESS);
      code.visitMethodInsn(Opcodes.INVOKESTATIC, GeneratedClass.NAME, methods[i], PART, false);
      code.visitVarInsn(Opcodes.ISTORE, ADDRESS);
      code.visitJumpInsn(Opcodes.GOTO, loop);
    }
    code.visitLabel(endless);
    emitter.frameOperation("giveUp", 0, Type.VOID_TYPE);
    code.visitLabel(end);
  }

  private String part(int number) {
    return file.method(PART, code -> new Part(number, code).write());
  }

  /** Whether to execute a statement, or to test whether it can be, may fail for good. */
  private static boolean mayFail(Statement statement) {
    boolean simple =
        switch (statement) {
          case Statement.Condition condition -> true;
          case Statement.Assign assign -> true;
          case Statement.Assert assertion -> true;
          case Statement.Print print -> true;
          case Statement.Skip skip -> true;
          default -> false;
        };
    return !simple || Accesses.of(statement).mayFail();
  }

  /** One part while it is written. */
  private final class Part {
    private final int first;
    private final Label[] labels;
    private final Label stopped = new Label();
    private final MethodVisitor code;
    private final StepEmitter emitter;

    Part(int number, MethodVisitor code) {
      first = parts.get(number);
      labels = new Label[parts.get(number + 1) - first];
      Arrays.setAll(labels, i -> new Label());
      this.code = code;
      emitter = new StepEmitter(file, code);
    }

    void write() {
      code.visitVarInsn(Opcodes.ILOAD, ADDRESS);
      emitter.push((1 << BITS) - 1);
      code.visitInsn(Opcodes.IAND);
      // from now on the variable of the address counts the jumps backwards
      emitter.push(JUMPS);
      code.visitVarInsn(Opcodes.ISTORE, ADDRESS);
      code.visitTableSwitchInsn(0, labels.length - 1, stopped, labels);
      for (int i = 0; i < labels.length; i++) {
        code.visitLabel(labels[i]);
        entry(first + i);
      }
      code.visitLabel(stopped);
      leave(END);
    }

    private void entry(int index) {
      Entry entry = entries.get(index);
      boolean mayFail = index > 0 && !entries.get(index - 1).isLast;
      for (Branch branch : entry.branches) {
        Statement statement = branch.statement().orElseGet(Statement.Skip::new);
        mayFail |= mayFail(statement);
        Label next = new Label();
        emitter.test(statement, next);
        if (StepEmitter.hasEffect(statement)) {
          emitter.effect(statement);
        }
        go(index, entryOf[branch.target()], mayFail);
        code.visitLabel(next);
        if (!StepEmitter.hasTest(statement)) {
          return;
        }
      }
      if (entry.isLast) {
        emitter.frameOperation("failBlocked", 0, Type.VOID_TYPE);
        leave(END);
      } else {
        go(index, index + 1, false);
      }
    }

    /** Goes on at another entry, unless the step has failed. */
    private void go(int from, int to, boolean mayFail) {
      if (mayFail) {
        emitter.frameOperation("isStopped", 0, Type.BOOLEAN_TYPE);
        code.visitJumpInsn(Opcodes.IFNE, stopped);
      }
      if (to < first || to >= first + labels.length) {
        leave(addresses[to]);
      } else if (to > from) {
        code.visitJumpInsn(Opcodes.GOTO, labels[to - first]);
      } else {
        code.visitIincInsn(ADDRESS, -1);
        code.visitVarInsn(Opcodes.ILOAD, ADDRESS);
        code.visitJumpInsn(Opcodes.IFGE, labels[to - first]);
        leave(addresses[to]);
      }
    }

    private void leave(int address) {
      emitter.push(address);
      code.visitInsn(Opcodes.IRETURN);
    }
  }
}
