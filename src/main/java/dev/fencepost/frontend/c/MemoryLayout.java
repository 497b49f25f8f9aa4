// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.BlockType;
import dev.fencepost.ir.CellKinds;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.ObjectArray;
import dev.fencepost.ir.ObjectBounds;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.source.Diagnostics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Where objects are in memory. A gap follows each one. Where parts of objects are reached through
 * pointers, memory begins with a gap too, so that no part of a null pointer's object is there; and
 * before an array of interchangeable objects is one in which no other object can end.
 */
final class MemoryLayout {
  /** How many cells there may be in all. */
  static final int MOST_CELLS = 1 << 20;

  private final List<MemoryLocation> cells = new ArrayList<>();
  private final Map<CVariable, Long> addresses = new HashMap<>();
  private final Set<String> localNames = new HashSet<>();
  private final List<ObjectArray> interchangeable = new ArrayList<>();
  private final ObjectBounds objects = new ObjectBounds();
  private final CellKinds kinds = new CellKinds();
  private final Diagnostics diagnostics;

  /**
   * Lays out those global variables that are used.
   *
   * @throws Diagnostics.Abort where there are too many
   */
  MemoryLayout(List<CVariable> globals, long largest, Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    addGaps(largest - 1);
    long next = cells.size();
    for (CVariable variable : globals) {
      if (variable.isInMemory()) {
        next += gapsBefore(variable, largest);
        addresses.put(variable, Program.addressOf((int) next));
        next += variable.type().cells() + 1;
        if (next > MOST_CELLS) {
          throw diagnostics.fatal(
              variable.span(),
              "up to '" + variable.name() + "' the variables take " + next + " cells",
              "there may be " + MOST_CELLS + " in all");
        }
      }
    }
    for (CVariable variable : globals) {
      if (variable.isInMemory()) {
        addGaps(gapsBefore(variable, largest));
        addGlobal(variable);
      }
    }
  }

  private static long gapsBefore(CVariable variable, long largest) {
    return variable.isInterchangeable() ? Math.max(0, largest - 1) : 0;
  }

  private void addGaps(long count) {
    for (long i = 0; i < count; i++) {
      Budget.ask();
      cells.add(MemoryLocation.gap());
    }
  }

  private void addGlobal(CVariable variable) {
    int start = cells.size();
    if (variable.isInterchangeable()
        && variable.type().unqualified() instanceof Type.ArrayType array) {
      int objects = Math.toIntExact(array.length());
      int stride = Math.toIntExact(array.element().cells());
      interchangeable.add(new ObjectArray(start, objects, stride, variable.span()));
    }
    addAll(Part.of(variable.name(), variable.isGhost(), variable), variable.type(), cells);
    initialize(start, variable);
    cells.add(MemoryLocation.gap());
  }

  private void initialize(int start, CVariable variable) {
    if (variable.initial() != null) {
      for (CVariable.InitialCell cell : variable.initial()) {
        int index = start + Math.toIntExact(cell.offset());
        cells.set(index, cells.get(index).withInitial(known(cell.value())));
      }
    }
  }

  /**
   * A part of a variable.
   *
   * @param indices what the program calls its indices
   * @param values what the program calls its values
   */
  private record Part(
      String name, boolean strong, ConstantNames.Part indices, ConstantNames.Part values) {
    static Part of(String name, boolean strong, CVariable variable) {
      return new Part(name, strong, variable.indices().whole(), variable.values().whole());
    }

    Part element(int index) {
      String shown = "[" + indices.of(index) + "]";
      return new Part(name + shown, strong, indices.element(), values.element());
    }

    Part member(StructType struct, String field) {
      boolean own = StandardHeaders.isOwn(field);
      boolean hidden = field.isEmpty() || own && struct.fields().size() == 1;
      String shown = hidden ? "" : "." + (own ? StandardHeaders.shown(field) : field);
      ConstantNames.Part cell = struct.values().whole().member(field);
      return new Part(name + shown, strong, indices.member(field), cell);
    }

    /** The words for the values of a cell: those of its type, else those of the program's text. */
    Map<Long, String> words(Type.IntegerType type) {
      return type.words().isEmpty() ? values.words() : type.words();
    }
  }

  /** Adds the cells of an object. */
  private static void addAll(Part part, Type type, List<MemoryLocation> cells) {
    int next = cells.size();
    add(part, type, cells);
    for (int kind : Kinds.all(type)) {
      cells.set(next, cells.get(next).withKind(kind));
      next++;
    }
  }

  private static void add(Part part, Type type, List<MemoryLocation> cells) {
    Budget.ask();
    switch (type.unqualified()) {
      case Type.ArrayType array -> {
        for (int i = 0; i < array.length(); i++) {
          add(part.element(i), array.element(), cells);
        }
      }
      case StructType struct -> {
        int first = cells.size();
        for (StructType.Field field : struct.cellFields()) {
          add(part.member(struct, field.name()), field.type(), cells);
        }
        if (first < cells.size()) {
          cells.set(first, cells.get(first).beginning(struct.toString(), part.name()));
        }
      }
      case Type.PointerType(Type target) ->
          cells.add(
              new MemoryLocation(part.name(), 0, part.strong(), true)
                  .withTarget(target.unqualified().toString()));
      case Type.IntegerType integer ->
          cells.add(new MemoryLocation(part.name(), 0, part.strong(), false, part.words(integer)));
      default -> cells.add(new MemoryLocation(part.name(), 0, part.strong(), false));
    }
  }

