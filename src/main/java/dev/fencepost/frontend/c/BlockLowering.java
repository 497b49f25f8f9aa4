// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.BlockType;
import dev.fencepost.ir.CellKinds;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import java.util.List;
import java.util.Optional;

/** Makes code of what is done with blocks of memory as a whole. */
final class BlockLowering {
  private final ThreadLowering thread;
  private final CExpressionLowering expressions;
  private final LabelledCode builder;
  private final ExprFactory exprs;

  BlockLowering(ThreadLowering thread, CExpressionLowering expressions) {
    this.thread = thread;
    this.expressions = expressions;
    this.builder = thread.builder;
    this.exprs = thread.exprs;
  }

  void allocate(Typed.Allocate allocate, int register) {
    Expr cells = cells(allocate.factors().stream().map(expressions::value).toList());
    Optional<BlockType> type =
        allocate.type() instanceof Type.PointerType(Type target)
            ? type(expressions.held(target), cells)
            : Optional.empty();
    builder.emit(
        thread.program.allocated(
            new Instruction.Allocate(register, cells, type, builder.origin())));
  }

  /** What a block holds again and again; unknown where that is not so often as it has room for. */
  private static Optional<BlockType> type(Type held, Expr cells) {
    long size = held.cells();
    boolean fits = size > 0 && !(cells instanceof Expr.Constant(long count) && count % size != 0);
    return fits && size <= MemoryLayout.MOST_CELLS
        ? Optional.of(MemoryLayout.blockType(held))
        : Optional.empty();
  }

  /** The whole cells of so many bytes; a product that overflows is more than there are. */
  private Expr cells(List<Expr> factors) {
    Expr bytes = factors.getFirst();
    Expr excess = Expr.constant(0);
    for (Expr factor : factors.subList(1, factors.size())) {
      Expr product = exprs.binary(BinaryOperator.MULTIPLY, bytes, factor);
      Expr none = exprs.binary(BinaryOperator.EQUAL, factor, Expr.constant(0));
      Expr divisor = exprs.binary(BinaryOperator.OR, factor, none);
      Expr quotient = exprs.binary(BinaryOperator.UDIVIDE, product, divisor);
      Expr exact =
          exprs.binary(
              BinaryOperator.OR, exprs.binary(BinaryOperator.EQUAL, quotient, bytes), none);
      excess = exprs.binary(BinaryOperator.EQUAL, exact, Expr.constant(0));
      bytes = product;
    }
    Expr cells = exprs.binary(BinaryOperator.UDIVIDE, bytes, Expr.constant(Program.CELL_BYTES));
    return exprs.add(
        cells, exprs.binary(BinaryOperator.MULTIPLY, excess, Expr.constant(Long.MAX_VALUE >> 2)));
  }

  /** See {@link HeapBlocks}: what the thread did with the block before takes effect before. */
  void free(Typed block) {
    Expr pointer = expressions.simple(block);
    int known = builder.label();
    int end = builder.label();
    builder.branch(pointer, new Destination.Test(known, end));
    builder.place(known);
    Expr address =
        exprs.binary(BinaryOperator.SUBTRACT, pointer, Expr.constant(Program.CELL_BYTES));
    requireGiven(exprs.binary(BinaryOperator.NOT_EQUAL, address, Expr.constant(0)));
    int header = builder.register("", CTypes.LONG);
    builder.load(header, address, false);
    requireGiven(HeapBlocks.isHeader(Expr.register(header)));
    builder.emit(Lifetimes.end(address, builder.origin()));
    builder.place(end);
  }

  private void requireGiven(Expr given) {
    builder.emit(new Instruction.Assert(given, "malloc gave what is freed", builder.origin()));
  }

  /**
   * In the order of addresses: cell by cell, or where the blocks may overlap all loads before the
   * first store.
   */
  void copy(Typed.Operation.CopyCells copy) {
    Expr to = expressions.simple(copy.to());
    Expr from = expressions.simple(copy.from());
    int atOnce = copy.overlapping() ? copy.cells() : 1;
    for (int first = 0; first < copy.cells(); first += atOnce) {
      int[] values = new int[atOnce];
      for (int i = 0; i < atOnce; i++) {
        values[i] = builder.register("", CTypes.LONG);
        builder.load(values[i], exprs.cell(from, first + i), false);
      }
      for (int i = 0; i < atOnce; i++) {
        Expr source = exprs.cell(from, first + i);
        Expr target = expressions.alike(exprs.cell(to, first + i), source);
        builder.store(target, Expr.register(values[i]), false);
      }
    }
  }

  void fill(Typed.Operation.FillCells fill) {
    Expr to = expressions.simple(fill.to());
    for (int cell = 0; cell < fill.cells(); cell++) {
      Expr address = exprs.cell(to, cell);
      boolean any = fill.kind() == CellKinds.UNKNOWN;
      builder.store(
          any ? address : expressions.alike(address, fill.kind()),
          Expr.constant(fill.value()),
          false);
    }
  }
}
