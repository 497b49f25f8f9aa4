// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static dev.fencepost.frontend.packets.Instance.PREFIX;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.HeapShape;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Finds the cells of the C model by their names there, for properties. */
final class Cells {
  private final Program program;
  private final Map<String, Long> addresses = new LinkedHashMap<>();
  private final HeapShape heap;

  Cells(Program program, Instance instance) {
    this.program = program;
    for (int cell = 0; cell < program.memory().size(); cell++) {
      addresses.put(program.memory().get(cell).name(), Program.addressOf(cell));
    }
    List<Long> objects = new ArrayList<>();
    List<List<Long>> fields = new ArrayList<>();
    for (int i = 0; i < instance.objects.size(); i++) {
      String object = "packets_heap[" + i + "].";
      objects.add(first(object));
      fields.add(
          instance.fields.references().stream()
              .map(field -> addresses.get(object + field))
              .toList());
    }
    List<Long> roots = new ArrayList<>();
    for (int m = 0; m < instance.mutators.size(); m++) {
      for (int slot = 0; slot < instance.mutators.get(m).slots().size(); slot++) {
        roots.add(addresses.get("packets_slot[" + m + "][" + slot + "]"));
      }
    }
    heap = new HeapShape(objects, fields, roots);
  }

  private long first(String prefix) {
    return addresses.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  /** Whether a cell is not 0. */
  Expr read(String cell) {
    Expr contents = new Expr.Contents(Expr.constant(Objects.requireNonNull(addresses.get(cell))));
    return new Expr.Binary(BinaryOperator.NOT_EQUAL, contents, Expr.constant(0));
  }

  /** Whether a mark was passed; nothing where there is none of the label. */
  Optional<Expr> reached(String label) {
    int mark = program.marks().indexOf(label);
    return mark < 0 ? Optional.empty() : Optional.of(new Expr.Reached(mark));
  }

  Expr reachable(int object) {
    return new Expr.Reachable(object, heap);
  }

  /** The object whose reachability at a moment a strong cell records, or -1. */
  int observed(long address) {
    int cell = program.cellAt(address);
    String name = cell < 0 || cell >= program.memory().size() ? "" : name(cell);
    return name.startsWith("packets_at_")
        ? Integer.parseInt(name.substring(name.indexOf('[') + 1, name.length() - 1))
        : -1;
  }

  private String name(int cell) {
    return program.memory().get(cell).name();
  }

  /** The cells as the user knows them. */
  List<MemoryLocation> shown(Instance instance) {
    Map<String, String> names = instance.names();
    Map<Long, String> words = new LinkedHashMap<>();
    for (int i = 0; i < instance.objects.size(); i++) {
      words.put(heap.objects().get(i), instance.objects.get(i));
    }
    List<MemoryLocation> shown = new ArrayList<>();
    for (MemoryLocation cell : program.memory()) {
      if (cell.isGap()) {
        shown.add(cell);
        continue;
      }
      String name = names.getOrDefault(cell.name(), MemoryLocation.HIDDEN + cell.name());
      boolean own = !cell.name().startsWith(PREFIX);
      shown.add(
          new MemoryLocation(
              own ? cell.name() : name,
              cell.initial(),
              cell.strong(),
              cell.pointer(),
              cell.pointer() ? words : cell.words()));
    }
    return shown;
  }
}
