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
  private static final List<String> LOCKED =
      List.of("add", "sub", "and", "or", "xor", "inc", "dec", "xchg", "xadd", "cmpxchg");

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
   * @param bits its width
   * @param wide whether registers have 64 bits, and the destination is the last operand
   * @param operands as they are written
   */
  record Operation(
      String name,
      boolean locked,
      int bits,
      boolean wide,
      List<Operand> operands,
      AssemblyLine line) {

    /** Its width, and whether halves of registers are kept with their sign. */
    LitmusType type() {
      return new LitmusType(bits, !wide);
    }

    String accumulator() {
      return wide ? "rax" : "EAX";
    }
  }

  X86Translator(Operation operation, ThreadAssembler out) {
    this.operation = operation;
    this.out = out;
    out.width(operation.type().bits(), operation.type().signed());
  }

  void translate() throws InvalidInputException {
    checkMemory();
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

  /** One operand at most is in memory; a locked instruction changes it. */
  private void checkMemory() throws InvalidInputException {
    long inMemory = operation.operands().stream().filter(Operand.Memory.class::isInstance).count();
    if (inMemory > 1) {
      throw operation.line().error("only one operand can be in memory");
    }
    String name = operation.name();
    if (operation.locked()
        && !(LOCKED.contains(name) && (name.equals("xchg") ? inMemory == 1 : isMemory(0)))) {
      throw operation.line().error("'lock' is for an instruction that changes memory");
    }
  }

  /** The destination is operand 0. */
  private Operand operand(int index) throws InvalidInputException {
    int place = operation.wide() ? operation.operands().size() - 1 - index : index;
    operation.line().operand(place);
    return operation.operands().get(place);
  }

  private boolean isMemory(int index) throws InvalidInputException {
    return operand(index) instanceof Operand.Memory;
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
    Optional<Expr> taken = X86Flags.taken(operation.name(), out.flags());
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

  private Expr address(int index) throws InvalidInputException {
    if (operand(index) instanceof Operand.Memory memory) {
      return memory.address();
    }
    throw operation.line().unsupported();
  }

  private String register(int index) throws InvalidInputException {
    if (operand(index) instanceof Operand.Register register) {
      return register.name();
    }
    throw operation.line().unsupported();
  }

  /** With memory it is locked, prefix or not. */
  private void exchange() throws InvalidInputException {
    int memory = isMemory(1) ? 1 : 0;
    if (isMemory(memory)) {
      String register = register(1 - memory);
      Expr address = address(memory);
      out.modify(register, Modification.SWAP, address, read(register), MemoryOrder.RELAXED);
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
      out.modify(old, modification, address(0), operand, MemoryOrder.RELAXED);
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
    String register = register(1);
    String added = out.scratch();
    out.assign(added, read(register));
    out.modify(register, Modification.ADD, address(0), out.read(added), MemoryOrder.RELAXED);
    flags(BinaryOperator.ADD, read(register), out.read(added));
  }

  /** Only where it fails, it writes the accumulator: else what stands above a half stays. */
  private void compareAndExchange() throws InvalidInputException {
    needsLock();
    String accumulator = operation.accumulator();
    String expected = out.scratch();
    out.assign(expected, read(accumulator));
    Swap swap = new Swap(address(0), out.read(expected), read(register(1)));
    boolean half = operation.wide() && operation.bits() < 64;
    String success = half ? out.scratch() : ThreadAssembler.NONE;
    String observed = half ? out.scratch() : accumulator;
    out.compareAndSwap(success, observed, swap, MemoryOrder.RELAXED);
    flags(BinaryOperator.SUBTRACT, out.read(expected), out.read(observed));
    if (half) {
      Expr all = out.read(accumulator);
      Expr above = Expressions.binary(BinaryOperator.SUBTRACT, all, out.read(expected));
      Expr kept = Expressions.binary(BinaryOperator.MULTIPLY, out.read(success), above);
      out.assign(accumulator, Expressions.binary(BinaryOperator.ADD, out.read(observed), kept));
    }
  }

  private void needsLock() throws InvalidInputException {
    if (!operation.locked()) {
      throw operation.line().unsupported();
    }
  }
}
