// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.reference.cpu.Event.Access;
import dev.fencepost.reference.cpu.Event.Origins;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A thread that runs alone: registers with what they come from, and its events so far. */
final class LoneThread {

  /** A value and what it comes from. */
  record Value(long number, Taint taint) {}

  /** The load-exclusive that the next store-exclusive belongs to. */
  record Link(int cell, int event) {}

  final int thread;
  final List<Event> events;

  /** The last values of registers, by strong cell. */
  final Map<Integer, Long> strong;

  private final Value[] registers;
  private final int[] visits;
  int pc;
  int instance;
  Taint control = Taint.NONE;

  /** The condition that picks the value of the next assignment. */
  Taint picking = Taint.NONE;

  Link link;

  LoneThread(int thread, ThreadDecl declaration) {
    this.thread = thread;
    events = new ArrayList<>();
    strong = new HashMap<>();
    registers = new Value[declaration.registers().size()];
    Arrays.fill(registers, new Value(0, Taint.NONE));
    registers[ThreadDecl.SELF] = new Value(thread, Taint.NONE);
    visits = new int[declaration.code().size()];
  }

  private LoneThread(LoneThread from) {
    thread = from.thread;
    events = new ArrayList<>(from.events);
    strong = new HashMap<>(from.strong);
    registers = from.registers.clone();
    visits = from.visits.clone();
    pc = from.pc;
    instance = from.instance;
    control = from.control;
    picking = from.picking;
    link = from.link;
  }

  LoneThread copy() {
    return new LoneThread(this);
  }

  /** How often the instruction at hand was run, now included. */
  int visit() {
    return ++visits[pc];
  }

  void set(int register, Value value) {
    if (register != Instruction.NO_TARGET) {
      registers[register] = value;
    }
  }

  Value evaluate(Expr expr) {
    return switch (expr) {
      case Expr.Constant constant -> new Value(constant.value(), Taint.NONE);
      case Expr.Register register -> registers[register.index()];
      case Expr.Unary unary -> {
        Value operand = evaluate(unary.operand());
        yield new Value(Arithmetic.unary(unary.operator(), operand.number()), operand.taint());
      }
      case Expr.Binary binary -> {
        Value left = evaluate(binary.left());
        Value right = evaluate(binary.right());
        yield new Value(
            Arithmetic.binary(binary.operator(), left.number(), right.number()),
            left.taint().or(right.taint()));
      }
      case Expr.Convert convert -> {
        Value operand = evaluate(convert.operand());
        long number = Arithmetic.convert(convert.bits(), convert.signed(), operand.number());
        yield new Value(number, operand.taint());
      }
      case Expr.Within within -> evaluate(within.address());
      default -> throw new IllegalArgumentException("not in litmus tests: " + expr);
    };
  }

  /** Adds an access; the number of its event. */
  int add(Access access, int pair, Taint address, Taint data, Taint any) {
    Origins origins = new Origins(address, data, control, any);
    events.add(new Event(thread, instance, access, pair, null, origins));
    return events.size() - 1;
  }

  void add(Instruction.Fence fence) {
    Origins origins = new Origins(Taint.NONE, Taint.NONE, control, Taint.NONE);
    events.add(new Event(thread, instance, null, -1, fence, origins));
  }

  /** What the last write of the thread to a cell comes from. */
  Taint lastWrite(int cell) {
    for (Event event : events.reversed()) {
      if (event.writes() && event.access().cell() == cell) {
        return event.origins().any();
      }
    }
    return Taint.NONE;
  }
}
