// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Statement.Block;
import dev.fencepost.ir.promela.Statement.Branch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes a deterministic step as instructions: methods that go from point to point by jumps, each
 * for so many points that it is small enough to be compiled. Points have places in the order of
 * their code, of which the first is 0: a method is entered with the place to begin at, and returns
 * the one to go on at, where the end has the number of places.
 */
final class BlockEmitter {
  /** How long methods get where points are shorter; what they call becomes part of them. */
  private static final int LONG = 3_000;

  /** The longest point: jumps reach 32,767 bytes. */
  private static final int LONGEST = 20_000;

  /** How often a method jumps backwards before it returns. */
  private static final int JUMPS = 100;

  /** What a jump backwards takes at most. */
  private static final int BACK = 16;

  private static final String CODELETS = "dev/fencepost/machine/promela/Codelets";
  static final String TYPE = "(" + StatementEmitter.FRAME + "I)I";

  private final Block block;
  private final StatementEmitter statements;
  private final ClassFile file;

  /** The points in the order of their code, and where each is in it. */
  private final int[] order;

  private final int[] places;

  private CodeBuffer code = new CodeBuffer();

  /** The places that the method is for, where their code begins, and jumps to those to come. */
  private int first;

  private int end;
  private int[] starts = {};
  private List<List<Integer>> open = List.of();
  private final List<Integer> exits = new ArrayList<>();

  BlockEmitter(Block block, StatementEmitter statements, ClassFile file) {
    this.block = block;
    this.statements = statements;
    this.file = file;
    order = order(block);
    places = new int[block.end() + 1];
    places[block.end()] = order.length;
    for (int i = 0; i < order.length; i++) {
      places[order[i]] = i;
    }
  }

  static boolean supports(Block block) {
    return block.points().stream()
        .flatMap(point -> point.branches().stream())
        .flatMap(branch -> branch.statement().stream())
        .allMatch(BlockEmitter::supports);
  }

  private static boolean supports(Statement statement) {
    return statement instanceof Statement.Skip
        || statement instanceof Statement.Print
        || StatementEmitter.supports(statement);
  }

  /** The points that can be come to: each before those it leads to, as far as there is no loop. */
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

  /**
   * Adds the methods, with names that end in numbers from some one on. Gives for each place the
   * number of its method, from 0; nothing where a point is too long.
   */
  Optional<int[]> methods(String name, int from) {
    int[] sizes = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      sizes[i] = size(i);
      if (sizes[i] > LONGEST) {
        return Optional.empty();
      }
    }
    int[] parts = new int[order.length];
    int part = 0;
    for (int i = 0; i < order.length; part++) {
      int length = sizes[i];
      int next = i + 1;
      while (next < order.length && length + sizes[next] <= LONG) {
        length += sizes[next++];
      }
      method(name + (from + part), i, next);
      for (; i < next; i++) {
        parts[i] = part;
      }
    }
    return Optional.of(parts);
  }

  /** How many bytes a point takes at most. */
  private int size(int place) {
    begin(place, place);
    int from = code.length();
    point(place);
    int branches = block.points().get(order[place]).branches().size();
    return code.length() - from + BACK * (branches + 1);
  }

  private void begin(int newFirst, int newEnd) {
    code = new CodeBuffer();
    first = newFirst;
    end = newEnd;
    starts = new int[end - first];
    open =
        Stream.generate(() -> (List<Integer>) new ArrayList<Integer>()).limit(end - first).toList();
    exits.clear();
  }

  /** Adds the method for some places. */
  private void method(String name, int newFirst, int newEnd) {
    begin(newFirst, newEnd);
    // from now on the variable of the place counts the jumps backwards
    code.op(CodeBuffer.ILOAD_1, 1);
    code.push(JUMPS, file);
    code.op(CodeBuffer.ISTORE_1, -1);
    code.push(first, file);
    code.op(CodeBuffer.ISUB, -1);
    int[] table = code.table(end - first);
    for (int place = first; place < end; place++) {
      starts[place - first] = code.length();
      open.get(place - first).forEach(code::land);
      code.landCase(table, place - first);
      code.reset(0);
      point(place);
    }
    exits.forEach(code::land);
    code.reset(0);
    leave(order.length);
    file.add(ClassFile.STATIC, name, TYPE, code);
  }

  private void point(int place) {
    boolean mayFail = false;
    for (Branch branch : block.points().get(order[place]).branches()) {
      Statement statement = branch.statement().orElseGet(Statement.Skip::new);
      mayFail |= StatementEmitter.mayFail(statement);
      if (statement instanceof Statement.Condition(Expr value)) {
        List<Integer> otherwise = statements.test(value, code);
        go(place, places[branch.target()], mayFail);
        otherwise.forEach(code::land);
        code.reset(0);
      } else {
        statements.effect(statement, code);
        go(place, places[branch.target()], mayFail);
        return;
      }
    }
    call("block", "(" + StatementEmitter.FRAME + ")V", -1);
    leave(order.length);
  }

  private void call(String codelet, String type, int growth) {
    code.op(CodeBuffer.ALOAD_0, 1);
    code.op(CodeBuffer.INVOKESTATIC, growth, file.method(CODELETS, codelet, type));
  }

  /** Goes on at another place, unless the step has failed. */
  private void go(int place, int target, boolean mayFail) {
    if (mayFail) {
      call("isStopped", "(" + StatementEmitter.FRAME + ")I", 0);
      exits.add(code.jump(CodeBuffer.IFNE, -1));
    }
    if (target < first || target >= end) {
      leave(target);
    } else if (target > place) {
      open.get(target - first).add(code.jump(CodeBuffer.GOTO, 0));
    } else {
      code.decrement();
      code.op(CodeBuffer.ILOAD_1, 1);
      code.jumpBack(CodeBuffer.IFGE, -1, starts[target - first]);
      leave(target);
    }
  }

  private void leave(int place) {
    code.push(place, file);
    code.op(CodeBuffer.IRETURN, -1);
  }
}
