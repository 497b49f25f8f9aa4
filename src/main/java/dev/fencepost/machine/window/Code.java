// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Instruction.BlockKind;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Registers;
import dev.fencepost.memorymodel.Traits.Conditional;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An instruction, prepared for the machine: constants are folded. Its expressions are
 * <em>slots</em> over its <em>operands</em>, the registers it reads; accesses have their address in
 * slot 0 (and 1 for a two-word CAS).
 */
public final class Code {
  /** The slot of the condition of a paired store, and the slot as a bit. */
  static final int CONDITION_SLOT = 2;

  public static final int CONDITION = 1 << CONDITION_SLOT;

  /** The slot of the second value of a select, as a bit. */
  public static final int WHEN_FALSE = 4;

  public final Instruction instruction;
  public final Opcode opcode;

  public MemoryAccess kind = MemoryAccess.NONE;

  /** The thread's declaration, the position there, and the position in the whole program. */
  public final int declaration;

  public final int pc;
  public final int global;

  /** Whether it is an access that is not atomic in C11. */
  public final boolean plain;

  public Expr[] slots = {};

  /** How many of the first slots are addresses. */
  public int addresses;

  /** Per slot, which operands it needs, as bits. */
  public int[] needs = {};

  /** The slots that need no operand, as bits; their values are in {@link #constants}. */
  public int constantSlots;

  public long[] constants = {};

  /** The registers read; where a strong block begins, those that the whole block reads. */
  public int[] operands = {};

  public int target = Instruction.NO_TARGET;
  public int secondTarget = Instruction.NO_TARGET;

  /** The class as laws see it, or -1; that of a compare-and-swap depends on its outcome. */
  public final int instanceClass;

  public final int failureClass;

  /** Where to go: {@code next} also when a branch is true. */
  public int next;

  public int otherwise;

  /** A constant of the instruction: fence pairs, number of choices, mark, thread, kind of block. */
  public int immediate;

  /** What a paired store becomes once it is guessed to write nothing; null of all others. */
  public final @Nullable Code unwritten;

  /**
   * Of the load of a read-modify-write, its store, which is fetched with it; null of all others.
   */
  public @Nullable Code store;

  /** Of the store of a read-modify-write, the operands that its load brings, as bits. */
  public int own;

  /** Registers that are live before this instruction. */
  public int[] live = {};

  /** The classes of this instance and of all that a thread may fetch after it, as bits. */
  public long ahead;

  /** Whether it lies on a cycle of the control flow. */
  public boolean repeats;

  /** Whether it lies on a cycle of which no instruction empties the window. */
  public boolean bounded;

  /**
   * Prepares the instruction at {@code pc} of a thread whose code starts at {@code base}. A mark
   * that a property reads becomes a store to its strong cell.
   */
  Code(Instruction instruction, int declaration, int pc, int base, ProgramCode program) {
    this.instruction = instruction;
    this.declaration = declaration;
    this.pc = pc;
    global = base + pc;
    next = pc + 1;
    otherwise = pc + 1;
    opcode = fill(program);
    renumber(program);
    plain = isPlain(instruction);
    instanceClass = program.classes.of(instruction, true);
    failureClass = program.classes.of(instruction, false);
    unwritten = mayWriteNothing() ? new Code(this) : null;
  }

  /** Of a paired store that may write nothing: its condition, over the operands of the store. */
  private Code(Code store) {
    instruction = store.instruction;
    declaration = store.declaration;
    pc = store.pc;
    global = store.global;
    next = store.next;
    otherwise = store.otherwise;
    opcode = Opcode.UNWRITTEN;
    slots = new Expr[] {store.slots[CONDITION_SLOT]};
    needs = new int[] {store.needs[CONDITION_SLOT]};
    constants = new long[1];
    operands = store.operands;
    plain = false;
    instanceClass = InstanceClasses.NONE;
    failureClass = InstanceClasses.NONE;
    unwritten = null;
  }

  /** Which operands are a register, as bits. */
  int operandsIn(int register) {
    int bits = 0;
    for (int i = 0; i < operands.length; i++) {
      bits |= operands[i] == register ? 1 << i : 0;
    }
    return bits;
  }

