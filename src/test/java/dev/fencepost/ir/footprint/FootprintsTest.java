// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.Origin;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Programs of the cells x, y and z, in a few instructions. */
class FootprintsTest {
  private static final Origin HERE = Origin.of("here");
  private static final int X = 0;
  private static final int Y = 1;
  private static final int Z = 2;
  private static final int REGISTER = 2;
  private static final int OTHER = 3;

  private static Instruction load(int target, Expr address) {
    return new Instruction.Load(target, address, MemoryOrder.RELAXED, false, false, HERE);
  }

  private static Instruction store(Expr address, Expr value) {
    return new Instruction.Store(address, value, MemoryOrder.RELAXED, false, HERE);
  }

  private static Instruction end() {
    return new Instruction.End(HERE);
  }

  private static Expr cell(int cell) {
    return Expr.constant(Program.addressOf(cell));
  }

  /** The cell behind this one, as many as the argument of the thread is large. */
  private static Expr cellBehind(int cell) {
    Expr distance =
        new Expr.Binary(
            BinaryOperator.MULTIPLY,
            Expr.register(ThreadDecl.ARGUMENT),
            Expr.constant(Program.CELL_BYTES));
    return new Expr.Binary(BinaryOperator.ADD, cell(cell), distance);
  }

  private static ThreadDecl thread(String name, Instruction... code) {
    return new ThreadDecl(name, List.of(code), List.of("argument", "self", "r", "s"));
  }

  private static Footprints footprints(List<ThreadDecl> threads, ThreadStart... starts) {
    List<MemoryLocation> memory =
        Stream.of("x", "y", "z").map(name -> MemoryLocation.of(name, 0)).toList();
    return Footprints.of(
        new Program("test", memory, threads, List.of(starts), Pool.NONE, List.of()));
  }

  private static BitSet cells(int... cells) {
    BitSet set = new BitSet();
    IntStream.of(cells).forEach(set::set);
    return set;
  }

  @Test
  void anAccessHasTheCellOfItsAddress() {
    Instruction add =
        new Instruction.FetchAndModify(
            REGISTER,
            Instruction.Modification.ADD,
            cell(Z),
            Expr.constant(1),
            32,
            true,
            MemoryOrder.RELAXED,
            List.of(),
            HERE);
    Footprints found =
        footprints(
            List.of(
                thread("t", load(REGISTER, cell(X)), store(cell(Y), Expr.constant(1)), add, end())),
            new ThreadStart(0, 0));
    assertThat(found.isFixed()).isTrue();
    assertThat(found.reads(0, 0)).isEqualTo(cells(X));
    assertThat(found.stores(0, 1)).isEqualTo(cells(Y));
    assertThat(found.writes(0, 1)).as("a store reaches each memory by itself").isEqualTo(cells());
    assertThat(found.reads(0, 2)).isEqualTo(cells(Z));
    assertThat(found.writes(0, 2))
        .as("an addition reaches all memories at once")
        .isEqualTo(cells(Z));
  }

  @Test
  void lookingAheadLeavesOutWhatIsBehind() {
    Footprints found =
        footprints(
            List.of(thread("t", load(REGISTER, cell(X)), store(cell(Y), Expr.constant(1)), end())),
            new ThreadStart(0, 0));
    assertThat(found.readsAhead(0, 0)).isEqualTo(cells(X));
    assertThat(found.readsAhead(0, 1)).isEqualTo(cells());
    assertThat(found.writesAhead(0, 1)).isEqualTo(cells(Y));
    assertThat(found.writesAhead(0, 2)).isEqualTo(cells());
  }

  @Test
  void insideALoopAllOfItIsAhead() {
    Instruction again = new Instruction.Branch(Expr.register(REGISTER), 0, 3, HERE);
    Footprints found =
        footprints(
            List.of(
                thread(
                    "t",
                    load(REGISTER, cell(X)),
                    load(OTHER, cell(Y)),
                    again,
                    load(OTHER, cell(Z)),
                    end())),
            new ThreadStart(0, 0));
    assertThat(found.readsAhead(0, 2)).isEqualTo(cells(X, Y, Z));
    assertThat(found.readsAhead(0, 3)).isEqualTo(cells(Z));
  }

