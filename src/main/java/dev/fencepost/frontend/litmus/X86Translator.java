// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.litmus.ThreadAssembler.Swap;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction.Modification;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Optional;

/** What the instructions of x86 do, whatever their syntax. Locked ones are read-modify-writes. */
final class X86Translator {
  private final Operation operation;
  private final ThreadAssembler out;

  /** An operand. */
  sealed interface Operand {
    record Register(String name) implements Operand {}

    record Immediate(long value) implements Operand {}

    record Memory(Expr address) implements Operand {}
  }

  /**
   * An instruction whose syntax is done with.
   *
   * @param name the mnemonic without prefix and size
   * @param type its width, and whether halves of registers are kept with their sign
   * @param operands the destination first
   */
  record Operation(
      String name,
      boolean locked,
      LitmusType type,
      List<Operand> operands,
      String accumulator,
      AssemblyLine line) {}

  X86Translator(Operation operation, ThreadAssembler out) {
    this.operation = operation;
    this.out = out;
    out.width(operation.type().bits(), operation.type().signed());
  }

  void translate() throws InvalidInputException {
    switch (operation.name()) {
      case "mov" -> move(operand(0), operand(1));
      case "xchg" -> exchange();
      case "add", "inc" -> arithmetic(BinaryOperator.ADD, Modification.ADD);
      case "sub", "dec" -> arithmetic(BinaryOperator.SUBTRACT, Modification.SUBTRACT);
      case "and" -> arithmetic(BinaryOperator.AND, Modification.AND);
      case "or" -> arithmetic(BinaryOperator.OR, Modification.OR);
      case "xor" -> arithmetic(BinaryOperator.XOR, Modification.XOR);
      case "xadd" -> exchangeAndAdd();
      case "cmpxchg" -> compareAndExchange();
      case "cmp" -> {
        Expr left = value(operand(0));
        flags(BinaryOperator.SUBTRACT, left, value(operand(1)));
      }
      case "test" -> {
        Expr left = value(operand(0));
        flags(BinaryOperator.AND, left, value(operand(1)));
      }
      case "mfence" -> out.fence(FencePairs.FULL);
      case "lfence" -> out.fence(FencePairs.ACQUIRE);
      case "sfence" -> out.fence(FencePairs.WW);
      case "nop" -> {}
      default -> jump();
    }
  }

  private Operand operand(int index) throws InvalidInputException {
    if (index >= operation.operands().size()) {
      AssemblyLine line = operation.line();
      throw line.error("'" + line.mnemonic() + "' needs more operands than it has");
    }
    return operation.operands().get(index);
  }

  private void move(Operand target, Operand from) throws InvalidInputException {
    if (target instanceof Operand.Register register && from instanceof Operand.Memory memory) {
      out.load(register.name(), memory.address(), MemoryOrder.RELAXED);
    } else {
      write(target, value(from));
    }
  }

  private void jump() throws InvalidInputException {
    if (!operation.name().startsWith("j")) {
      throw operation.line().unsupported();
    }
    String label = operation.line().operand(0);
    if (operation.name().equals("jmp")) {
      out.jump(label);
      return;
    }
    Optional<Expr> taken = X86Flags.taken(operation.name(), out.read(ThreadAssembler.FLAGS));
    if (taken.isEmpty()) {
      throw operation.line().unsupported();
    }
    out.branch(taken.get(), label);
  }

  /** Signs count, whether or not registers are kept with them. */
  private void flags(BinaryOperator operator, Expr left, Expr right) {
    int bits = operation.type().bits();
    out.assign(ThreadAssembler.FLAGS, X86Flags.of(operator, signed(left), signed(right), bits));
  }

  private Expr signed(Expr value) {
    LitmusType type = operation.type();
    return type.signed() ? value : Expressions.narrowed(type.bits(), true, value);
  }

  /** What the operation sees of a register. */
  private Expr read(String register) {
    LitmusType type = operation.type();
    return type.signed() ? out.read(register) : narrowed(out.read(register));
  }

  private Expr narrowed(Expr value) {
    return Expressions.narrowed(operation.type().bits(), operation.type().signed(), value);
  }

  private Expr value(Operand operand) {
    return switch (operand) {
      case Operand.Immediate immediate -> narrowed(Expr.constant(immediate.value()));
      case Operand.Register register -> read(register.name());
      case Operand.Memory memory -> {
        String loaded = out.scratch();
        out.load(loaded, memory.address(), MemoryOrder.RELAXED);
        yield out.read(loaded);
      }
    };
  }

  private void write(Operand target, Expr value) throws InvalidInputException {
    switch (target) {
      case Operand.Register register -> out.assign(register.name(), value);
      case Operand.Memory memory -> out.store(memory.address(), value, MemoryOrder.RELAXED);
      case Operand.Immediate immediate ->
          throw operation.line().error("a number cannot be written to");
    }
  }

  private Expr address() throws InvalidInputException {
    for (Operand operand : operation.operands()) {
      if (operand instanceof Operand.Memory memory) {
        return memory.address();
      }
    }
    throw operation.line().unsupported();
  }

  private String register() throws InvalidInputException {
    for (Operand operand : operation.operands()) {
      if (operand instanceof Operand.Register register) {
        return register.name();
      }
    }
    throw operation.line().unsupported();
  }

  /** With memory it is locked, prefix or not. */
  private void exchange() throws InvalidInputException {
    if (operation.operands().stream().anyMatch(Operand.Memory.class::isInstance)) {
      String register = register();
      out.modify(register, Modification.SWAP, address(), read(register), MemoryOrder.RELAXED);
      return;
    }
    String old = out.scratch();
    out.assign(old, value(operand(0)));
    write(operand(0), value(operand(1)));
    write(operand(1), out.read(old));
  }

  private void arithmetic(BinaryOperator operator, Modification modification)
      throws InvalidInputException {
    Operand target = operand(0);
    boolean one = operation.name().equals("inc") || operation.name().equals("dec");
    Expr operand = one ? Expr.constant(1) : value(operand(1));
    if (operation.locked()) {
      String old = out.scratch();
      out.modify(old, modification, address(), operand, MemoryOrder.RELAXED);
      flags(operator, out.read(old), operand);
    } else {
      Expr old = value(target);
      flags(operator, old, operand);
      write(target, combined(operator, old, operand));
    }
  }

  private Expr combined(BinaryOperator operator, Expr left, Expr right) {
    return narrowed(Expressions.binary(operator, left, right));
  }

  private void exchangeAndAdd() throws InvalidInputException {
    needsLock();
    String register = register();
    String added = out.scratch();
    out.assign(added, read(register));
    out.modify(register, Modification.ADD, address(), out.read(added), MemoryOrder.RELAXED);
    flags(BinaryOperator.ADD, read(register), out.read(added));
  }

  private void compareAndExchange() throws InvalidInputException {
    needsLock();
    String expected = out.scratch();
    out.assign(expected, read(operation.accumulator()));
    Swap swap = new Swap(address(), out.read(expected), read(register()));
    out.compareAndSwap(ThreadAssembler.NONE, operation.accumulator(), swap, MemoryOrder.RELAXED);
    flags(BinaryOperator.SUBTRACT, out.read(expected), read(operation.accumulator()));
  }

  private void needsLock() throws InvalidInputException {
    if (!operation.locked()) {
      throw operation.line().unsupported();
    }
  }
}
