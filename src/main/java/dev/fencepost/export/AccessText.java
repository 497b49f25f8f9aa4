// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Registers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What accesses do to memory, in PROMELA; the same for windows, store buffers and atomic blocks.
 * Temporary values stand in {@code x} and {@code y}, which are no part of the state.
 *
 * @param asserts whether what has no value may fail at once
 */
record AccessText(Lines out, MemoryText memory, boolean links, boolean asserts) {

  /** Asserts that expressions have values. */
  void check(List<String> conditions) {
    for (String condition : conditions) {
      if (!asserts) {
        throw new ExportException(
            "under general laws what happens at once, as in atomic blocks, must have no address or"
                + " value that can be wrong");
      }
      out.add("assert(" + condition + ");");
    }
  }

  /** Asserts that all expressions of an instruction have values. */
  void checkExpressions(ExprText text, Instruction instruction) {
    Registers.expressions(instruction).forEach(expr -> check(text.defined(expr)));
  }

  /** Asserts that what an instruction accesses is there. */
  void checkAddresses(ExprText text, Instruction instruction) {
    instruction.addresses().forEach(address -> check(text.definedAddress(address)));
  }

  /** A linked load sets the link of its thread. */
  void link(int thread, Instruction.Load load, ExprText text) {
    if (load.linked()) {
      out.add("link[%d] = %s + 1;", thread, text.cell(load.address()));
    }
  }

  /** A choice among so many values for a register. */
  static String choice(String register, int count) {
    return IntStream.range(0, count)
        .mapToObj(value -> " :: " + register + " = " + value)
        .collect(Collectors.joining("", "if", " fi;"));
  }

  /** What a thread sees in a cell. */
  String at(int thread, String cell) {
    return memory.at(thread, cell);
  }

  /** A write reaches all memories at once. */
  void write(int thread, String cell, String value) {
    if (memory.isShared()) {
      out.add(at(thread, cell) + " = " + value + ";");
    } else {
      for (int target = 0; target < memory.threads(); target++) {
        String alive = memory.isAlive(target);
        String set = at(target, cell) + " = " + value;
        out.add(alive.equals("1") ? set + ";" : "if :: %s -> %s :: else fi;".formatted(alive, set));
      }
    }
    for (int other = 0; other < memory.threads(); other++) {
      loseLink(thread, other, cell);
    }
  }

  /** A write reaches the memory of one thread. */
  void reflect(int thread, int target, String cell, String value) {
    out.add(at(target, cell) + " = " + value + ";");
    loseLink(thread, target, cell);
  }

  /** A link that another thread has to the cell is lost. */
  private void loseLink(int thread, int other, String cell) {
    if (links && other != thread) {
      out.add("if :: link[%1$d] == %2$s + 1 -> link[%1$d] = 0 :: else fi;", other, cell);
    }
  }

  /**
   * A store or a read-modify-write: {@code x} gets its first result, {@code y} its second.
   *
   * @param text how the operands are written
   */
  void modify(int thread, Instruction instruction, ExprText text) {
    switch (instruction) {
      case Instruction.Store store ->
          write(thread, text.cell(store.address()), text.of(store.value()));
      case Instruction.Unlock unlock -> {
        String cell = text.cell(unlock.address());
        out.add("assert(%s == %d); /* held by this thread */", at(thread, cell), thread + 1);
        write(thread, cell, "0");
      }
      case Instruction.CompareAndSwap cas -> compareAndSwap(thread, cas, text);
      case Instruction.DoubleCompareAndSwap cas -> doubleCompareAndSwap(thread, cas, text);
      case Instruction.FetchAndModify fetch -> fetchAndModify(thread, fetch, text);
      case Instruction.StoreConditional store -> {
        String cell = text.cell(store.address());
        out.open("if");
        out.open(":: link[%d] == %s + 1 ->", thread, cell);
        out.add("x = 1;");
        write(thread, cell, text.of(store.value()));
        out.close(":: else -> x = 0");
        out.close("fi;");
        out.add("link[" + thread + "] = 0;");
      }
      case Instruction.Lock lock -> {
        String cell = text.cell(lock.address());
        out.add("assert(%s == 0); /* not locked by this thread */", at(thread, cell));
        write(thread, cell, Integer.toString(thread + 1));
      }
      default -> throw new IllegalArgumentException("no access that writes");
    }
  }

  private void compareAndSwap(int thread, Instruction.CompareAndSwap cas, ExprText text) {
    String cell = text.cell(cas.address());
    out.add("y = " + at(thread, cell) + ";");
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
        ":: %s == %s && %s == %s ->",
        at(thread, first),
        text.of(cas.firstExpected()),
        at(thread, second),
        text.of(cas.secondExpected()));
    out.add("x = 1;");
    write(thread, first, text.of(cas.firstDesired()));
    write(thread, second, text.of(cas.secondDesired()));
    out.close(":: else -> x = 0");
    out.close("fi;");
  }

  private void fetchAndModify(int thread, Instruction.FetchAndModify fetch, ExprText text) {
    String cell = text.cell(fetch.address());
    String operand = text.of(fetch.operand());
    out.add("x = " + at(thread, cell) + ";");
    BinaryOperator operator = fetch.modification().operator();
    String value = operator == null ? operand : "(x " + operator.sign() + " " + operand + ")";
    write(thread, cell, ExprText.convert(fetch.bits(), fetch.signed(), value));
  }

  /** Whether it may fail for no reason. */
  static boolean isWeak(Instruction instruction) {
    return instruction instanceof Instruction.CompareAndSwap cas && cas.weak()
        || instruction instanceof Instruction.StoreConditional store && store.weak();
  }

  /** What is weak fails for no reason; a store-conditional takes the link all the same. */
  void fail(int thread, Instruction weak, ExprText text) {
    String rest =
        weak instanceof Instruction.CompareAndSwap cas
            ? "y = " + at(thread, text.cell(cas.address()))
            : "link[" + thread + "] = 0";
    out.add("x = 0; " + rest + ";");
  }

  /**
   * A register that gets a result of an access.
   *
   * @param value {@code x} for the first, {@code y} for the second
   */
  record Result(int index, int register, String value) {}

  static List<Result> results(Instruction instruction) {
    int[] registers = Registers.written(instruction);
    return IntStream.range(0, registers.length)
        .filter(i -> registers[i] != Instruction.NO_TARGET)
        .mapToObj(i -> new Result(i, registers[i], i == 0 ? "x" : "y"))
        .toList();
  }
}
