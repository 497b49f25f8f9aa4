// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import static dev.fencepost.ir.footprint.ObjectKinds.distinguished;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.ObjectArray;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.ir.footprint.ObjectKinds.Kind;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which registers and cells of a program hold references to its interchangeable objects, and which
 * objects code names from each position on. Exchanging two objects that no code names any more,
 * with all references to them, exchanges what the program does: references are only copied,
 * compared for equality and gone through (Ip, Dill: Better verification through symmetry, 1996:
 * scalarsets).
 */
public final class ObjectTypes {
  private static final int MOST = Long.SIZE;

  /** What a property asks for. */
  public record Condition(Expr expr, SourceSpan span) {}

  private final Program program;
  private final Footprints footprints;
  private final ObjectKinds kinds;
  private final ObjectUses uses;

  /** Where numbers are chosen. */
  private final List<ObjectUses.Meeting> choices = new ArrayList<>();

  /** Per declaration and position, the objects that the instruction names, as bits. */
  private final long[][] named;

  /** As above, for the instruction and all behind it. */
  private final long[][] namedLater;

  private ObjectTypes(Program program, Footprints footprints) {
    this.program = program;
    this.footprints = footprints;
    kinds = new ObjectKinds(program);
    uses = new ObjectUses(program, kinds);
    named = new long[program.threads().size()][];
    namedLater = new long[named.length][];
    for (int i = 0; i < named.length; i++) {
      named[i] = new long[program.threads().get(i).code().size()];
      namedLater[i] = new long[named[i].length];
    }
  }

  /**
   * Finds the references of a program that declares interchangeable objects.
   *
   * @param conditions the conditions of its properties
   * @throws InvalidInputException if the program distinguishes such objects otherwise than by name
   */
  public static ObjectTypes of(Program program, Footprints footprints, List<Condition> conditions)
      throws InvalidInputException {
    requireOneSize(program);
    ObjectTypes types = new ObjectTypes(program, footprints);
    types.joinElements();
    for (int thread = 0; thread < footprints.threads(); thread++) {
      types.look(thread);
    }
    for (Condition condition : conditions) {
      types.uses.at(-1, -1, condition.span());
      types.uses.test(condition.expr());
    }
    types.finish();
    return types;
  }

  private static void requireOneSize(Program program) throws InvalidInputException {
    ObjectArray first = program.interchangeable().getFirst();
    for (ObjectArray array : program.interchangeable()) {
      if (array.objects() != first.objects() || array.objects() > MOST) {
        throw new InvalidInputException(
            new Diagnostic(
                array.span(),
                "interchangeable arrays must have the same number of elements, at most " + MOST,
                "element i of each is part of object i"));
      }
    }
  }

  /** How many objects there are. */
  public int objects() {
    return program.interchangeable().getFirst().objects();
  }

  /** Cells at one place of all objects hold the same kind of values. */
  private void joinElements() throws InvalidInputException {
    for (ObjectArray array : program.interchangeable()) {
      for (int cell = array.stride(); cell < array.objects() * array.stride(); cell++) {
        kinds.join(array.first() + cell, array.first() + cell % array.stride(), array.span());
      }
    }
  }

  private void look(int thread) throws InvalidInputException {
    int declaration = footprints.declarationOf(thread);
    kinds.use(kinds.register(declaration, ThreadDecl.SELF), Kind.DATA, SourceSpan.NONE);
    List<Instruction> code = program.threads().get(declaration).code();
    for (int pc = 0; pc < code.size(); pc++) {
      uses.at(declaration, pc, code.get(pc).origin().span());
      access(thread, declaration, pc, code.get(pc));
    }
  }

  private void access(int thread, int declaration, int pc, Instruction instruction)
      throws InvalidInputException {
    BitSet cells = (BitSet) footprints.reads(thread, pc).clone();
    cells.or(footprints.stores(thread, pc));
    cells.or(footprints.writes(thread, pc));
    int[] places = cells.stream().toArray();
    for (Expr address : instruction.addresses()) {
      int object = uses.access(address, cells);
      named[declaration][pc] |= object < 0 ? 0 : 1L << object;
    }
    switch (instruction) {
      case Instruction.Load i -> copy(target(declaration, i.target()), places, i);
      case Instruction.Store i -> assign(places, i.value());
      default -> modify(declaration, pc, instruction, places);
    }
  }

  private void modify(int declaration, int pc, Instruction instruction, int[] places)
      throws InvalidInputException {
    switch (instruction) {
      case Instruction.CompareAndSwap i -> {
        assign(places, i.expected());
        assign(places, i.desired());
        copy(target(declaration, i.observed()), places, i);
        data(target(declaration, i.success()), i);
      }
      case Instruction.DoubleCompareAndSwap i -> {
        for (Expr value :
            List.of(i.firstExpected(), i.firstDesired(), i.secondExpected(), i.secondDesired())) {
          assign(places, value);
        }
        data(target(declaration, i.success()), i);
      }
      case Instruction.FetchAndModify i -> {
        copy(target(declaration, i.target()), places, i);
        if (i.modification() == Instruction.Modification.SWAP) {
          assign(places, i.operand());
        } else {
          uses.calculate(i.operand());
          data(places, i);
        }
      }
      case Instruction.StoreConditional i -> {
        assign(places, i.value());
        data(target(declaration, i.success()), i);
      }
      case Instruction.PairedStore i -> assign(places, i.value());
      case Instruction.Lock i -> data(places, i);
      case Instruction.Unlock i -> data(places, i);
      default -> local(declaration, pc, instruction);
    }
  }

