// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.ir.BlockType;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.trace.HeapView;
import dev.fencepost.trace.HeapView.Field;
import dev.fencepost.trace.HeapView.HeapObject;
import dev.fencepost.trace.HeapView.Role;
import dev.fencepost.trace.HeapView.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the heap in a program's memory, by what library/gc/framework/heap.h agrees with reports:
 *
 * <ul>
 *   <li>references that are small integers: {@code root} is of an enum, and the cells of the object
 *       that a constant {@code TO} stands for have names like {@code to_forward};
 *   <li>references that are pointers: objects are structs. The first element of an array {@code
 *       heap} is in from-space, the last in to-space. A field {@code forward} that is no pointer
 *       holds an address, with tags in its low bits;
 *   <li>blocks of {@code malloc}, beside those structs.
 * </ul>
 */
final class HeapLayout {
  private static final String ROOT = "root";
  private static final String FORWARD = "forward";

  private final Program program;
  private final List<MemoryLocation> memory;
  private final List<MemoryLocation> cells;
  private final List<HeapObject> objects = new ArrayList<>();
  private final List<String> roots = new ArrayList<>();
  private final List<Target> targets = new ArrayList<>();

  private HeapLayout(Program program) {
    this.program = program;
    memory = program.memory();
    cells = memory.stream().filter(cell -> !cell.isGap()).toList();
  }

  /** A block that {@code malloc} gave: its first cell and how many there are. */
  record Block(int first, int cells) {}

  /**
   * The blocks that a step took from the pool, but for empty ones. Headers are none of their cells.
   *
   * @param before null where the step is the first
   */
  static List<Block> taken(ProgramCode program, @Nullable State before, Replay.Step step) {
    Pool pool = program.program.pool();
    int used = before == null ? 0 : (int) before.memory[program.poolCounter];
    List<Block> blocks = new ArrayList<>();
    for (Replay.Event event : step.events()) {
      if (event instanceof Replay.Event.Performed done && done.code().opcode == Opcode.ALLOCATE) {
        int cells = (int) done.effect().value();
        int region = pool.region(cells, ((Instruction.Allocate) done.code().instruction).type());
        int first = program.program.memory().size() + pool.block(region, used);
        used += pool.header() + cells;
        if (cells > 0) {
          blocks.add(new Block(first, cells));
        }
      }
    }
    return blocks;
  }

  static Optional<HeapView> of(Program program, List<Block> blocks) {
    HeapLayout layout = new HeapLayout(program);
    layout.findNamed();
    if (layout.objects.isEmpty()) {
      layout.findStructs();
      blocks.forEach(layout::addBlock);
    }
    boolean heap = !layout.objects.isEmpty() && !layout.roots.isEmpty();
    return heap
        ? Optional.of(new HeapView(layout.objects, layout.roots, layout.targets))
        : Optional.empty();
  }

  /** Objects by the constants of the enum that {@code root} has. */
  private void findNamed() {
    for (MemoryLocation cell : cells) {
      if (!cell.words().isEmpty() && (cell.name() + "[").startsWith(ROOT + "[")) {
        roots.add(cell.name());
      }
    }
    if (roots.isEmpty()) {
      return;
    }
    Map<Long, String> words = cell(roots.getFirst()).words();
    words.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(word -> addNamed(word.getValue(), words));
    if (objects.isEmpty()) {
      roots.clear();
    }
  }

  private void addNamed(String word, Map<Long, String> words) {
    String name = word.toLowerCase(Locale.ROOT);
    List<Field> fields = new ArrayList<>();
    for (MemoryLocation cell : cells) {
      if (cell.name().startsWith(name + "_")) {
        String label = cell.name().substring(name.length() + 1);
        fields.add(new Field(cell.name(), label, role(label, cell.words().equals(words))));
      }
    }
    if (!fields.isEmpty()) {
      targets.add(new Target(word, objects.size()));
      String space = name.equals("from") || name.equals("to") ? name : "";
      objects.add(new HeapObject(name, space, fields));
    }
  }

  private MemoryLocation cell(String name) {
    return cells.stream().filter(cell -> cell.name().equals(name)).findFirst().orElseThrow();
  }

  private static Role role(String label, boolean reference) {
    if (!reference) {
      return Role.DATA;
    }
    return label.startsWith(FORWARD) ? Role.FORWARD : Role.REFERENCE;
  }

  /** Objects are structs; pointers outside of them are roots. */
  private void findStructs() {
    SequencedMap<String, List<MemoryLocation>> structs = new LinkedHashMap<>();
    for (MemoryLocation cell : cells) {
      int dot = cell.name().indexOf('.');
      if (dot > 0) {
        structs.computeIfAbsent(cell.name().substring(0, dot), n -> new ArrayList<>()).add(cell);
      } else if (cell.pointer()) {
        roots.add(cell.name());
      }
    }
    List<String> inHeap = structs.keySet().stream().filter(n -> n.startsWith("heap[")).toList();
    structs.forEach((name, members) -> addStruct(name, members, space(name, inHeap)));
  }

  /** In a block of unknown type, a cell refers to another block where it holds its address. */
  private void addBlock(Block block) {
    int cell = block.first() - memory.size();
    BlockType type = program.pool().typeAt(cell).orElseGet(() -> BlockType.unknown(block.cells()));
    List<MemoryLocation> parts = type.cells();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < block.cells(); i++) {
      MemoryLocation location = program.location(block.first() + i);
      String part = parts.get(i).name();
      String label = part.startsWith(".") ? part.substring(1) : part;
      boolean reference = !type.known() || location.pointer();
      fields.add(new Field(location.name(), label, role(label, reference)));
      addTargets(location);
    }
    targets.add(new Target(Long.toString(Program.addressOf(block.first())), objects.size()));
    objects.add(new HeapObject(program.pool().blockName(cell), "", fields));
  }

  /** The addresses that point at the object which is added next, as traces show them. */
  private void addTargets(MemoryLocation cell) {
    cell.allShown().forEach(name -> targets.add(new Target("&" + name, objects.size())));
  }

  private static String space(String name, List<String> inHeap) {
    if (inHeap.size() < 2 || !inHeap.contains(name)) {
      return "";
    }
    return name.equals(inHeap.getFirst()) ? "from" : name.equals(inHeap.getLast()) ? "to" : "";
  }

  private void addStruct(String name, List<MemoryLocation> members, String space) {
    List<Field> fields = new ArrayList<>();
    for (MemoryLocation cell : members) {
      String label = cell.name().substring(name.length() + 1);
      boolean reference = cell.pointer() || label.equals(FORWARD);
      fields.add(new Field(cell.name(), label, role(label, reference)));
      addTargets(cell);
    }
    long address = Program.addressOf(memory.indexOf(members.getFirst()));
    for (int tag = 0; tag < Program.CELL_BYTES; tag++) {
      targets.add(new Target(Long.toString(address + tag), objects.size()));
    }
    objects.add(new HeapObject(name, space, fields));
  }
}