  public boolean isAccess() {
    return kind != MemoryAccess.NONE;
  }

  private boolean isPlain(Instruction instruction) {
    return isAccess()
        && switch (instruction) {
          case Instruction.Load load -> load.order() == MemoryOrder.PLAIN;
          case Instruction.Store store -> store.order() == MemoryOrder.PLAIN;
          default -> false;
        };
  }

  /** Whether it writes only if nobody else has written its cell since the linked load before it. */
  public boolean isPaired() {
    return opcode == Opcode.PAIRED_STORE
        || opcode == Opcode.STORE_CONDITIONAL && kind == MemoryAccess.WRITE;
  }

  /** Whether it is a store that writes only on a condition, which it has in slot 2. */
  public boolean mayWriteNothing() {
    return opcode == Opcode.PAIRED_STORE && (constantSlots & CONDITION) == 0;
  }

  /** Whether it is a select whose second value may be taken before the condition is known. */
  public boolean takesEither() {
    return opcode == Opcode.SELECT && immediate != 0;
  }

  /** Whether it is a load that a later store is paired with. */
  public boolean isLinked() {
    return opcode == Opcode.LOAD && immediate != 0;
  }

  /** Whether an atomic block begins here that touches strong cells alone. */
  public boolean isStrongBlock() {
    return opcode == Opcode.ATOMIC_BEGIN && immediate != BlockKind.FENCED.ordinal();
  }

  /** Whether a thread may wait here for ever. */
  public boolean isRest() {
    return opcode == Opcode.ATOMIC_BEGIN && immediate == BlockKind.REST.ordinal();
  }

  /** Whether it is a full fence, behind which a thread sees what others had seen at theirs. */
  public boolean isFullFence() {
    return opcode == Opcode.FENCE && (immediate & FencePairs.WR) != 0;
  }

  /** Whether an instance of it goes through stages. */
  public boolean isStaged() {
    return isAccess() || opcode == Opcode.FENCE;
  }

  public int allSlots() {
    return (1 << slots.length) - 1;
  }

  public int addressSlots() {
    return (1 << addresses) - 1;
  }

  /** The registers that some slots, from one to before another, are computed from. */
  public IntStream registers(int from, int to) {
    int needed = IntStream.range(from, to).map(slot -> needs[slot]).reduce(0, (a, b) -> a | b);
    return IntStream.range(0, operands.length)
        .filter(i -> (needed >>> i & 1) != 0)
        .map(i -> operands[i]);
  }

  /** Takes over what all instructions have: slots, addresses and targets. */
  private Opcode fill(ProgramCode program) {
    if (instruction instanceof Instruction.Mark mark && program.markCells[mark.mark()] != 0) {
      slots = new Expr[] {Expr.constant(program.markCells[mark.mark()]), Expr.constant(1)};
      return Opcode.STRONG_STORE;
    }
    slots = Registers.expressions(instruction).toArray(Expr[]::new);
    addresses = instruction.addresses().size();
    int[] written = Registers.written(instruction);
    target = written[0];
    secondTarget = written.length > 1 ? written[1] : Instruction.NO_TARGET;
    return addresses > 0 ? fillAccess(program) : fillLocal();
  }

