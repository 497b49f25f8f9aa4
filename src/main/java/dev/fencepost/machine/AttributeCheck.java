// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.memorymodel.Traits;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.SourceSpan;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that a program uses only kinds of fences and attributes that the memory model declares,
 * and no more of anything than the machine has room for.
 */
public final class AttributeCheck {

  private static final int MOST_MARKS = 64;
  private static final int MOST_REGISTERS = 31;

  private AttributeCheck() {}

  private static int registers(Instruction instruction) {
    BitSet read = new BitSet();
    for (Expr expr : Registers.expressions(instruction)) {
      read.or(Registers.read(expr));
    }
    return read.cardinality();
  }

  private static boolean ordersStoreConditional(Instruction instruction) {
    return instruction instanceof Instruction.StoreConditional store
        && store.order() != MemoryOrder.RELAXED;
  }

  /** What the program uses and the model does not declare. */
  public static List<Diagnostic> check(Program program, ModelDefinition model) {
    Set<Diagnostic> diagnostics = new LinkedHashSet<>();
    addTooMany(program, model, diagnostics);
    for (ThreadDecl thread : program.threads()) {
      boolean hasMany = thread.registers().size() > MOST_REGISTERS;
      for (Instruction instruction : thread.code()) {
        boolean fence = instruction instanceof Instruction.Fence;
        List<String> declared = fence ? model.fenceKinds() : model.attributes();
        if (hasMany && registers(instruction) > MOST_REGISTERS) {
          diagnostics.add(
              new Diagnostic(
                  instruction.origin().span(),
                  "one statement needs more than " + MOST_REGISTERS + " values at once",
                  "split the expression"));
        }
        if (model.traits().conditional() == Traits.Conditional.ATOMIC
            && ordersStoreConditional(instruction)) {
          diagnostics.add(
              new Diagnostic(
                  instruction.origin().span(),
                  "memory model " + model.name() + " knows no store-conditional with an order",
                  "use a plain one and a fence"));
        }
        for (String attribute : instruction.attributes()) {
          boolean dropped = fence && Instruction.Fence.FETCH_KINDS.contains(attribute);
          if (!declared.contains(attribute) && !dropped) {
            diagnostics.add(unknown(instruction, attribute, fence, declared, model));
          }
        }
      }
    }
    return List.copyOf(diagnostics);
  }

  private static void addTooMany(
      Program program, ModelDefinition model, Set<Diagnostic> diagnostics) {
    if (program.marks().size() > MOST_MARKS) {
      diagnostics.add(
          new Diagnostic(
              SourceSpan.NONE,
              "the program has more than " + MOST_MARKS + " marks",
              "use fewer labels with reachable()"));
    }
    InstanceClasses.tooMany(program, model.traits())
        .ifPresent(
            instruction ->
                diagnostics.add(
                    new Diagnostic(
                        instruction.origin().span(),
                        "the program has more than "
                            + InstanceClasses.LIMIT
                            + " kinds of accesses and fences",
                        "use fewer combinations of orders and attributes")));
  }

  private static Diagnostic unknown(
      Instruction instruction,
      String attribute,
      boolean fence,
      List<String> declared,
      ModelDefinition model) {
    String what = fence ? "kind of fence" : "attribute";
    String hint =
        declared.isEmpty()
            ? "it declares none; a model's file does so with "
                + (fence ? "fence kind NAME" : "attribute NAME")
            : "it has " + String.join(", ", declared);
    return new Diagnostic(
        instruction.origin().span(),
        "memory model " + model.name() + " has no " + what + " '" + attribute + "'",
        hint);
  }
}
