// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import java.util.List;
import java.util.Random;

/** Chains in the assembly of AArch64. */
final class ArmWords implements RandomAssembly.Words {
  private static final List<String> SUFFIXES = List.of("", "A", "L", "AL");

  @Override
  public String name() {
    return "AArch64";
  }

  @Override
  public List<String> fences() {
    return List.of("DMB SY", "DMB LD", "DMB ST", "ISB");
  }

  @Override
  public String load(int register, String address, boolean acquire, Random random) {
    String plain =
        address.contains(",") || !acquire ? "LDR" : random.nextBoolean() ? "LDAR" : "LDAPR";
    return plain + " " + register(register) + ",[" + address + "]";
  }

  @Override
  public String store(int register, String address, boolean release, Random random) {
    String plain = address.contains(",") || !release ? "STR" : "STLR";
    return plain + " " + register(register) + ",[" + address + "]";
  }

  @Override
  public List<String> modify(int value, int result, int from, String address, Random random) {
    String suffix = SUFFIXES.get(random.nextInt(SUFFIXES.size()));
    String operands = suffix + " %s,%s,[" + only(address) + "]";
    if (random.nextInt(6) == 0) {
      String op = random.nextBoolean() ? "SWP" : "LDADD";
      return random.nextInt(3) == 0
          ? List.of("CAS" + operands.formatted("WZR", register(value)))
          : List.of(op + operands.formatted(register(value), "WZR"));
    }
    if (random.nextInt(3) == 0) {
      String expected = from < 0 ? "#" + random.nextInt(2) : register(from);
      return List.of(
          "MOV " + register(result) + "," + expected,
          "CAS" + operands.formatted(register(result), register(value)));
    }
    String op = random.nextBoolean() ? "SWP" : "LDADD";
    return List.of(op + operands.formatted(register(value), register(result)));
  }

  /** Others may write between the two then, says aarch64.cat; the machine does not know that. */
  @Override
  public boolean writesBetween() {
    return false;
  }

  @Override
  public List<String> exclusive(int value, int result, int status, String address, Random random) {
    String load = random.nextBoolean() ? "LDXR" : "LDAXR";
    String store = random.nextBoolean() ? "STXR" : "STLXR";
    String place = ",[" + only(address) + "]";
    return List.of(
        load + " " + register(result) + place,
        store + " " + register(status) + "," + register(value) + place);
  }

  private static String only(String address) {
    return address.split(",", -1)[0];
  }

  @Override
  public String constant(int register, int value) {
    return "MOV " + register(register) + ",#" + value;
  }

  @Override
  public List<String> zero(int register, int from) {
    return List.of("EOR " + register(register) + "," + register(from) + "," + register(from));
  }

  @Override
  public List<String> sum(int register, int from, int value) {
    return List.of(
        zero(register, from).getFirst(),
        "ADD " + register(register) + "," + register(register) + ",#" + value);
  }

  @Override
  public List<String> branch(int register, String label) {
    return List.of("CBNZ " + register(register) + "," + label, label + ":");
  }

  @Override
  public List<String> address(int cell, int zero, StringBuilder operand, int scratch) {
    operand.append(base(cell)).append(zero < 0 ? "" : "," + register(zero) + ",SXTW");
    return List.of();
  }

  @Override
  public String base(int cell) {
    return "X" + (20 + cell);
  }

  @Override
  public String register(int number) {
    return "W" + number;
  }
}
