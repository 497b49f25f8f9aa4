// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.memorymodel.Formula;
import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.Law;
import dev.fencepost.memorymodel.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * The instances of a program without loops that general laws speak of, and what the state holds of
 * them: {@code h}, whether each was fetched; {@code where}, the addresses that only a run tells;
 * {@code won}, whether a compare-and-swap succeeded, where laws ask.
 */
final class LawInstances {
  /** An instruction of a thread, which is fetched once at most. */
  record Instance(int number, int thread, int pc) {}

  /** A step of an instance: its only one, or its reflection to a memory. */
  record Step(Instance instance, int target) {
    boolean isOf(Instance other) {
      return instance.equals(other);
    }
  }

  private final List<UniformWindow> windows;
  private final Ordering ordering;
  private final List<Instance> all = new ArrayList<>();
  private final List<Pattern> patterns = new ArrayList<>();
  private final List<Pattern> ordered = new ArrayList<>();

  LawInstances(List<UniformWindow> windows, Ordering ordering) {
    this.windows = windows;
    this.ordering = ordering;
    for (Law law : ordering.model().general()) {
      if (!law.issuedVariables().isEmpty()) {
        throw new ExportException("the law '" + law.name() + "' orders the issue of accesses");
      }
      law.variables().forEach(variable -> add(variable, patterns));
      law.orderedVariables().forEach(variable -> add(variable, ordered));
      for (Formula part : List.of(law.premise(), law.conclusion())) {
        part.visit(
            formula -> {
              switch (formula) {
                case Formula.Forall forall -> add(forall.variable(), patterns);
                case Formula.Exists exists -> add(exists.variable(), patterns);
                case Formula.SameValue same ->
                    throw new ExportException("the law '" + law.name() + "' compares values");
                default -> {}
              }
            });
      }
    }
    for (UniformWindow window : windows) {
      for (int pc = 0; pc < window.code.size(); pc++) {
        Instruction instruction = window.code.get(pc);
        if (matches(patterns, instruction)) {
          all.add(new Instance(all.size(), window.number, pc));
        }
        if (instruction instanceof Instruction.Lock && !ordering.model().general().isEmpty()) {
          throw new ExportException("general laws are not exported for programs with mutexes");
        }
      }
    }
  }

  private static void add(Variable variable, List<Pattern> patterns) {
    if (!variable.isThread()) {
      patterns.add(variable.pattern());
    }
  }

  private boolean matches(List<Pattern> some, Instruction instruction) {
    InstanceClass success = ordering.of(instruction);
    InstanceClass failure = ordering.ofFailed(instruction);
    return success != null
        && some.stream().anyMatch(pattern -> pattern.matches(success) || pattern.matches(failure));
  }

  List<Instance> all() {
    return all;
  }

  /** The instance of an instruction, or null where no law speaks of it. */
  Instance at(int thread, int pc) {
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
    return ordering.of(code(instance)).kind() != InstanceKind.FENCE
        || matches(ordered, code(instance));
  }

  /** Whether some law tells by the outcome of the instruction. */
  boolean tellsOutcome(Instance instance) {
    InstanceClass success = ordering.of(code(instance));
    InstanceClass failure = ordering.ofFailed(code(instance));
    return patterns.stream().anyMatch(p -> p.matches(success) != p.matches(failure));
  }

  /** Whether it is of a class if it succeeds, or if it fails. */
  boolean is(Instance instance, Pattern pattern, boolean success) {
    Instruction code = code(instance);
    return pattern.matches(success ? ordering.of(code) : ordering.ofFailed(code));
  }

  /** The steps that an instance takes. */
  List<Step> steps(Instance instance) {
    if (!takesStep(instance)) {
      return List.of();
    }
    UniformWindow window = window(instance);
    if (!window.isReflected(instance.pc())) {
      return List.of(new Step(instance, UniformWindow.ALL));
    }
    List<Step> steps = new ArrayList<>();
    for (int target = 0; target < window.memory.threads(); target++) {
      steps.add(new Step(instance, target));
    }
    return steps;
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
    return code(instance) instanceof Instruction.Fence
        ? List.of()
        : UniformWindow.addresses(code(instance));
  }

  /** Whether a run tells which cells it accesses. */
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
    if (all.stream().anyMatch(this::tellsOutcome)) {
      out.add("bit won[" + all.size() + "]; /* which of them succeeded */");
    }
  }
}
