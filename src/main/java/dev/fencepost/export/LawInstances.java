// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.LawSteps;
import dev.fencepost.memorymodel.MemoryModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The instances of an unrolled program that general laws relate, and their part of the state:
 * {@code h}, whether each was fetched; {@code where}, the addresses that are no constants; {@code
 * won}, whether a compare-and-swap succeeded, where laws ask for it.
 */
final class LawInstances {
  /** An instruction of a thread, which is fetched once at most. */
  record Instance(int number, int thread, int pc) {}

  /** A step of an instance: its only one, or its reflection to a memory. */
  record Step(Instance instance, int target) {
    boolean isOf(@Nullable Instance other) {
      return instance.equals(other);
    }
  }

  /** Two steps whose order matters. */
  record Pair(Step first, Step second) {}

  private final List<UniformWindow> windows;
  private final Ordering ordering;
  private final List<Instance> all = new ArrayList<>();

  LawInstances(List<UniformWindow> windows, Ordering ordering) {
    this.windows = windows;
    this.ordering = ordering;
    MemoryModel model = ordering.model();
    for (Law law : model.general()) {
      if (!law.issuedVariables().isEmpty()) {
        throw new ExportException("the law '" + law.name() + "' orders the issue of accesses");
      }
      if (law.comparesValues()) {
        throw new ExportException("the law '" + law.name() + "' compares values");
      }
    }
    for (UniformWindow window : windows) {
      for (int pc = 0; pc < window.code.size(); pc++) {
        Instruction instruction = window.code.get(pc);
        if (isOf(model::relates, instruction)) {
          all.add(new Instance(all.size(), window.number, pc));
        }
        if (instruction instanceof Instruction.Lock && !model.general().isEmpty()) {
          throw new ExportException("general laws are not exported for programs with mutexes");
        }
      }
    }
  }

  /** Whether something holds of the class of an instruction that succeeds or fails. */
  private boolean isOf(Predicate<InstanceClass> holds, Instruction instruction) {
    InstanceClass success = ordering.of(instruction);
    return success != null && (holds.test(success) || holds.test(ordering.ofFailed(instruction)));
  }

  List<Instance> all() {
    return all;
  }

  /** The instance of an instruction, or null where no law speaks of it. */
  @Nullable Instance at(int thread, int pc) {
    return all.stream()
        .filter(instance -> instance.thread() == thread && instance.pc() == pc)
        .findFirst()
        .orElse(null);
  }

  UniformWindow window(Instance instance) {
    return windows.get(instance.thread());
  }

  Instruction code(Instance instance) {
    return window(instance).code.get(instance.pc());
  }

  boolean isInBlock(Instance instance) {
    return window(instance).isInBlock(instance.pc());
  }

  /** Whether laws order a step of it; a fence may also just stand between others. */
  boolean takesStep(Instance instance) {
    return ordering.ofKnown(code(instance)).kind() != InstanceKind.FENCE
        || isOf(ordering.model()::ordersFence, code(instance));
  }

  /** Whether some law depends on whether the instruction succeeds. */
  boolean dependsOnOutcome(Instance instance) {
    Instruction code = code(instance);
    return ordering.model().distinguishes(ordering.ofKnown(code), ordering.ofFailed(code));
  }

  /** Whether an instance is of one of these classes, which are bits, if it succeeds or fails. */
  boolean is(Instance instance, long classes, boolean success) {
    return (classes >>> ordering.number(code(instance), success) & 1) != 0;
  }

  /** The steps that an instance takes, as bits of {@link LawSteps}. */
  long steps(Instance instance) {
    if (!takesStep(instance)) {
      return 0;
    }
    UniformWindow window = window(instance);
    return window.isReflected(instance.pc())
        ? LawSteps.reflections(window.memory.threads())
        : LawSteps.ONLY;
  }

  /** Whether an instance was fetched. */
  static String fetched(Instance instance) {
    return "h[" + instance.number() + "]";
  }

  static String succeeded(Instance instance) {
    return "won[" + instance.number() + "]";
  }

  /** Whether a step of an instance that was fetched has been taken. */
  String done(Step step) {
    UniformWindow window = window(step.instance());
    int pc = step.instance().pc();
    if (window.isInBlock(pc)) {
      return "1";
    }
    String left = "!" + window.pending(pc);
    return step.target() == UniformWindow.ALL
        ? left
        : "(" + left + " || " + window.hasReached(pc, step.target()) + ")";
  }

  List<Expr> addresses(Instance instance) {
    return code(instance).addresses();
  }

  /** Whether its cells depend on the run. */
  boolean isDynamic(Instance instance) {
    return addresses(instance).stream().anyMatch(a -> !(a instanceof Expr.Constant));
  }

  /** The address that an instance accesses, once it is known. */
  String address(Instance instance, int index) {
    return addresses(instance).get(index) instanceof Expr.Constant(long value)
        ? Long.toString(value)
        : "where[" + (2 * instance.number() + index) + "]";
  }

  /** Whether it is known which cells an instance accesses. */
  String isLocated(Instance instance) {
    List<String> known = new ArrayList<>();
    for (int i = 0; i < addresses(instance).size(); i++) {
      if (!(addresses(instance).get(i) instanceof Expr.Constant)) {
        known.add(address(instance, i) + " != 0");
      }
    }
    return UniformWindow.all(known);
  }

  void declare(Lines out) {
    if (all.isEmpty()) {
      return;
    }
    out.add("bit h[" + all.size() + "]; /* which instances were fetched that laws relate */");
    if (all.stream().anyMatch(this::isDynamic)) {
      out.add("int where[" + 2 * all.size() + "]; /* the addresses that they access */");
    }
    if (all.stream().anyMatch(this::dependsOnOutcome)) {
      out.add("bit won[" + all.size() + "]; /* which of them succeeded */");
    }
  }
}
