// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Instruction.BlockKind;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.List;

/** A statement of a random program: an instruction, or a structure that may be shrunk. */
sealed interface RandomStatement {
  Origin NOWHERE = Origin.of("");

  record Simple(Instruction instruction) implements RandomStatement {}

  /** A branch on the condition, to the end of the body or into it. */
  record If(Expr condition, List<RandomStatement> body) implements RandomStatement {
    public If {
      body = List.copyOf(body);
    }
  }

  /** Runs the body again until the condition is true. */
  record Until(List<RandomStatement> body, Expr condition) implements RandomStatement {
    public Until {
      body = List.copyOf(body);
    }
  }

  /** Runs the body so many times; the counter is a register. */
  record Repeat(int counter, int times, List<RandomStatement> body) implements RandomStatement {
    public Repeat {
      body = List.copyOf(body);
    }
  }

  record Atomic(List<RandomStatement> body) implements RandomStatement {
    public Atomic {
      body = List.copyOf(body);
    }
  }

  /** Accesses to strong cells, taken as one. */
  record Strong(List<RandomStatement> body) implements RandomStatement {
    public Strong {
      body = List.copyOf(body);
    }
  }

  /** Appends the instructions of the statement. */
  default void flatten(List<Instruction> code) {
    switch (this) {
      case Simple simple -> code.add(simple.instruction());
      case If conditional -> {
        int branch = code.size();
        code.add(new Instruction.End(NOWHERE));
        conditional.body().forEach(s -> s.flatten(code));
        code.set(
            branch,
            new Instruction.Branch(conditional.condition(), branch + 1, code.size(), NOWHERE));
      }
      case Until until -> {
        int start = code.size();
        until.body().forEach(s -> s.flatten(code));
        code.add(new Instruction.Branch(until.condition(), code.size() + 1, start, NOWHERE));
      }
      case Repeat repeat -> {
        Expr counter = Expr.register(repeat.counter());
        code.add(new Instruction.Assign(repeat.counter(), Expr.constant(0), NOWHERE));
        int start = code.size();
        repeat.body().forEach(s -> s.flatten(code));
        Expr more = new Expr.Binary(BinaryOperator.ADD, counter, Expr.constant(1));
        code.add(new Instruction.Assign(repeat.counter(), more, NOWHERE));
        Expr again = new Expr.Binary(BinaryOperator.LESS, counter, Expr.constant(repeat.times()));
        code.add(new Instruction.Branch(again, start, code.size() + 1, NOWHERE));
      }
      case Atomic atomic -> flatten(BlockKind.FENCED, atomic.body(), code);
      case Strong strong -> flatten(BlockKind.STRONG, strong.body(), code);
    }
  }

  private static void flatten(BlockKind kind, List<RandomStatement> body, List<Instruction> code) {
    code.add(new Instruction.AtomicBegin(kind, NOWHERE));
    body.forEach(s -> s.flatten(code));
    code.add(new Instruction.AtomicEnd(NOWHERE));
  }

  /** Every statement list that is this one with a piece less. */
  static List<List<RandomStatement>> smaller(List<RandomStatement> statements) {
    List<List<RandomStatement>> found = new ArrayList<>();
    for (int i = 0; i < statements.size(); i++) {
      List<RandomStatement> without = new ArrayList<>(statements);
      RandomStatement removed = without.remove(i);
      found.add(without);
      List<RandomStatement> body = body(removed);
      if (!(removed instanceof Simple)) {
        found.add(replaced(statements, i, body));
      }
      for (List<RandomStatement> less : smaller(body)) {
        found.add(replaced(statements, i, List.of(withBody(removed, less))));
      }
    }
    return found;
  }

  /** The statements, with each access to a strong cell in a block that also changes the cell. */
  static List<RandomStatement> inStrongBlocks(List<RandomStatement> statements) {
    return statements.stream()
        .map(
            s ->
                switch (s) {
                  case Simple simple -> inStrongBlock(simple);
                  case Atomic atomic -> atomic;
                  case RandomStatement other -> withBody(other, inStrongBlocks(body(other)));
                })
        .toList();
  }

  private static RandomStatement inStrongBlock(Simple simple) {
    return switch (simple.instruction()) {
      case Instruction.Load load when load.strong() -> {
        Expr more =
            new Expr.Binary(BinaryOperator.ADD, Expr.register(load.target()), Expr.constant(1));
        yield new Strong(List.of(simple, new Simple(strongStore(load.address(), more))));
      }
      case Instruction.Store store when store.strong() -> {
        Instruction old =
            new Instruction.Load(
                RandomProgram.B, store.address(), MemoryOrder.RELAXED, false, true, NOWHERE);
        Expr both =
            new Expr.Binary(BinaryOperator.ADD, store.value(), Expr.register(RandomProgram.B));
        yield new Strong(List.of(new Simple(old), new Simple(strongStore(store.address(), both))));
      }
      case Instruction other -> simple;
    };
  }

  private static Instruction strongStore(Expr address, Expr value) {
    return new Instruction.Store(address, value, MemoryOrder.RELAXED, true, NOWHERE);
  }

  private static List<RandomStatement> replaced(
      List<RandomStatement> all, int index, List<RandomStatement> by) {
    List<RandomStatement> changed = new ArrayList<>(all);
    changed.remove(index);
    changed.addAll(index, by);
    return changed;
  }

  private static List<RandomStatement> body(RandomStatement statement) {
    return switch (statement) {
      case Simple simple -> List.of();
      case If conditional -> conditional.body();
      case Until until -> until.body();
      case Repeat repeat -> repeat.body();
      case Atomic atomic -> atomic.body();
      case Strong strong -> strong.body();
    };
  }

  private static RandomStatement withBody(RandomStatement statement, List<RandomStatement> body) {
    return switch (statement) {
      case Simple simple -> simple;
      case If conditional -> new If(conditional.condition(), body);
      case Until until -> new Until(body, until.condition());
      case Repeat repeat -> new Repeat(repeat.counter(), repeat.times(), body);
      case Atomic atomic -> new Atomic(body);
      case Strong strong -> new Strong(body);
    };
  }
}
