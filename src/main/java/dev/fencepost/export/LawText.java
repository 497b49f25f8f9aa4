// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import static dev.fencepost.export.UniformWindow.all;
import static dev.fencepost.export.UniformWindow.any;
import static dev.fencepost.export.UniformWindow.both;
import static dev.fencepost.export.UniformWindow.negated;

import dev.fencepost.export.LawConditions.Known;
import dev.fencepost.export.LawConditions.Moment;
import dev.fencepost.export.LawInstances.Instance;
import dev.fencepost.export.LawInstances.Pair;
import dev.fencepost.export.LawInstances.Step;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.memorymodel.CompiledLaw;
import dev.fencepost.memorymodel.LawSteps;
import dev.fencepost.memorymodel.Truth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The general laws of a memory model in the uniform form: guards of steps that would make one false
 * (SETTA'16, section 3.1), over flags and the order of those pairs of steps that laws ask for
 * (section 3.2). A run in which a law became false otherwise is dropped.
 */
final class LawText {

  /**
   * Which step an instance takes.
   *
   * @param target the memory that a store reaches, or {@link UniformWindow#ALL}
   */
  record Taken(int target, boolean success) {
    static final Taken ONLY = new Taken(UniformWindow.ALL, true);
    static final Taken FAILED = new Taken(UniformWindow.ALL, false);

    static Taken of(int target, boolean success) {
      return new Taken(target, success);
    }
  }

  private record Guarded(int thread, int pc, Taken taken) {}

  /** A condition of more characters is of no use for a search. */
  private static final int LARGEST = 200_000;

  private final LawInstances instances;
  private final LawConditions conditions;
  private final List<CompiledLaw<Known>> laws;
  private final Lines out;

  /** The pairs of steps whose order a state holds. */
  private final Map<Pair, Integer> pairs = new LinkedHashMap<>();

  /** All conditions are built before anything is written: they find the pairs. */
  private final Map<Guarded, String> guards = new LinkedHashMap<>();

  private final Map<Instance, String> freshlyBroken = new LinkedHashMap<>();
  private final Map<Integer, String> brokenByStart = new LinkedHashMap<>();

  LawText(LawInstances instances, Ordering ordering, MemoryText memory, Lines out) {
    this.instances = instances;
    this.out = out;
    conditions = new LawConditions(instances, memory);
    laws = ordering.generalLaws(conditions);
    for (Instance instance : instances.all()) {
      addGuards(instance);
      if (!instances.isInBlock(instance)) {
        freshlyBroken.put(instance, broken(Moment.fetching(instance), instance));
      }
    }
    for (int thread = 0; thread < memory.threads(); thread++) {
      if (!memory.isAlive(thread).equals("1")) {
        int started = thread;
        brokenByStart.put(thread, broken(Moment.NOW, law -> law.ofThread(started)));
      }
    }
    brokenByStart.keySet().forEach(this::addSeenByCreator);
  }

  private void addGuards(Instance instance) {
    for (long rest = instances.steps(instance); rest != 0; rest &= rest - 1) {
      int target = LawSteps.target(Long.numberOfTrailingZeros(rest));
      for (Taken taken : outcomes(instance, target)) {
        guards.put(new Guarded(instance.thread(), instance.pc(), taken), guard(instance, taken));
      }
    }
  }

  private List<Taken> outcomes(Instance instance, int target) {
    Taken success = new Taken(target, true);
    return instances.dependsOnOutcome(instance)
        ? List.of(success, new Taken(target, false))
        : List.of(success);
  }

  /** The condition under which some law about an instance is false at a moment. */
  private String broken(Moment moment, Instance instance) {
    return broken(moment, law -> law.ofInstance(instance.number()));
  }

  private String broken(Moment moment, Function<CompiledLaw<Known>, Known> value) {
    conditions.look(moment);
    Guard broken = Guard.of(false);
    String text = "0";
    for (CompiledLaw<Known> law : laws) {
      broken = broken.or(value.apply(law).whenFalse());
      text = broken.text(pair -> pairs.computeIfAbsent(pair, key -> pairs.size()));
      if (text.length() > LARGEST) {
        throw new ExportException("the law '" + law.name() + "' is too large for this program");
      }
    }
    return text;
  }

  /**
   * The condition under which a step makes a law false. Where a law depends on an earlier address
   * that is not known yet, the step waits.
   */
  private String guard(Instance instance, Taken taken) {
    Step step = new Step(instance, taken.target());
    Moment moment = Moment.taking(step, taken.success());
    String broken = broken(moment, instance);
    String open = openBefore(instance);
    if (open.equals("0")) {
      return broken;
    }
    String same = broken(moment.with(Truth.TRUE), instance);
    String different = broken(moment.with(Truth.FALSE), instance);
    return any(List.of(broken, both(open, any(List.of(same, different)))));
  }

  /** Whether the address of an earlier instance of the thread is open. */
  private String openBefore(Instance instance) {
    List<String> open = new ArrayList<>();
    for (Instance other : instances.all()) {
      if (other.thread() == instance.thread()
          && instances.isDynamic(other)
          && !instances.isInBlock(other)
          && instances.window(other).isBehind(other.pc(), instance.pc())) {
        String unknown = negated(instances.isLocated(other));
        open.add("(" + both(LawInstances.fetched(other), unknown) + ")");
      }
    }
    return any(open);
  }

  boolean isRelevant(int thread, int pc) {
    return instances.at(thread, pc) != null;
  }

  /** Whether it is a fence whose step laws order. */
  boolean takesStep(int thread, int pc) {
    Instance instance = instances.at(thread, pc);
    return instance != null
        && instances.code(instance) instanceof Instruction.Fence
        && instances.takesStep(instance);
  }

  /** Whether some law depends on whether the instruction succeeds. */
  boolean dependsOnOutcome(int thread, int pc) {
    Instance instance = instances.at(thread, pc);
    return instance != null && instances.dependsOnOutcome(instance);
  }

  void declare(Lines head) {
    instances.declare(head);
    if (!pairs.isEmpty()) {
      head.add("bit ord[" + pairs.size() + "]; /* pairs of steps in this order */");
    }
  }

  /** Behind other conditions: laws allow the step. */
  String guard(int thread, int pc, Taken taken) {
    Taken known = dependsOnOutcome(thread, pc) ? taken : new Taken(taken.target(), true);
    String broken = guards.getOrDefault(new Guarded(thread, pc, known), "0");
    return broken.equals("0") ? "" : " && !(" + broken + ")";
  }

  /** Writes the order of a step that is taken with the steps before it. */
  void take(int thread, int pc, Taken taken) {
    Instance instance = instances.at(thread, pc);
    if (instance == null) {
      return;
    }
    Step step = new Step(instance, taken.target());
    pairs.forEach(
        (pair, number) -> {
          if (pair.second().equals(step)) {
            String done = instances.done(pair.first());
            String fetched = LawInstances.fetched(pair.first().instance());
            out.add("ord[%d] = %s;", number, bit(both(fetched, done)));
          }
        });
    if (instances.dependsOnOutcome(instance)) {
      out.add(LawInstances.succeeded(instance) + " = " + (taken.success() ? 1 : 0) + ";");
    }
  }

  private static String bit(String condition) {
    return "((" + condition + ") -> 1 : 0)";
  }

  /** An instance is fetched. */
  void fetch(int thread, int pc) {
    Instance instance = instances.at(thread, pc);
    if (instance != null) {
      out.add(LawInstances.fetched(instance) + " = 1;");
      drop(Objects.requireNonNull(freshlyBroken.get(instance)));
    }
  }

  private void drop(String broken) {
    if (!broken.equals("0")) {
      out.add("if :: %s -> todo = DROPPED :: else fi;", broken);
    }
  }

  /** The address of an instance in the window may have become known. */
  void locate(int thread, int pc) {
    Instance instance = instances.at(thread, pc);
    if (instance == null || !instances.isDynamic(instance)) {
      return;
    }
    UniformWindow window = instances.window(instance);
    List<String> when = new ArrayList<>(List.of(window.pending(pc)));
    List<Expr> addresses = instances.addresses(instance);
    StringBuilder set = new StringBuilder();
    for (int i = 0; i < addresses.size(); i++) {
      when.add(window.known(pc, addresses.get(i)));
      when.addAll(window.taken(pc).definedAddress(addresses.get(i)));
      if (!(addresses.get(i) instanceof Expr.Constant)) {
        when.add(instances.address(instance, i) + " == 0");
        String value = window.taken(pc).of(addresses.get(i));
        set.append(instances.address(instance, i)).append(" = ").append(value).append("; ");
      }
    }
    out.when(
        all(when) + " ->",
        () -> {
          out.add(set.toString().strip());
          drop(Objects.requireNonNull(freshlyBroken.get(instance)));
          out.add("skip");
        });
  }

  /**
   * An instruction of an atomic block is about to be executed: it is fetched and takes its step.
   */
  void takeAtOnce(int thread, int pc) {
    Instance instance = instances.at(thread, pc);
    if (instance == null) {
      return;
    }
    if (instances.dependsOnOutcome(instance)) {
      throw new ExportException(
          "a compare-exchange in an atomic block whose outcome laws distinguish");
    }
    List<Expr> addresses = instances.addresses(instance);
    for (int i = 0; i < addresses.size(); i++) {
      if (!(addresses.get(i) instanceof Expr.Constant)) {
        String value = instances.window(instance).registers.of(addresses.get(i));
        out.add("%s = %s;", instances.address(instance, i), value);
      }
    }
    String broken = guards.getOrDefault(new Guarded(thread, pc, Taken.ONLY), "0");
    drop(broken);
    out.add(LawInstances.fetched(instance) + " = 1;");
    take(thread, pc, Taken.ONLY);
  }

  /** A thread is started: stores have reached its memory as they have its creator's. */
  void start(int creator, int child) {
    pairs.forEach(
        (pair, number) -> {
          Pair known = seenBy(creator, child, pair);
          if (known.equals(pair)) {
            return;
          }
          if (known.first().equals(known.second())) {
            Step step = known.first();
            String taken = both(LawInstances.fetched(step.instance()), instances.done(step));
            boolean inOrder = pair.second().target() == child;
            out.add("ord[%d] = %s;", number, inOrder ? bit(taken) : "0");
          } else {
            out.add("ord[%d] = ord[%d];", number, Objects.requireNonNull(pairs.get(known)));
          }
        });
    drop(brokenByStart.getOrDefault(child, "0"));
  }

  /** A pair with the steps to the creator's memory in the place of those to the child's. */
  private static Pair seenBy(int creator, int child, Pair pair) {
    Step first = pair.first();
    Step second = pair.second();
    return new Pair(
        first.target() == child ? new Step(first.instance(), creator) : first,
        second.target() == child ? new Step(second.instance(), creator) : second);
  }

  /** Adds the pairs that a thread takes over from its creator, which is the first one. */
  private void addSeenByCreator(int child) {
    for (Pair pair : List.copyOf(pairs.keySet())) {
      Pair known = seenBy(StaticThreads.CREATOR, child, pair);
      if (!known.first().equals(known.second())) {
        pairs.putIfAbsent(known, pairs.size());
      }
    }
  }

  /**
   * Whether laws may still block the run: a store has reached some memories only, or an instance is
   * pending that a later one of its thread has passed.
   */
  String mayBlock() {
    List<String> open = new ArrayList<>();
    for (Instance instance : instances.all()) {
      if (instances.isInBlock(instance) || !instances.takesStep(instance)) {
        continue;
      }
      UniformWindow window = instances.window(instance);
      List<String> why = new ArrayList<>();
      if (window.isReflected(instance.pc())) {
        why.add(window.reached(instance.pc()) + " != 0");
      }
      List<String> passed = new ArrayList<>();
      for (Instance later : instances.all()) {
        if (later.thread() == instance.thread()
            && instances.takesStep(later)
            && window.isBehind(instance.pc(), later.pc())) {
          String left = instances.isInBlock(later) ? "1" : "!" + window.pending(later.pc());
          passed.add("(" + both(LawInstances.fetched(later), left) + ")");
        }
      }
      String stuck = any(window.stuck(instance.pc()).stream().map(s -> "(" + s + ")").toList());
      why.add("(" + both(any(passed), negated(stuck)) + ")");
      open.add("(" + both(window.pending(instance.pc()), any(why)) + ")");
    }
    return any(open);
  }
}
