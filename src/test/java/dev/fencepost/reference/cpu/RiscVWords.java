// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import java.util.List;
import java.util.Random;

/** Chains in the assembly of RISC-V. */
final class RiscVWords implements RandomAssembly.Words {
  private static final List<String> SUFFIXES = List.of("", ".aq", ".rl", ".aqrl");

  @Override
  public String name() {
    return "RISCV";
  }

  @Override
  public List<String> fences() {
    return List.of(
        "fence rw,rw",
        "fence r,r",
        "fence r,rw",
        "fence rw,w",
        "fence w,r",
        "fence w,w",
        "fence.i");
  }

  @Override
  public String load(int register, String address, boolean acquire, Random random) {
    return "lw " + register(register) + ",0(" + address + ")";
  }

  @Override
  public String store(int register, String address, boolean release, Random random) {
    return "sw " + register(register) + ",0(" + address + ")";
  }

  @Override
  public List<String> modify(int value, int result, int from, String address, Random random) {
    String suffix = SUFFIXES.get(random.nextInt(SUFFIXES.size()));
    String op = random.nextBoolean() ? "amoswap.w" : "amoadd.w";
    return List.of(
        op + suffix + " " + register(result) + "," + register(value) + ",(" + address + ")");
  }

  @Override
  public List<String> exclusive(int value, int result, int status, String address, Random random) {
    String load = "lr.w" + SUFFIXES.get(random.nextInt(SUFFIXES.size()));
    String store = "sc.w" + SUFFIXES.get(random.nextInt(SUFFIXES.size()));
    return List.of(
        load + " " + register(result) + ",0(" + address + ")",
        store + " " + register(status) + "," + register(value) + ",0(" + address + ")");
  }

  @Override
  public String constant(int register, int value) {
    return "ori " + register(register) + ",x0," + value;
  }

  @Override
  public List<String> zero(int register, int from) {
    return List.of("xor " + register(register) + "," + register(from) + "," + register(from));
  }

  @Override
  public List<String> sum(int register, int from, int value) {
    return List.of(
        zero(register, from).getFirst(),
        "ori " + register(register) + "," + register(register) + "," + value);
  }

  @Override
  public List<String> branch(int register, String label) {
    return List.of("bne " + register(register) + ",x0," + label, label + ":");
  }

  @Override
  public List<String> address(int cell, int zero, StringBuilder operand, int scratch) {
    if (zero < 0) {
      operand.append(base(cell));
      return List.of();
    }
    operand.append(register(scratch));
    return List.of("add " + register(scratch) + "," + base(cell) + "," + register(zero));
  }

  @Override
  public String base(int cell) {
    return "x" + (28 + cell);
  }

  @Override
  public String register(int number) {
    return "x" + (5 + number);
  }
}
