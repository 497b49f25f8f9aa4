// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.mapping.ProcessorForm;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Two accesses of a thread with something between them, as a processor executes them. */
final class Fragment {
  /** The places of the instructions. */
  static final SourceSpan EARLIER = SourceSpan.at("", 1, 1, 0);

  static final SourceSpan BETWEEN = SourceSpan.at("", 2, 1, 0);
  static final SourceSpan LATER = SourceSpan.at("", 3, 1, 0);

  private final List<Instruction> code;
  private final InstanceClasses classes;

  /** {@code instructions} are at the places above, in their order. */
  Fragment(Program original, int thread, List<Instruction> instructions, MemoryModel model) {
    List<Instruction> all = new ArrayList<>(instructions);
    all.add(new Instruction.End(Origin.of("")));
    List<String> registers = original.threads().get(thread).registers();
    Program small =
        new Program(
            "",
            original.memory(),
            List.of(new ThreadDecl("", all, registers)),
            List.of(new ThreadStart(0, 0)),
            original.pool(),
            List.of());
    Program executed = ProcessorForm.of(new CheckedProgram(small, List.of()), model).program();
    classes = new InstanceClasses(executed, model.traits());
    code = executed.threads().getFirst().code();
  }

  /** The classes of the instances that come from a place, whether they succeed or fail. */
  List<InstanceClass> classes(SourceSpan place) {
    return classes(place, 0, code.size());
  }

  /** The accesses of a place. */
  List<InstanceClass> accesses(SourceSpan place) {
    return classes(place).stream()
        .filter(each -> each.kind() != InstanceKind.FENCE && each.kind() != InstanceKind.BRANCH)
        .toList();
  }

  /** The fences behind the earlier access and before the later one. */
  List<InstanceClass> fencesBetween() {
    List<InstanceClass> found = new ArrayList<>();
    int first = positions(EARLIER).min().orElse(0);
    int last = positions(LATER).max().orElse(code.size());
    for (SourceSpan place : List.of(EARLIER, BETWEEN, LATER)) {
      found.addAll(classes(place, first, last));
    }
    return found.stream().filter(each -> each.kind() == InstanceKind.FENCE).toList();
  }

  /** How many branches there are before the later access. */
  long branches() {
    return code.stream()
        .limit(positions(LATER).max().orElse(code.size()))
        .filter(Instruction.Branch.class::isInstance)
        .count();
  }

  private IntStream positions(SourceSpan place) {
    return IntStream.range(0, code.size())
        .filter(i -> code.get(i).origin().span().equals(place))
        .filter(i -> !code.get(i).addresses().isEmpty());
  }

  private List<InstanceClass> classes(SourceSpan place, int from, int to) {
    List<InstanceClass> found = new ArrayList<>();
    for (Instruction instruction : code.subList(from, to)) {
      for (boolean success : new boolean[] {true, false}) {
        int number = classes.of(instruction, success);
        if (number != InstanceClasses.NONE && instruction.origin().span().equals(place)) {
          found.add(classes.get(number));
        }
      }
    }
    return found;
  }
}
