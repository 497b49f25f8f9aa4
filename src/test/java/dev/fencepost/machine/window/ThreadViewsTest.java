// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.StartedMachine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a thread has seen is kept for each value of its own, and forgotten where that is safe. */
class ThreadViewsTest {
  /** Instances of a window, and where more of them have room. */
  private static final int COUNT = 3;

  private static final int ROOM = 20;

  /** The bit of what an instance comes after by fences. */
  private static final long FLOOR = 1L << 40;

  private final ProgramCode program;
  private final int registers;
  private final ThreadViews views;

  ThreadViewsTest() throws Exception {
    StartedMachine started =
        StartedMachine.ofThreads(
            "power", "lwz r5,0(r21) | stwx r5,r5,r22", "lwarx r5,0,r21 | stwcx. r1,0,r21");
    program = started.machine().program;
    registers = program.maxRegisters;
    views = new ThreadViews(program);
    number(views);
  }

  /** All views are different. */
  private void number(ThreadViews of) {
    long[] next = {0};
    int cell = of.cells.add(5);
    of.cells.accesses[cell] = 1;
    of.map(view -> ++next[0], registers, COUNT);
  }

  /** Every view of the registers and of so many instances. */
  private List<Long> all(ThreadViews of) {
    List<Long> all = new ArrayList<>();
    of.map(
        view -> {
          all.add(view);
          return view;
        },
        registers,
        COUNT);
    return all;
  }

  private long[] operands(ThreadViews of, int index) {
    int each = 2 * program.maxOperands;
    return Arrays.copyOfRange(of.operand, index * each, (index + 1) * each);
  }

  private long[] slots(ThreadViews of, int index) {
    int each = 2 * program.maxSlots;
    return Arrays.copyOfRange(of.slot, index * each, (index + 1) * each);
  }

  private static List<Long> single(ThreadViews of, int index) {
    return List.of(
        of.result[ThreadViews.early(index)],
        of.result[ThreadViews.late(index)],
        of.floor[index],
        of.control[index],
        of.source[index],
        of.preceding[index],
        of.overtaken[index]);
  }

  @Test
  void aChangeIsMadeOfEveryView() {
    int arrays = registers + COUNT * (program.maxOperands + program.maxSlots + 1);
    assertThat(all(views)).hasSize(9 + 4 + 2 * arrays + 5 * COUNT).doesNotHaveDuplicates();
    List<Long> before = all(views);
    views.map(view -> view + 1_000, registers, COUNT);
    assertThat(all(views)).isEqualTo(before.stream().map(view -> view + 1_000).toList());
    assertThat(views.floor[COUNT]).isZero();
  }

  @Test
  void aCopyHasEveryView() {
    ThreadViews copy = new ThreadViews(program);
    copy.copyFrom(views, registers, COUNT);
    assertThat(all(copy)).isEqualTo(all(views));
  }

  @Test
  void moreRoomKeepsEveryViewAndHasAllOfAnInstance() {
    List<Long> before = all(views);
    views.reserve(ROOM);
    assertThat(all(views)).isEqualTo(before);
    assertThat(views.operand).hasSize(2 * ROOM * program.maxOperands);
    assertThat(views.slot).hasSize(2 * ROOM * program.maxSlots);
    assertThat(views.result).hasSize(2 * ROOM);
    assertThat(List.of(views.floor, views.control, views.source, views.preceding, views.overtaken))
        .allMatch(each -> each.length == ROOM);
  }

  @Test
  void whatIsBehindAnInstanceThatLeavesMovesDown() {
    long[] operands = operands(views, 2);
    long[] slots = slots(views, 2);
    List<Long> single = single(views, 2);
    List<Long> first = single(views, 0);
    views.remove(1, 1);
    assertThat(operands(views, 1)).isEqualTo(operands);
    assertThat(slots(views, 1)).isEqualTo(slots);
    assertThat(single(views, 1)).isEqualTo(single);
    assertThat(single(views, 0)).isEqualTo(first);
  }

  @Test
  void aNewInstanceHasNoViews() {
    List<Long> before = single(views, 0);
    List<Long> behind = single(views, 2);
    views.restore(1);
    assertThat(operands(views, 1)).containsOnly(0);
    assertThat(slots(views, 1)).containsOnly(0);
    assertThat(single(views, 1)).containsOnly(0L);
    assertThat(operands(views, 0)).doesNotContain(0);
    assertThat(operands(views, 2)).doesNotContain(0);
    assertThat(slots(views, 0)).doesNotContain(0);
    assertThat(slots(views, 2)).doesNotContain(0);
    assertThat(single(views, 0)).isEqualTo(before);
    assertThat(single(views, 2)).isEqualTo(behind);
  }

  @Test
  void aThreadThatEndsLeavesWhatItHasSeenAlone() {
    views.seen = 1;
    views.known = 2;
    views.coherent = 4;
    views.restore(0);
    views.restore(1);
    views.restore(2);
    views.end();
    assertThat(views.seen).isEqualTo(7);
    assertThat(views.cells.count).isZero();
    assertThat(all(views)).containsOnly(0L, 7L).containsOnlyOnce(7L);
  }

