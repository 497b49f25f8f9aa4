// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.symmetry;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.ObjectArray;
import dev.fencepost.ir.footprint.ObjectTypes;
import dev.fencepost.ir.footprint.ObjectTypes.Condition;
import dev.fencepost.ir.footprint.ObjectTypes.Reference;
import dev.fencepost.machine.independence.Futures;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The objects that a program declares to be interchangeable, in classes that no property
 * distinguishes; and how two of them are exchanged in a state, with all references to them.
 */
public final class ObjectFamily {
  /** Per class, its objects as bits. */
  final long[] classes;

  final ProgramCode program;
  final ObjectTypes types;

  /** The cells that are part of objects; and per cell the object, or -1, and its place in it. */
  final int[] parts;

  final int[] objectOf;
  final int[] fieldOf;

  /** The cells that may hold references. */
  final int[] references;

  private ObjectFamily(ProgramCode program, ObjectTypes types, List<Property> properties) {
    this.program = program;
    this.types = types;
    objectOf = new int[program.program.cells()];
    fieldOf = new int[program.program.cells()];
    Arrays.fill(objectOf, -1);
    for (ObjectArray array : program.program.interchangeable()) {
      for (int i = 0; i < array.objects() * array.stride(); i++) {
        objectOf[array.first() + i] = i / array.stride();
        fieldOf[array.first() + i] = array.first() + i % array.stride();
      }
    }
    parts = IntStream.range(0, objectOf.length).filter(cell -> objectOf[cell] >= 0).toArray();
    references =
        IntStream.range(0, program.program.cells())
            .filter(cell -> types.cell(cell) != Reference.NONE)
            .toArray();
    List<Long> found = new ArrayList<>();
    long open = types.objects() == Long.SIZE ? -1 : (1L << types.objects()) - 1;
    while (open != 0) {
      int first = Long.numberOfTrailingZeros(open);
      long alike = 0;
      for (long rest = open; rest != 0; rest &= rest - 1) {
        int other = Long.numberOfTrailingZeros(rest);
        alike |= areAlike(properties, first, other) ? 1L << other : 0;
      }
      open &= ~alike;
      found.add(alike);
    }
    classes = found.stream().mapToLong(Long::longValue).toArray();
  }

  private boolean areAlike(List<Property> properties, int first, int second) {
    List<Property> inStates =
        properties.stream().filter(Property.Invariant.class::isInstance).toList();
    List<Property> atEnds =
        properties.stream().filter(Property.FinalCondition.class::isInstance).toList();
    return types.areSame(conditions(inStates), first, second)
        && types.areSame(conditions(atEnds), first, second);
  }

  /** The objects of a program; empty where it declares none to be interchangeable. */
  public static Optional<ObjectFamily> of(
      ProgramCode program, Futures futures, List<Property> properties) {
    if (program.program.interchangeable().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ObjectFamily(program, check(program, futures, properties), properties));
    } catch (InvalidInputException e) {
      throw new IllegalStateException("objects were not checked", e);
    }
  }

  /** Finds the references of a program, or refuses it because it distinguishes objects. */
  public static ObjectTypes check(ProgramCode program, Futures futures, List<Property> properties)
      throws InvalidInputException {
    return ObjectTypes.of(program.program, futures.footprints, conditions(properties));
  }

  private static List<Condition> conditions(List<Property> properties) {
    List<Condition> conditions = new ArrayList<>();
    for (Property property : properties) {
      property.conditions().forEach(c -> conditions.add(new Condition(c, property.span())));
    }
    return conditions;
  }

  /** The objects that no thread names from here on, as bits. */
  long free(State state) {
    long named = 0;
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      if (!thread.ended) {
        named |= types.namedLater(thread.declaration, thread.pc);
        for (int i = 0; i < thread.count; i++) {
          named |= types.named(thread.declaration, thread.code[i].pc);
        }
      }
    }
    return ~named;
  }

  /** Exchanges two objects in a state. */
  void swap(State state, int first, int second) {
    for (ObjectArray array : program.program.interchangeable()) {
      for (int i = 0; i < array.stride(); i++) {
        int one = array.first() + first * array.stride() + i;
        int other = array.first() + second * array.stride() + i;
        long value = state.memory[one];
        state.memory[one] = state.memory[other];
        state.memory[other] = value;
      }
    }
    for (int cell : references) {
      state.memory[cell] = types.swapped(types.cell(cell), state.memory[cell], first, second);
    }
    state.changedMemory = true;
    for (int number = 0; number < state.threadCount; number++) {
      if (!state.threads[number].ended) {
        swap(state.writable(number), first, second);
      }
    }
  }

  private void swap(ThreadState thread, int first, int second) {
    int declaration = thread.declaration;
    for (int i = 0; i < thread.registers; i++) {
      if (thread.registerReference[i] == ThreadState.NO_REFERENCE) {
        Reference kind = types.register(declaration, i);
        thread.register[i] = types.swapped(kind, thread.register[i], first, second);
      }
    }
    for (int i = 0; i < thread.count; i++) {
      Code code = thread.code[i];
      for (int slot = 0; slot < code.slots.length; slot++) {
        if ((thread.known[i] >>> slot & 1) != 0) {
          long value = thread.slot(i, slot);
          thread.setSlot(i, slot, types.swapped(kind(code, slot), value, first, second));
        }
      }
      for (int operand = 0; operand < code.operands.length; operand++) {
        int at = thread.operandAt(i) + operand;
        if (thread.operandReference[at] == ThreadState.NO_REFERENCE) {
          Reference kind = types.register(declaration, code.operands[operand]);
          thread.operand[at] = types.swapped(kind, thread.operand[at], first, second);
        }
      }
    }
  }

  /** What the value of a slot may be: addresses are pointers, also into objects. */
  Reference kind(Code code, int slot) {
    Expr expr = code.slots[slot];
    while (expr instanceof Expr.Convert convert) {
      expr = convert.operand();
    }
    if (slot < code.addresses || types.isObjectAddress(expr)) {
      return Reference.POINTER;
    }
    return expr instanceof Expr.Register(int operand)
        ? types.register(code.declaration, code.operands[operand])
        : Reference.NONE;
  }
}
