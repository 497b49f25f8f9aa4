// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.litmus.X86Translator.Operand;
import dev.fencepost.frontend.litmus.X86Translator.Operation;
import dev.fencepost.ir.Expr;
import dev.fencepost.source.IntegerText;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * X86 with the destination first, {@code MOV [x],$1}, and X86_64 with the destination last, {@code
 * movq $1,(x)}. There {@code eax} is the lower half of {@code rax}; to write it leaves 0 above.
 *
 * @param wide whether this is X86_64
 */
record X86Dialect(boolean wide) implements CpuDialect {
  private static final List<String> REGISTERS =
      List.of("ax", "bx", "cx", "dx", "si", "di", "bp", "sp");

  private static final List<String> SIZED =
      List.of(
          "mov", "xchg", "add", "sub", "and", "or", "xor", "inc", "dec", "cmp", "test", "xadd",
          "cmpxchg");

  @Override
  public String name() {
    return wide ? "X86_64" : "X86";
  }

  @Override
  public Optional<String> register(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String bare = wide && lower.startsWith("%") ? lower.substring(1) : lower;
    if (wide && bare.matches("r([89]|1[0-5])d?")) {
      return Optional.of(bare.endsWith("d") ? bare.substring(0, bare.length() - 1) : bare);
    }
    boolean known = bare.matches(wide ? "[re].." : "e..") && REGISTERS.contains(bare.substring(1));
    return known
        ? Optional.of(wide ? "r" + bare.substring(1) : bare.toUpperCase(Locale.ROOT))
        : Optional.empty();
  }

  @Override
  public boolean keepsSigns() {
    return !wide;
  }

  @Override
  public int rank(String register) {
    String rest = register.substring(1).toLowerCase(Locale.ROOT);
    return REGISTERS.contains(rest) ? REGISTERS.indexOf(rest) : Integer.parseInt(rest);
  }

  @Override
  public void translate(AssemblyLine line, ThreadAssembler out) throws InvalidInputException {
    boolean locked = line.mnemonic().startsWith("lock ");
    String full = locked ? line.mnemonic().substring("lock ".length()) : line.mnemonic();
    boolean sized =
        wide && full.matches(".*[lq]") && SIZED.contains(full.substring(0, full.length() - 1));
    String name = sized ? full.substring(0, full.length() - 1) : full;
    List<Operand> operands = new ArrayList<>();
    if (!name.startsWith("j")) {
      for (String operand : line.operands()) {
        operands.add(operand(operand, line, out));
      }
    }
    boolean halves =
        sized
            ? full.endsWith("l")
            : line.operands().stream().anyMatch(o -> o.matches("%(e..|r[0-9]+d)"));
    int bits = wide && !halves ? 64 : 32;
    Operation operation = new Operation(name, locked, bits, wide, operands, line);
    new X86Translator(operation, out).translate();
  }

  private Operand operand(String text, AssemblyLine line, ThreadAssembler out)
      throws InvalidInputException {
    Optional<String> register = named(text);
    if (register.isPresent()) {
      return new Operand.Register(register.get());
    }
    boolean marked = text.startsWith("$");
    if (marked || !wide) {
      Optional<Long> number = IntegerText.parseBits(marked ? text.substring(1) : text);
      if (number.isPresent()) {
        return new Operand.Immediate(number.get());
      }
    }
    if (text.matches(wide ? "\\(\\s*%?\\w+\\s*\\)" : "\\[\\s*\\w+\\s*\\]")) {
      String name = text.substring(1, text.length() - 1).strip();
      Optional<String> pointer = named(name);
      return new Operand.Memory(
          pointer.isPresent() ? out.read(pointer.get()) : Expr.constant(out.addressOf(name)));
    }
    throw line.error("'" + text + "' is no operand of " + name());
  }

  /** The register that an operand names. */
  private Optional<String> named(String operand) {
    return wide && !operand.startsWith("%") ? Optional.empty() : register(operand);
  }
}