  @Test
  void threadsOfOneDeclarationDifferByTheirArguments() {
    ThreadDecl writer = thread("writer", store(cellBehind(X), Expr.constant(1)), end());
    Footprints found = footprints(List.of(writer), new ThreadStart(0, 0), new ThreadStart(0, 2));
    assertThat(found.stores(0, 0)).isEqualTo(cells(X));
    assertThat(found.stores(1, 0)).isEqualTo(cells(Z));
    assertThat(found.name(1)).isEqualTo("writer(2)");
  }

  @Test
  void aPointerThatIsReadLeadsToWhatWasStored() {
    ThreadDecl reader =
        thread("reader", load(REGISTER, cell(X)), load(OTHER, Expr.register(REGISTER)), end());
    ThreadDecl writer = thread("writer", store(cell(X), cell(Z)), end());
    Footprints found =
        footprints(List.of(reader, writer), new ThreadStart(0, 0), new ThreadStart(1, 0));
    assertThat(found.reads(0, 1)).isEqualTo(cells(Z));
  }

  @Test
  void whatAStartedThreadDoesIsAheadOfItsStart() {
    Instruction spawn = new Instruction.Spawn(REGISTER, 1, Expr.constant(0), HERE);
    ThreadDecl main = thread("main", spawn, end());
    ThreadDecl child = thread("child", load(OTHER, cell(Y)), end());
    Footprints found = footprints(List.of(main, child), new ThreadStart(0, 0));
    assertThat(found.isFixed()).isTrue();
    assertThat(found.threads()).isEqualTo(2);
    assertThat(found.readsAhead(0, 0)).isEqualTo(cells(Y));
    assertThat(found.readsAhead(0, 1)).isEqualTo(cells());
  }

  @Test
  void whereItIsNotKnownWhoStartsThreadsAreDeclarations() {
    Instruction spawn = new Instruction.Spawn(REGISTER, 0, Expr.constant(1), HERE);
    ThreadDecl recursive =
        thread(
            "recursive",
            new Instruction.Branch(Expr.register(ThreadDecl.ARGUMENT), 2, 1, HERE),
            spawn,
            store(cellBehind(X), Expr.constant(1)),
            end());
    Footprints found = footprints(List.of(recursive), new ThreadStart(0, 0), new ThreadStart(0, 1));
    assertThat(found.isFixed()).isFalse();
    assertThat(found.thread(1, 0)).isZero();
    assertThat(found.argument(0)).isEmpty();
    assertThat(found.stores(0, 2).stream()).contains(X, Y);
    assertThatThrownBy(() -> Sharing.of(found, false, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Sharing sharing(boolean ordersCells, ThreadDecl... threads) {
    ThreadStart[] starts =
        IntStream.range(0, threads.length)
            .mapToObj(i -> new ThreadStart(i, 0))
            .toArray(ThreadStart[]::new);
    Footprints found = footprints(List.of(threads), starts);
    return Sharing.of(found, ordersCells, Collections.nCopies(threads.length, new BitSet()));
  }

  private static ThreadDecl reader(int cell) {
    return thread("reader of " + cell, load(REGISTER, cell(cell)), end());
  }

  private static ThreadDecl writer(int cell) {
    return thread("writer of " + cell, store(cell(cell), Expr.constant(1)), end());
  }

  @Test
  void writersAndReadersOfCellsThatNobodyWritesShareAMemory() {
    assertThat(sharing(false, writer(X), writer(Y), reader(Z)).count()).isEqualTo(1);
  }

  @Test
  void twoReadersOfACellThatAThirdOneStoresToDoNotShare() {
    Sharing found = sharing(false, reader(X), reader(X), writer(X));
    assertThat(found.count()).isEqualTo(3);
    assertThat(found.conflicts())
        .anySatisfy(
            conflict -> {
              assertThat(conflict.cell()).isEqualTo("x");
              assertThat(conflict.first()).isZero();
              assertThat(conflict.second()).isEqualTo(1);
              assertThat(conflict.writer()).isEqualTo(2);
            });
  }

  @Test
  void whereTheModelOrdersCellsASegmentHasOneRacyReader() {
    Instruction first = store(cell(X), Expr.constant(1));
    Instruction second = store(cell(Y), Expr.constant(1));
    ThreadDecl both = thread("writer of both", first, second, end());
    assertThat(sharing(false, reader(X), reader(Y), both).count()).isEqualTo(2);
    assertThat(sharing(true, reader(X), reader(Y), both).count()).isEqualTo(3);
  }
}
