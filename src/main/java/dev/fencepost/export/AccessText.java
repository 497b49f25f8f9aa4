// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import java.util.ArrayList;
import java.util.List;

/**
 * What accesses do to memory, in PROMELA; the same for windows, store buffers and atomic blocks.
 * Temporary values stand in {@code x} and {@code y}, which are no part of the state.
 */
final class AccessText {
  private final Lines out;
  private final int threads;
  private final boolean links;

  AccessText(Lines out, int threads, boolean links) {
    this.out = out;
    this.threads = threads;
    this.links = links;
  }

  Lines lines() {
    return out;
  }

  /** Asserts that expressions have values: where one has none, that is a violation. */
  void check(List<String> conditions) {
    for (String condition : conditions) {
      out.add("assert(" + condition + ");");
    }
  }

  void checkAddress(ExprText text, Expr address) {
    check(text.definedAddress(address));
  }

  /** A write reaches memory: links of other threads to the cell are lost. */
  void write(int thread, String cell, String value) {
    out.add("mem[" + cell + "] = " + value + ";");
    for (int other = 0; other < threads && links; other++) {
      if (other != thread) {
        out.add(
            "if :: link[%1$d] == %2$s + 1 -> link[%1$d] = 0 :: else fi;".formatted(other, cell));
      }
    }
  }

  /**
   * A read-modify-write: {@code x} gets its first result, {@code y} its second.
   *
   * @param text how the operands are written
   */
  void modify(int thread, Instruction instruction, ExprText text) {
    switch (instruction) {
      case Instruction.CompareAndSwap cas -> compareAndSwap(thread, cas, text);
      case Instruction.DoubleCompareAndSwap cas -> doubleCompareAndSwap(thread, cas, text);
      case Instruction.FetchAndModify fetch -> fetchAndModify(thread, fetch, text);
      case Instruction.StoreConditional store -> {
        String cell = text.cell(store.address());
        out.open("if");
        out.open(":: link[%d] == %s + 1 ->".formatted(thread, cell));
        out.add("x = 1;");
        write(thread, cell, text.of(store.value()));
        out.close(":: else -> x = 0");
        out.close("fi;");
        out.add("link[" + thread + "] = 0;");
      }
      case Instruction.Lock lock -> {
        String cell = text.cell(lock.address());
        out.add("assert(mem[%s] == 0); /* not locked by this thread */".formatted(cell));
        write(thread, cell, Integer.toString(thread + 1));
      }
      case Instruction.Allocate allocate ->
          throw new ExportException("malloc has no counterpart in PROMELA yet");
      case Instruction.Observe observe ->
          throw new ExportException("observations have no counterpart in PROMELA");
      default -> throw new IllegalArgumentException("no read-modify-write");
    }
  }

  private void compareAndSwap(int thread, Instruction.CompareAndSwap cas, ExprText text) {
    String cell = text.cell(cas.address());
    out.add("y = mem[" + cell + "];");
    out.open("if");
    out.open(":: y == " + text.of(cas.expected()) + " ->");
    out.add("x = 1;");
    write(thread, cell, text.of(cas.desired()));
    out.close(":: else -> x = 0");
    out.close("fi;");
  }

  private void doubleCompareAndSwap(
      int thread, Instruction.DoubleCompareAndSwap cas, ExprText text) {
    String first = text.cell(cas.firstAddress());
    String second = text.cell(cas.secondAddress());
    out.open("if");
    out.open(
        ":: mem[%s] == %s && mem[%s] == %s ->"
            .formatted(first, text.of(cas.firstExpected()), second, text.of(cas.secondExpected())));
    out.add("x = 1;");
    write(thread, first, text.of(cas.firstDesired()));
    write(thread, second, text.of(cas.secondDesired()));
    out.close(":: else -> x = 0");
    out.close("fi;");
  }

  private void fetchAndModify(int thread, Instruction.FetchAndModify fetch, ExprText text) {
    String cell = text.cell(fetch.address());
    String operand = text.of(fetch.operand());
    out.add("x = mem[" + cell + "];");
    String value =
        switch (fetch.modification()) {
          case SWAP -> operand;
          case ADD -> "(x + " + operand + ")";
          case SUBTRACT -> "(x - " + operand + ")";
          case AND -> "(x & " + operand + ")";
          case OR -> "(x | " + operand + ")";
          case XOR -> "(x ^ " + operand + ")";
        };
    write(thread, cell, value);
  }

  /** The registers that get the results {@code x} and {@code y}. */
  static List<Integer> results(Instruction instruction) {
    List<Integer> results = new ArrayList<>();
    for (int register : Registers.written(instruction)) {
      results.add(register);
    }
    return results;
  }
}
