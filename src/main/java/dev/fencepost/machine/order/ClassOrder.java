// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.order;

import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable;
import dev.fencepost.memorymodel.OrderTable.Rule;
import java.util.List;

/** A memory model's program-order laws, spread out over the classes of instances of a program. */
public abstract sealed class ClassOrder permits OrderRules {
  static final int NEVER = Rule.NEVER.ordinal();
  static final int SAME_CELL = Rule.SAME_CELL.ordinal();
  static final int ALWAYS = Rule.ALWAYS.ordinal();

  private static final InstanceClass BRANCH = new InstanceClass(InstanceKind.BRANCH, List.of());

  final int count;

  /** Per earlier and later class, the rule between whole instances. */
  final int[] table;

  /** Per earlier and later class, the rule between reflections to one memory. */
  final int[] targetTable;

  /** Per fence and later class, the earlier classes that must be done, as bits. */
  final long[] fenced;

  /** Per fence and later class, those that must be done if both access one cell. */
  final long[] fencedSameCell;

  /** Per earlier class, the later ones that always wait for it, as bits. */
  final long[] heldBack;

  /** Per fence and earlier class, the later ones that wait for it behind the fence, as bits. */
  final long[] heldBackByFence;

  /** Per later class, the earlier classes whose addresses must be known, as bits. */
  final long[] awaitedAddresses;

  /** Per fence and later class, the earlier classes whose addresses must be known, as bits. */
  final long[] fencedAddresses;

  /** Per fence, the later classes that come after the branches before the fence, as bits. */
  final long[] behindBranches;

  final long accesses;
  final long stores;
  final long loads;
  final long acquiring;

  /** Classes of accesses whose issue is a step that laws order. */
  final long issued;

  ClassOrder(MemoryModel model, InstanceClasses classes) {
    count = classes.count();
    table = new int[count * count];
    targetTable = new int[count * count];
    fenced = new long[count * count];
    fencedSameCell = new long[count * count];
    heldBack = new long[count];
    heldBackByFence = new long[count * count];
    awaitedAddresses = new long[count];
    fencedAddresses = new long[count * count];
    behindBranches = new long[count];
    accesses = classes.bits(c -> c.kind() != InstanceKind.FENCE && c.kind() != InstanceKind.BRANCH);
    stores = classes.bits(c -> c.kind() == InstanceKind.STORE);
    loads = classes.bits(c -> c.kind() == InstanceKind.LOAD);
    acquiring = classes.bits(c -> c.attributes().contains("acquire"));
    issued = classes.bits(model::issues);
    for (int pair = 0; pair < count * count; pair++) {
      long both = 1L << pair / count | 1L << pair % count;
      if ((both & ~accesses) == 0) {
        fill(model.order(), classes, pair / count, pair % count);
      }
    }
  }

  /** Fills in what two classes of accesses have to do with one another. */
  private void fill(OrderTable order, InstanceClasses classes, int earlier, int later) {
    InstanceClass first = classes.get(earlier);
    InstanceClass second = classes.get(later);
    table[earlier * count + later] = order.rule(first, second).ordinal();
    targetTable[earlier * count + later] = order.targetRule(first, second).ordinal();
    if (table[earlier * count + later] == ALWAYS) {
      heldBack[earlier] |= 1L << later;
    }
    if (order.awaitsAddress(first, second, null)) {
      awaitedAddresses[later] |= 1L << earlier;
    }
    for (int fence = 0; fence < count; fence++) {
      if ((accesses >>> fence & 1) == 0) {
        if (order.awaitsAddress(first, second, classes.get(fence))) {
          fencedAddresses[fence * count + later] |= 1L << earlier;
        }
        if (order.fenceRule(classes.get(fence), BRANCH, second) != Rule.NEVER) {
          behindBranches[fence] |= 1L << later;
        }
        Rule rule = order.fenceRule(classes.get(fence), first, second);
        if (rule == Rule.ALWAYS) {
          heldBackByFence[fence * count + earlier] |= 1L << later;
        }
        if (rule != Rule.NEVER) {
          long[] masks = rule == Rule.ALWAYS ? fenced : fencedSameCell;
          masks[fence * count + later] |= 1L << earlier;
        }
      }
    }
  }

  /** How many classes of instances there are. */
  public int classes() {
    return count;
  }

  /** Whether an instance of the later class always waits for one of the earlier class. */
  public boolean always(int earlier, int later) {
    return (heldBack[earlier] >>> later & 1) != 0;
  }

  /** The later classes that always wait for some of the earlier classes; both as bits. */
  public long heldBack(long earlierClasses) {
    long held = 0;
    for (long rest = earlierClasses; rest != 0; rest &= rest - 1) {
      held |= heldBack[Long.numberOfTrailingZeros(rest)];
    }
    return held;
  }

  /** The earlier classes that must be done before a later one behind this fence, as bits. */
  public long fenced(Code fence, int later) {
    return fenced[fence.instanceClass * count + later];
  }

  /** The earlier classes whose addresses must be known before a later one behind this fence. */
  public long fencedAddresses(Code fence, int later) {
    return fencedAddresses[fence.instanceClass * count + later];
  }

  /** Whether some later access behind this fence waits for earlier addresses. */
  public boolean countsAddresses(Code fence) {
    for (int later = 0; later < count; later++) {
      if (fencedAddresses(fence, later) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The later classes that come after the branches before this fence, as bits. */
  public long behindBranches(Code fence) {
    return behindBranches[fence.instanceClass];
  }

  /** Whether a load of its cell waits for it, so that nothing is forwarded. */
  public boolean keepsFromLoads(Code store) {
    for (long rest = loads; rest != 0; rest &= rest - 1) {
      int pair = store.instanceClass * count + Long.numberOfTrailingZeros(rest);
      if (table[pair] == SAME_CELL) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a thread's stores to a cell keep their order with its other writes of that cell, in
   * each memory: a read-modify-write, which nothing is forwarded to, sees those before it alone.
   */
  public boolean keepsStoresToACell() {
    long writes = accesses & ~loads;
    for (int pair = 0; pair < count * count; pair++) {
      long both = 1L << pair / count | 1L << pair % count;
      boolean counts = (both & ~writes) == 0 && (both & stores) != 0;
      if (counts && table[pair] == NEVER && targetTable[pair] == NEVER) {
        return false;
      }
    }
    return true;
  }

  /** Whether stores to different cells are kept in order in each memory by itself. */
  public boolean ordersCellsByTarget() {
    for (int pair = 0; pair < count * count; pair++) {
      if (targetTable[pair] == ALWAYS && table[pair] != ALWAYS) {
        return true;
      }
    }
    return false;
  }

  /** Whether it is an acquire. */
  public boolean acquires(Code code) {
    return (acquiring >>> code.instanceClass & 1) != 0;
  }

  /** The classes of loads, as bits. */
  public long loads() {
    return loads;
  }
}