  /** The value of a variable that {@link CVariable#isKnown() is known}. */
  long known(CVariable variable) {
    List<CVariable.InitialCell> initial = variable.initial();
    return initial != null && !initial.isEmpty() ? known(initial.getFirst().value()) : 0;
  }

  /** A value that {@link Purity#isStatic}. */
  private long known(Typed value) {
    KnownValues values = new KnownValues();
    long known = ((Expr.Constant) values.value(value)).value();
    if (values.leaves) {
      String hint = "it may point just behind that, at most";
      diagnostics.error(value.span(), "this pointer leaves its object", hint);
    }
    return known;
  }

  /** Values that are known when all variables have their addresses. */
  private final class KnownValues extends ValueLowering {
    /** Whether a pointer has left its object. */
    private boolean leaves;

    KnownValues() {
      super(new ExprFactory(new Ranges()), MemoryLayout.this, false);
    }

    @Override
    Expr other(Typed value) {
      throw new IllegalArgumentException("not static: " + value);
    }

    @Override
    Expr room(CPlace place) {
      return Expr.constant(MemoryLayout.this.addressOf(Objects.requireNonNull(place.variable())));
    }

    @Override
    Expr within(Expr address, Expr pointer) {
      long from = ((Expr.Constant) pointer).value();
      long to = ((Expr.Constant) address).value();
      leaves |= addresses.entrySet().stream().anyMatch(global -> leaves(global, from, to));
      return address;
    }

    private boolean leaves(Map.Entry<CVariable, Long> global, long from, long to) {
      long first = global.getValue();
      long end = first + global.getKey().type().bytes();
      return (first <= from && from <= end) != (first <= to && to <= end);
    }

    @Override
    Expr index(Expr index, long length, String array) {
      return index;
    }
  }

  long addressOf(CVariable global) {
    return Objects.requireNonNull(addresses.get(global));
  }

  /** A name for a local object that no other has. */
  String uniqueName(String wanted) {
    String name = wanted;
    for (int i = 2; !localNames.add(name); i++) {
      name = wanted + "~" + i;
    }
    return name;
  }

  /** Makes room for the variable of one thread; gives its address. */
  long allocate(String name, CVariable variable) {
    int start = cells.size();
    long address = allocate(Part.of(name, false, variable), variable.type());
    if (variable.isThreadLocal()) {
      initialize(start, variable);
    }
    return address;
  }

  /** Makes room for an object; gives its address. */
  long allocate(String name, Type type) {
    ConstantNames.Part unnamed = new ConstantNames().whole();
    return allocate(new Part(name, false, unnamed, unnamed), type);
  }

  private long allocate(Part whole, Type type) {
    long address = Program.addressOf(cells.size());
    addAll(whole, type, cells);
    cells.add(MemoryLocation.gap());
    return address;
  }

  int size() {
    return cells.size();
  }

  /** What a block holds, once or again and again, that a pointer to a type points to. */
  static BlockType blockType(Type held) {
    ConstantNames.Part unnamed = new ConstantNames().whole();
    List<MemoryLocation> parts = new ArrayList<>();
    addAll(new Part("", false, unnamed, unnamed), held, parts);
    return new BlockType(blockName(held), parts);
  }

  /** A short name of a type: {@code node}, {@code int}, {@code node*}. */
  private static String blockName(Type type) {
    return switch (type.unqualified()) {
      case StructType struct when !struct.name().isEmpty() -> struct.name();
      case StructType struct -> struct.isUnion() ? "union" : "struct";
      case Type.PointerType(Type target) -> blockName(target) + "*";
      case Type.ArrayType array -> blockName(array.element()) + "[" + array.length() + "]";
      case Type.FunctionType function -> "function";
      case Type other -> other.toString();
    };
  }

  /** See {@link Expr.Within}; what is known to stay in its object is not asked. */
  Expr within(Expr address, Expr pointer) {
    boolean stays =
        address instanceof Expr.Constant(long to)
            && pointer instanceof Expr.Constant(long from)
            && from > 0
            && stays(from, to);
    return stays ? address : new Expr.Within(address, pointer, objects);
  }

  /** See {@link Expr.Alike}; a cell that is known to be of a kind is not asked. */
  Expr alike(Expr address, int kind) {
    if (address instanceof Expr.Constant(long known)) {
      long cell = known / Program.CELL_BYTES - 1;
      if (cell >= 0
          && cell < cells.size()
          && !cells.get((int) cell).isGap()
          && cells.get((int) cell).kind() == kind) {
        return address;
      }
    }
    return alike(address, CellKinds.kind(kind));
  }

  /** See {@link Expr.Alike}. */
  Expr alike(Expr address, Expr other) {
    return new Expr.Alike(address, other, kinds);
  }

  /** Whether there is no gap from one address to another, but perhaps at the higher of them. */
  private boolean stays(long from, long to) {
    long low = Math.min(from, to) / Program.CELL_BYTES - 1;
    long high = Math.max(from, to) / Program.CELL_BYTES - 1;
    if (low < 0 || high >= cells.size()) {
      return false;
    }
    return cells.subList((int) low, (int) high).stream().noneMatch(MemoryLocation::isGap);
  }

  /** Says what objects and kinds of cells there are, when all variables have their places. */
  void finish(Pool pool) {
    objects.set(cells, pool);
    kinds.set(cells, pool);
  }

  /** The arrays of objects that are declared to be all alike. */
  List<ObjectArray> interchangeable() {
    return interchangeable;
  }

  List<MemoryLocation> cells() {
    return cells;
  }
}
