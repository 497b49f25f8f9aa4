// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Expr;
import dev.fencepost.source.IntegerText;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** X86_64 with the destination last: {@code movq $1,(x)}. {@code eax} is a part of {@code rax}. */
final class X86AttDialect implements CpuDialect {
  private static final List<String> REGISTERS =
      List.of("ax", "bx", "cx", "dx", "si", "di", "bp", "sp");

  private static final List<String> SIZED =
      List.of(
          "mov", "xchg", "add", "sub", "and", "or", "xor", "inc", "dec", "cmp", "test", "xadd",
          "cmpxchg");

  @Override
  public String name() {
    return "X86_64";
  }

  @Override
  public Optional<String> register(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String bare = lower.startsWith("%") ? lower.substring(1) : lower;
    if (bare.matches("r([89]|1[0-5])d?")) {
      return Optional.of(bare.endsWith("d") ? bare.substring(0, bare.length() - 1) : bare);
    }
    boolean known = bare.matches("[re]..") && REGISTERS.contains(bare.substring(1));
    return known ? Optional.of("r" + bare.substring(1)) : Optional.empty();
  }

  @Override
  public int rank(String register) {
    int named = REGISTERS.indexOf(register.substring(1));
    return named >= 0 ? named : Integer.parseInt(register.substring(1));
  }

  @Override
  public void translate(AssemblyLine line, ThreadAssembler out) throws InvalidInputException {
    boolean locked = line.mnemonic().startsWith("lock ");
    String full = locked ? line.mnemonic().substring("lock ".length()) : line.mnemonic();
    boolean sized = full.matches(".*[lq]") && SIZED.contains(full.substring(0, full.length() - 1));
    String name = sized ? full.substring(0, full.length() - 1) : full;
    List<X86Operand> operands = new ArrayList<>();
    if (!name.startsWith("j")) {
      for (String operand : line.operands()) {
        operands.addFirst(operand(operand, line, out));
      }
    }
    boolean halves =
        sized ? full.endsWith("l") : line.operands().stream().anyMatch(o -> o.startsWith("%e"));
    int bits = halves ? 32 : 64;
    new X86Translator(new X86Operation(name, locked, bits, operands, "rax", line), out).translate();
  }

  private X86Operand operand(String text, AssemblyLine line, ThreadAssembler out)
      throws InvalidInputException {
    Optional<String> register = text.startsWith("%") ? register(text) : Optional.empty();
    if (register.isPresent()) {
      return new X86Operand.Register(register.get());
    }
    if (text.startsWith("$")) {
      Optional<Long> number = IntegerText.parse(text.substring(1));
      if (number.isPresent()) {
        return new X86Operand.Immediate(number.get());
      }
    }
    if (text.matches("\\(\\s*%?\\w+\\s*\\)")) {
      String name = text.substring(1, text.length() - 1).strip();
      Optional<String> pointer = name.startsWith("%") ? register(name) : Optional.empty();
      return new X86Operand.Memory(
          pointer.isPresent() ? out.read(pointer.get()) : Expr.constant(out.addressOf(name)));
    }
    throw line.error("'" + text + "' is no operand of " + name());
  }
}