  /** Only those behind it, and only after the late view. */
  @Test
  void instancesBehindAnExecutedOneComeAfterItsAddress() {
    Code access =
        Arrays.stream(program.all).filter(code -> code.addresses == 1).findFirst().orElseThrow();
    views.map(view -> 0, registers, COUNT);
    views.addresses = 1;
    views.control[2] = 4;
    views.slot[2 * program.maxSlots] = 8;
    views.slot[2 * program.maxSlots + 1] = 2;
    views.executed(1, access, COUNT);
    assertThat(views.addresses).isEqualTo(3);
    assertThat(views.control).startsWith(0, 0, 6, 0);
  }

  @Test
  void aNewInstanceComesAfterBranchesAndAddresses() {
    views.map(view -> 0, registers, COUNT);
    views.seen = 1;
    views.branches = 2;
    views.addresses = 4;
    views.exclusives = 8;
    for (Code code : program.all) {
      views.fetched(1, code);
      assertThat(views.floor[1]).isEqualTo(1);
      assertThat(views.control[1]).isEqualTo(6);
      assertThat(views.preceding[1]).isEqualTo(code.isPaired() ? 8 : 0);
    }
    assertThat(program.all).anyMatch(Code::isPaired);
  }

  /** Every view has bits of the window, of later instances, of each instance and of its own. */
  @Test
  void whatLaterInstancesComeAfterAnywayIsForgotten() {
    long seen = 1L << 30;
    long low = 1L << 31;
    views.map(view -> view | seen | low | FLOOR, registers, COUNT);
    views.seen = seen;
    Arrays.fill(views.floor, FLOOR);
    ThreadViews before = new ThreadViews(program);
    before.copyFrom(views, registers, COUNT);
    ThreadState thread = new ThreadState(program);
    thread.registers = registers;
    thread.count = COUNT;
    views.strip(low, thread);
    assertThat(views.known).isEqualTo(before.known & ~seen);
    assertThat(views.branches).isEqualTo(before.branches & ~seen);
    assertThat(views.addresses).isEqualTo(before.addresses & ~seen);
    assertThat(views.written).isEqualTo(before.written & ~low);
    assertThat(views.fencedWrites).isEqualTo(before.fencedWrites & ~low);
    assertThat(views.coherent).isEqualTo(before.coherent);
    assertThat(views.cells.accesses(5)).isEqualTo(before.cells.accesses(5) & ~low);
    assertThat(views.register).isEqualTo(without(before.register, seen));
    for (int i = 0; i < COUNT; i++) {
      assertThat(operands(views, i)).isEqualTo(without(operands(before, i), FLOOR));
      assertThat(slots(views, i)).isEqualTo(without(slots(before, i), FLOOR));
      assertThat(views.control[i]).isEqualTo(before.control[i] & ~FLOOR);
      assertThat(views.source[i]).isEqualTo(before.source[i]);
    }
  }

  /** What is behind the window stays as it is. */
  @Test
  void nothingIsForgottenBehindTheLastInstance() {
    views.floor[COUNT] = 1;
    views.control[COUNT] = 3;
    views.operand[2 * COUNT * program.maxOperands] = 3;
    views.slot[2 * COUNT * program.maxSlots] = 3;
    ThreadState thread = new ThreadState(program);
    thread.count = COUNT;
    views.strip(0, thread);
    assertThat(views.control[COUNT]).isEqualTo(3);
    assertThat(operands(views, COUNT)).startsWith(3);
    assertThat(slots(views, COUNT)).startsWith(3);
  }

  private static long[] without(long[] all, long bits) {
    return Arrays.stream(all).map(view -> view & ~bits).toArray();
  }

  private boolean isSameWith(LongUnaryOperator change, long[] array, int at) {
    long before = array[at];
    array[at] = change.applyAsLong(before);
    ThreadViews other = new ThreadViews(program);
    other.copyFrom(views, registers, COUNT);
    array[at] = before;
    return views.sameAs(other, new int[] {0, registers - 1}, COUNT);
  }

  private static long more(long view) {
    return view + 1;
  }

  @Test
  void threadsWithTheSameViewsAreAlike() {
    assertThat(isSameWith(view -> view, views.register, 0)).isTrue();
    if (registers > 2) {
      assertThat(isSameWith(ThreadViewsTest::more, views.register, 2)).isTrue();
    }
    assertThat(isSameWith(ThreadViewsTest::more, views.floor, COUNT)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void threadsThatDifferInAViewAreNotAlike(int view) {
    assertThat(isSameWith(ThreadViewsTest::more, views.register, view)).isFalse();
    assertThat(isSameWith(ThreadViewsTest::more, views.register, 2 * registers - 2 + view))
        .isFalse();
    for (int i = 0; i < COUNT * program.maxOperands; i++) {
      assertThat(isSameWith(ThreadViewsTest::more, views.operand, 2 * i + view)).isFalse();
    }
    for (int i = 0; i < COUNT * program.maxSlots; i++) {
      assertThat(isSameWith(ThreadViewsTest::more, views.slot, 2 * i + view)).isFalse();
    }
    for (int i = 0; i < COUNT; i++) {
      assertThat(isSameWith(ThreadViewsTest::more, views.floor, i)).isFalse();
      assertThat(isSameWith(ThreadViewsTest::more, views.control, i)).isFalse();
    }
  }

  @Test
  void threadsThatHaveSeenOthersWritesAreNotAlike() {
    ThreadViews other = new ThreadViews(program);
    other.copyFrom(views, registers, COUNT);
    other.seen++;
    assertThat(views.sameAs(other, new int[] {0}, COUNT)).isFalse();
    other.seen = views.seen;
    other.branches++;
    assertThat(views.sameAs(other, new int[] {0}, COUNT)).isFalse();
  }
}
