// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.memorymodel.Pattern;
import dev.fencepost.memorymodel.Traits;
import dev.fencepost.memorymodel.Traits.Conditional;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Numbers the classes of instances that occur in a program, as the laws of a model see them. */
public final class InstanceClasses {
  public static final int NONE = -1;

  /** An attribute of exclusive loads and stores and of read-modify-writes, on processors. */
  private static final String ATOMIC = "atomic";

  /** Classes are bits of a word where the machine compares them. */
  public static final int LIMIT = 64;

  private final Traits traits;
  private final int most;
  private final List<InstanceClass> classes = new ArrayList<>();

  /**
   * The classes of a program, and always those of plain accesses: what holds back every later
   * access does so whether or not the program has one of each kind.
   */
  public InstanceClasses(Program program, Traits traits) {
    this(program, traits, LIMIT);
  }

  private InstanceClasses(Program program, Traits traits, int most) {
    this.traits = traits;
    this.most = most;
    for (InstanceKind kind : List.of(InstanceKind.LOAD, InstanceKind.STORE, InstanceKind.RMW)) {
      number(new InstanceClass(kind, List.of()));
    }
    for (ThreadDecl thread : program.threads()) {
      for (Instruction instruction : thread.code()) {
        of(instruction, true);
        of(instruction, false);
      }
    }
  }

  /** The first instruction of a program that has one class too many, if there is one. */
  public static Optional<Instruction> tooMany(Program program, Traits traits) {
    InstanceClasses all = new InstanceClasses(program, traits, Integer.MAX_VALUE);
    return program.threads().stream()
        .flatMap(thread -> thread.code().stream())
        .filter(i -> Math.max(all.of(i, true), all.of(i, false)) >= LIMIT)
        .findFirst();
  }

  public int count() {
    return classes.size();
  }

  public InstanceClass get(int number) {
    return classes.get(number);
  }

  /** The classes that a pattern matches, as bits. */
  public long bits(Pattern pattern) {
    return bits(pattern::matches);
  }

  /** The classes for which a predicate holds, as bits. */
  public long bits(Predicate<InstanceClass> holds) {
    long bits = 0;
    for (int number = 0; number < count(); number++) {
      bits |= holds.test(get(number)) ? 1L << number : 0;
    }
    return bits;
  }

  /** The class of an instruction if it succeeds or fails, or {@link #NONE}. */
  public int of(Instruction instruction, boolean success) {
    return switch (instruction) {
      case Instruction.Load load when load.linked() && traits.conditional() != Conditional.ATOMIC ->
          exclusive(InstanceKind.LOAD, load.order(), load);
      case Instruction.Load load when !load.strong() ->
          access(InstanceKind.LOAD, load.order(), load);
      case Instruction.Store store when !store.strong() ->
          access(InstanceKind.STORE, store.order(), store);
      case Instruction.CompareAndSwap cas ->
          success ? modify(cas.successOrder(), cas) : failed(cas);
      case Instruction.FetchAndModify fetch -> modify(fetch.order(), fetch);
      case Instruction.DoubleCompareAndSwap cas -> plain(InstanceKind.RMW, cas);
      case Instruction.StoreConditional store when traits.conditional() == Conditional.ATOMIC ->
          plain(InstanceKind.RMW, store);
      case Instruction.StoreConditional store ->
          exclusive(InstanceKind.STORE, store.order(), store);
      case Instruction.PairedStore store -> access(InstanceKind.STORE, store.order(), store);
      case Instruction.Lock lock -> plain(InstanceKind.RMW, lock);
      case Instruction.Unlock unlock -> plain(InstanceKind.STORE, unlock);
      case Instruction.Fence fence -> fence(fence);
      default -> NONE;
    };
  }

  private int plain(InstanceKind kind, Instruction instruction) {
    return access(kind, MemoryOrder.RELAXED, instruction);
  }

  private int access(InstanceKind kind, MemoryOrder order, Instruction instruction) {
    boolean acquires = order.acquires() && kind != InstanceKind.STORE;
    boolean releases = order.releases() && kind != InstanceKind.LOAD;
    return access(kind, order, acquires, releases, instruction.attributes());
  }

  private int access(
      InstanceKind kind,
      MemoryOrder order,
      boolean acquires,
      boolean releases,
      List<String> others) {
    List<String> attributes = new ArrayList<>();
    if (acquires) {
      attributes.add("acquire");
    }
    if (releases) {
      attributes.add("release");
    }
    if (order == MemoryOrder.SEQ_CST) {
      attributes.add("seq_cst");
    }
    attributes.addAll(others);
    return number(new InstanceClass(kind, attributes));
  }

  private int modify(MemoryOrder order, Instruction instruction) {
    return traits.conditional() == Conditional.ATOMIC
        ? access(InstanceKind.RMW, order, instruction)
        : exclusive(InstanceKind.RMW, order, instruction);
  }

  /** A load-exclusive may release, and a store-exclusive acquire. */
  private int exclusive(InstanceKind kind, MemoryOrder order, Instruction instruction) {
    List<String> attributes = new ArrayList<>(List.of(ATOMIC));
    attributes.addAll(instruction.attributes());
    return access(kind, order, order.acquires(), order.releases(), attributes);
  }

  /** A failed compare-and-swap is a read-modify-write with the order of a load. */
  private int failed(Instruction.CompareAndSwap cas) {
    MemoryOrder order = cas.failureOrder();
    return access(InstanceKind.RMW, order, order.acquires(), false, cas.attributes());
  }

  private int fence(Instruction.Fence fence) {
    List<String> attributes = new ArrayList<>();
    for (int i = 0; i < ModelDefinition.PAIRS.size(); i++) {
      if ((fence.pairs() & 1 << i) != 0) {
        attributes.add(ModelDefinition.PAIRS.get(i));
      }
    }
    attributes.addAll(fence.attributes());
    return number(new InstanceClass(InstanceKind.FENCE, attributes));
  }

  private int number(InstanceClass instance) {
    int number = classes.indexOf(instance);
    if (number < 0) {
      number = classes.size();
      if (number == most) {
        throw new IllegalStateException("more than " + most + " classes of instances");
      }
      classes.add(instance);
    }
    return number;
  }
}