  private void local(int declaration, int pc, Instruction instruction)
      throws InvalidInputException {
    switch (instruction) {
      case Instruction.Assign i -> assign(target(declaration, i.target()), i.value());
      case Instruction.Select i -> {
        assign(target(declaration, i.target()), i.whenTrue());
        assign(target(declaration, i.target()), i.whenFalse());
        uses.test(i.condition());
      }
      case Instruction.Branch i -> uses.test(i.condition());
      case Instruction.Assert i -> uses.test(i.condition());
      case Instruction.Assume i -> uses.test(i.condition());
      case Instruction.Choose i -> {
        for (int target : target(declaration, i.target())) {
          choices.add(
              new ObjectUses.Meeting(target, i.count(), declaration, pc, i.origin().span()));
        }
      }
      case Instruction.Spawn i -> {
        uses.assign(kinds.register(i.thread(), ThreadDecl.ARGUMENT), i.argument());
        data(target(declaration, i.target()), i);
      }
      case Instruction.Join i -> uses.calculate(i.thread());
      case Instruction.Allocate i -> uses.calculate(i.cells());
      case Instruction.Observe i ->
          throw distinguished(i.origin().span(), "a moment of the run is observed");
      default -> {}
    }
  }

  private int[] target(int declaration, int register) {
    return register == Instruction.NO_TARGET
        ? new int[0]
        : new int[] {kinds.register(declaration, register)};
  }

  private void assign(int[] places, Expr value) throws InvalidInputException {
    for (int place : places) {
      uses.assign(place, value);
    }
    if (places.length == 0) {
      uses.test(value);
    }
  }

  private void copy(int[] targets, int[] places, Instruction by) throws InvalidInputException {
    for (int target : targets) {
      for (int place : places) {
        kinds.join(target, place, by.origin().span());
      }
    }
  }

  private void data(int[] places, Instruction by) throws InvalidInputException {
    for (int place : places) {
      kinds.use(place, Kind.DATA, by.origin().span());
    }
  }

  private void finish() throws InvalidInputException {
    uses.checkNarrowed();
    for (ObjectUses.Meeting meeting : uses.meetings) {
      int object = uses.named(meeting);
      if (object >= 0 && meeting.declaration() >= 0) {
        named[meeting.declaration()][meeting.pc()] |= 1L << object;
      }
    }
    for (ObjectUses.Meeting choice : choices) {
      Kind kind = kinds.of(choice.place());
      if (kind == Kind.POINTER || kind == Kind.NUMBER && choice.constant() < objects()) {
        throw distinguished(choice.span(), "a choice is among some of them");
      }
    }
    spread();
  }

  private void spread() {
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int thread = 0; thread < named.length; thread++) {
        List<Instruction> code = program.threads().get(thread).code();
        for (int pc = code.size() - 1; pc >= 0; pc--) {
          long later = named[thread][pc];
          for (int next : ControlFlow.successors(code.get(pc), pc)) {
            later |= namedLater[thread][next];
          }
          if (code.get(pc) instanceof Instruction.Spawn spawn) {
            later |= namedLater[spawn.thread()][0];
          }
          grows |= later != namedLater[thread][pc];
          namedLater[thread][pc] = later;
        }
      }
    }
  }

  /** The objects that an instruction names, as bits. */
  public long named(int declaration, int pc) {
    return named[declaration][pc];
  }

  /** The objects that an instruction, or one behind it, names, as bits. */
  public long namedLater(int declaration, int pc) {
    return namedLater[declaration][pc];
  }

  /** What a place may hold of objects. */
  public enum Reference {
    NONE,
    POINTER,
    NUMBER
  }

  private Reference reference(int place) {
    return switch (kinds.of(place)) {
      case OPEN, DATA -> Reference.NONE;
      case POINTER -> Reference.POINTER;
      case NUMBER -> Reference.NUMBER;
    };
  }

  /** What a cell may hold. */
  public Reference cell(int cell) {
    return reference(cell);
  }

  /** What a register may hold. */
  public Reference register(int declaration, int register) {
    return reference(kinds.register(declaration, register));
  }

  /** A value that some place may hold, with two objects exchanged. */
  public long swapped(Reference kind, long value, int first, int second) {
    return switch (kind) {
      case NONE -> value;
      case NUMBER -> value == first ? second : value == second ? first : value;
      case POINTER -> swappedAddress(value, first, second);
    };
  }

  /** An address, with two objects exchanged. */
  public long swappedAddress(long address, int first, int second) {
    int cell = program.cellAt(address);
    int other = cell < 0 ? cell : swappedCell(cell, first, second);
    return other == cell ? address : Program.addressOf(other);
  }

  /** The object that a value refers to, or -1. */
  public int referent(Reference kind, long value) {
    return switch (kind) {
      case NONE -> -1;
      case NUMBER -> value >= 0 && value < objects() ? (int) value : -1;
      case POINTER -> uses.objectOf(value);
    };
  }

  /** The cell with the two objects exchanged, or the cell itself. */
  public int swappedCell(int cell, int first, int second) {
    for (ObjectArray array : program.interchangeable()) {
      int object = array.objectOf(cell);
      if (object == first || object == second) {
        return cell + (first + second - 2 * object) * array.stride();
      }
    }
    return cell;
  }

  /** Whether a value expression is the address of an object, found by its number. */
  public boolean isObjectAddress(Expr expr) {
    return ObjectUses.element(expr, program).isPresent();
  }

  /** Whether exchanging two objects maps conditions to themselves, compared as texts. */
  public boolean areSame(List<Condition> some, int first, int second) {
    List<Expr> conditions = some.stream().map(Condition::expr).toList();
    return first == second || ObjectConditions.areSame(conditions, program, this, first, second);
  }
}