  private Opcode fillAccess(ProgramCode program) {
    return switch (instruction) {
      case Instruction.Load load -> {
        immediate = load.linked() ? 1 : 0;
        yield load.strong() ? Opcode.STRONG_LOAD : access(MemoryAccess.READ, Opcode.LOAD);
      }
      case Instruction.Store store ->
          store.strong() ? Opcode.STRONG_STORE : access(MemoryAccess.WRITE, Opcode.STORE);
      case Instruction.StoreConditional store -> {
        immediate = store.weak() ? 1 : 0;
        boolean atomic = program.conditional == Conditional.ATOMIC;
        yield access(atomic ? MemoryAccess.RMW : MemoryAccess.WRITE, Opcode.STORE_CONDITIONAL);
      }
      case Instruction.CompareAndSwap cas -> {
        immediate = cas.weak() ? 1 : 0;
        yield access(MemoryAccess.RMW, Opcode.CAS);
      }
      case Instruction.DoubleCompareAndSwap cas -> access(MemoryAccess.RMW, Opcode.CAS2);
      case Instruction.FetchAndModify fetch -> access(MemoryAccess.RMW, Opcode.FETCH_MODIFY);
      case Instruction.PairedStore store -> access(MemoryAccess.WRITE, Opcode.PAIRED_STORE);
      case Instruction.Lock lock -> access(MemoryAccess.RMW, Opcode.LOCK);
      case Instruction.Unlock unlock -> {
        slots = new Expr[] {unlock.address(), Expr.constant(0)};
        yield access(MemoryAccess.WRITE, Opcode.UNLOCK);
      }
      default -> throw new IllegalStateException("not prepared: " + instruction);
    };
  }

  private Opcode access(MemoryAccess accessKind, Opcode what) {
    kind = accessKind;
    return what;
  }

  private Opcode fillLocal() {
    return switch (instruction) {
      case Instruction.Assign assign -> Opcode.ASSIGN;
      case Instruction.Select select -> {
        immediate = select.equal() ? 1 : 0;
        yield Opcode.SELECT;
      }
      case Instruction.Fence fence -> {
        immediate = fence.pairs();
        yield Opcode.FENCE;
      }
      case Instruction.Assert check -> Opcode.ASSERT;
      case Instruction.Assume assume -> Opcode.ASSUME;
      case Instruction.Mark mark -> {
        immediate = mark.mark();
        yield Opcode.MARK;
      }
      case Instruction.AtomicBegin begin -> {
        immediate = begin.kind().ordinal();
        yield Opcode.ATOMIC_BEGIN;
      }
      case Instruction.Observe observe -> {
        slots = new Expr[] {Expr.constant(observe.address())};
        yield Opcode.OBSERVE;
      }
      case Instruction.AtomicEnd end -> Opcode.ATOMIC_END;
      case Instruction.Allocate allocate -> Opcode.ALLOCATE;
      default -> fillControl();
    };
  }

  private Opcode fillControl() {
    return switch (instruction) {
      case Instruction.Branch branch -> {
        next = branch.whenTrue();
        otherwise = branch.whenFalse();
        yield Opcode.BRANCH;
      }
      case Instruction.Jump jump -> {
        next = jump.to();
        yield Opcode.JUMP;
      }
      case Instruction.Choose choose -> {
        immediate = choose.count();
        yield Opcode.CHOOSE;
      }
      case Instruction.Spawn spawn -> {
        immediate = spawn.thread();
        yield Opcode.SPAWN;
      }
      case Instruction.Join join -> Opcode.JOIN;
      case Instruction.End end -> Opcode.END;
      default -> throw new IllegalStateException("not prepared: " + instruction);
    };
  }

  private void renumber(ProgramCode program) {
    needs = new int[slots.length];
    constants = new long[slots.length];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = renumber(slots[i], i);
      if (needs[i] == 0) {
        foldConstant(i, program);
      }
    }
  }

  /** A constant that traps, or is no address, stays variable: the error belongs to the run. */
  private void foldConstant(int slot, ProgramCode program) {
    try {
      constants[slot] = Evaluator.evaluate(slots[slot], new long[0], 0);
      if (slot >= addresses || program.isValid(constants[slot])) {
        constantSlots |= 1 << slot;
      }
    } catch (Trap trap) {
      constants[slot] = 0;
    }
  }

  private Expr renumber(Expr expr, int slot) {
    if (expr instanceof Expr.Register(int index)) {
      int operand = operand(index);
      needs[slot] |= 1 << operand;
      return Expr.register(operand);
    }
    return expr.mapped(operand -> renumber(operand, slot));
  }

  private int operand(int register) {
    for (int i = 0; i < operands.length; i++) {
      if (operands[i] == register) {
        return i;
      }
    }
    operands = Arrays.copyOf(operands, operands.length + 1);
    operands[operands.length - 1] = register;
    return operands.length - 1;
  }
}
