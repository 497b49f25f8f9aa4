// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.ir.footprint.ConditionCells;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The codes under which violations travel through a search: a kind at an instruction, or a
 * property.
 */
public final class Violations {
  /** In the place of a violation: the run breaks a law, and nothing that it does counts. */
  public static final int INADMISSIBLE = Integer.MAX_VALUE;

  private final ProgramCode program;
  private final int firstProperty;
  private final List<Property> properties;

  /** Conditions over memory; a mark is read from its strong cell. */
  public final List<Judged> invariants = new ArrayList<>();

  public final List<Judged> finals = new ArrayList<>();

  /** A condition, and the code of the violation where a state does not meet it. */
  public record Judged(Expr condition, int code) {}

  /** Evaluates what properties say of states. */
  public final Conditions conditions;

  private int deadlockCode;
  private int raceCode;

  public Violations(ProgramCode program, List<Property> properties) {
    this.program = program;
    this.properties = List.copyOf(properties);
    conditions = new Conditions(program, properties);
    firstProperty = 1 + ViolationKind.values().length * program.all.length;
    for (Property property : properties) {
      switch (property) {
        case Property.Invariant invariant -> invariants.add(judged(invariant));
        case Property.FinalCondition condition -> finals.add(judged(condition));
        case Property.DeadlockFree deadlock -> deadlockCode = code(deadlock);
        case Property.RaceFree race -> raceCode = code(race);
        case Property.Temporal temporal -> {}
      }
    }
  }

  public int code(ViolationKind kind, Code at) {
    return 1 + kind.ordinal() * program.all.length + at.global;
  }

  private Judged judged(Property property) {
    return new Judged(property.conditions().getFirst(), code(property));
  }

  public int code(Property property) {
    return firstProperty + properties.indexOf(property);
  }

  /** The code of a deadlock, or 0 where deadlocks are allowed. */
  public int deadlock() {
    return deadlockCode;
  }

  /** The code of a data race, or 0 where races are allowed. */
  public int race() {
    return raceCode;
  }

  public boolean isProperty(int code) {
    return code >= firstProperty;
  }

  public Property property(int code) {
    return properties.get(code - firstProperty);
  }

  public ViolationKind kind(int code) {
    return ViolationKind.values()[(code - 1) / program.all.length];
  }

  public Code instruction(int code) {
    return program.all[(code - 1) % program.all.length];
  }

  /** Whether a run ends in a state for want of a value, and violates nothing. */
  public boolean lacksValue(int code, State state) {
    return isProperty(code)
        ? property(code).conditions().stream()
            .anyMatch(each -> conditions.isOfAnotherType(each, state))
        : kind(code) == ViolationKind.OTHER_TYPE;
  }

  /** A short name: the assertion's message, the error's kind, the property's name. */
  public String name(int code) {
    if (isProperty(code)) {
      return property(code).name();
    }
    return kind(code) == ViolationKind.ASSERTION
            && instruction(code).instruction instanceof Instruction.Assert check
        ? check.message()
        : kind(code).title();
  }

  /** The cells that properties read, and observations for them, in whichever memory. */
  public static BitSet cellsRead(CheckedProgram checked) {
    BitSet cells = new BitSet();
    for (ThreadDecl thread : checked.program().threads()) {
      for (Instruction instruction : thread.code()) {
        if (instruction instanceof Instruction.Observe observe) {
          ConditionCells.collect(observe.condition(), checked.program(), cells);
        }
      }
    }
    for (Property property : checked.properties()) {
      property.conditions().forEach(c -> ConditionCells.collect(c, checked.program(), cells));
    }
    return cells;
  }

  /** The first of the conditions that a state does not meet, or 0. */
  public int firstUnmet(List<Judged> judged, State state) {
    for (int i = 0; i < judged.size(); i++) {
      if (!conditions.isMet(judged.get(i).condition, state)) {
        return judged.get(i).code;
      }
    }
    return 0;
  }
}
