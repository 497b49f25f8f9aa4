// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import java.util.List;
import java.util.Random;

/** Chains in the assembly of POWER. */
final class PowerWords implements RandomAssembly.Words {
  @Override
  public String name() {
    return "PPC";
  }

  @Override
  public List<String> fences() {
    return List.of("sync", "lwsync", "eieio", "isync");
  }

  @Override
  public String between(Random random) {
    return random.nextBoolean() ? "sync" : "lwsync";
  }

  @Override
  public boolean isWide(Random random) {
    return random.nextInt(3) == 0;
  }

  @Override
  public String load(int register, String address, boolean acquire, Random random) {
    return access("lwz", register, address);
  }

  @Override
  public String store(int register, String address, boolean release, Random random) {
    return access("stw", register, address);
  }

  /** An address is a register, or two with a comma between them. */
  private static String access(String word, int register, String address) {
    String place =
        address.contains(",")
            ? "x r" + register + "," + address
            : " r" + register + ",0(" + address + ")";
    return word + place;
  }

  /** POWER has none: a store. */
  @Override
  public List<String> modify(int value, int result, int from, String address, Random random) {
    return List.of(store(value, address, false, random));
  }

  @Override
  public List<String> exclusive(int value, int result, int status, String address, Random random) {
    String place = address.contains(",") ? address : "0," + address;
    return List.of("lwarx r" + result + "," + place, "stwcx. r" + value + "," + place);
  }

  @Override
  public String constant(int register, int value) {
    return "li r" + register + "," + value;
  }

  @Override
  public List<String> zero(int register, int from) {
    return List.of("xor r" + register + ",r" + from + ",r" + from);
  }

  @Override
  public List<String> sum(int register, int from, int value) {
    return List.of(
        zero(register, from).getFirst(), "addi r" + register + ",r" + register + "," + value);
  }

  @Override
  public List<String> branch(int register, String label) {
    return List.of("cmpwi r" + register + ",0", "beq " + label, label + ":");
  }

  @Override
  public List<String> address(int cell, int zero, StringBuilder operand, int scratch) {
    operand.append(zero < 0 ? "" : "r" + zero + ",").append(base(cell));
    return List.of();
  }

  @Override
  public String base(int cell) {
    return "r" + (28 + cell);
  }

  @Override
  public String register(int number) {
    return "r" + number;
  }
}
