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

/** X86 with the destination first: {@code MOV [x],$1}. */
final class X86Dialect implements CpuDialect {
  private static final List<String> REGISTERS =
      List.of("EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP");

  private static final int BITS = 32;

  @Override
  public String name() {
    return "X86";
  }

  @Override
  public Optional<String> register(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return REGISTERS.contains(upper) ? Optional.of(upper) : Optional.empty();
  }

  @Override
  public int rank(String register) {
    return REGISTERS.indexOf(register);
  }

  @Override
  public void translate(AssemblyLine line, ThreadAssembler out) throws InvalidInputException {
    boolean locked = line.mnemonic().startsWith("lock ");
    String name = locked ? line.mnemonic().substring("lock ".length()) : line.mnemonic();
    List<X86Operand> operands = new ArrayList<>();
    if (!name.startsWith("j")) {
      for (String operand : line.operands()) {
        operands.add(operand(operand, line, out));
      }
    }
    new X86Translator(new X86Operation(name, locked, BITS, operands, "EAX", line), out).translate();
  }

  private X86Operand operand(String text, AssemblyLine line, ThreadAssembler out)
      throws InvalidInputException {
    Optional<String> register = register(text);
    if (register.isPresent()) {
      return new X86Operand.Register(register.get());
    }
    Optional<Long> number = IntegerText.parse(text.startsWith("$") ? text.substring(1) : text);
    if (number.isPresent()) {
      return new X86Operand.Immediate(number.get());
    }
    if (text.matches("\\[\\s*\\w+\\s*\\]")) {
      String name = text.substring(1, text.length() - 1).strip();
      Optional<String> pointer = register(name);
      return new X86Operand.Memory(
          pointer.isPresent() ? out.read(pointer.get()) : Expr.constant(out.addressOf(name)));
    }
    throw line.error("'" + text + "' is no operand of " + name());
  }
}
