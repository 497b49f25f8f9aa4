// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Instruction.BlockKind;
import dev.fencepost.ir.MemoryOrder;
import org.jspecify.annotations.Nullable;

/**
 * An instruction, prepared for the machine. Its expressions are <em>slots</em> over its
 * <em>operands</em>, the registers it reads; accesses have their address in slot 0 (and 1 for a
 * two-word CAS).
 */
public final class Code {
  /** No access. */
  static final int NO_ACCESS = -1;

  public static final int READ = 0;
  public static final int WRITE = 1;

  /** The slot of the condition of a paired store, and the slot as a bit. */
  static final int CONDITION_SLOT = 2;

  public static final int CONDITION = 1 << CONDITION_SLOT;

  /** The slot of the second value of a select, as a bit. */
  public static final int WHEN_FALSE = 4;

  public static final int RMW = 2;

  public final Instruction instruction;
  public final Opcode opcode;

  /** {@link #READ}, {@link #WRITE}, {@link #RMW} or {@link #NO_ACCESS}. */
  public final int kind;

  /** The thread's declaration, the position there, and the position in the whole program. */
  public final int declaration;

  public final int pc;
  public final int global;

  /** Whether it is an access that is not atomic in C11. */
  public final boolean plain;

  public final Expr[] slots;

  /** How many of the first slots are addresses. */
  public final int addresses;

  /** Per slot, which operands it needs, as bits. */
  public final int[] needs;

  /** The slots that need no operand, as bits; their values are in {@link #constants}. */
  public final int constantSlots;

  public final long[] constants;

  /** The registers read; where a strong block begins, those that the whole block reads. */
  public int[] operands;

  public final int target;
  public final int secondTarget;

  /** The class as laws see it, or -1; that of a compare-and-swap hangs on its outcome. */
  public final int instanceClass;

  public final int failureClass;

  /** Where to go: {@code next} also when a branch is true. */
  public final int next;

  public final int otherwise;

  /** A constant of the instruction: fence pairs, number of choices, mark, thread, kind of block. */
  public final int immediate;

  /** What a paired store becomes once it is guessed to write nothing; null of all others. */
  public final @Nullable Code unwritten;

  /** Registers that are live before this instruction. */
  public int[] live = {};

  /** The classes of this instance and of all that a thread may fetch after it, as bits. */
  public long ahead;

  /** Whether it lies on a cycle of the control flow. */
  public boolean repeats;

  /** Whether it lies on a cycle of which no instruction empties the window. */
  public boolean bounded;

  Code(CodeBuilder builder) {
    instruction = builder.instruction;
    opcode = builder.opcode;
    kind = builder.kind;
    declaration = builder.declaration;
    pc = builder.pc;
    global = builder.global;
    plain = isPlain(builder);
    slots = builder.slots;
    addresses = builder.addresses;
    needs = builder.needs;
    constantSlots = builder.constantSlots;
    constants = builder.constants;
    operands = builder.operands;
    target = builder.target;
    secondTarget = builder.secondTarget;
    instanceClass = builder.instanceClass;
    failureClass = builder.failureClass;
    next = builder.next;
    otherwise = builder.otherwise;
    immediate = builder.immediate;
    unwritten = mayWriteNothing() ? new Code(builder.unwritten()) : null;
  }

  public boolean isAccess() {
    return kind != NO_ACCESS;
  }

  private static boolean isPlain(CodeBuilder builder) {
    return builder.kind != NO_ACCESS
        && switch (builder.instruction) {
          case Instruction.Load load -> load.order() == MemoryOrder.PLAIN;
          case Instruction.Store store -> store.order() == MemoryOrder.PLAIN;
          default -> false;
        };
  }

  /** Whether it writes only if nobody else has written its cell since the linked load before it. */
  public boolean isPaired() {
    return opcode == Opcode.PAIRED_STORE || opcode == Opcode.STORE_CONDITIONAL && kind == WRITE;
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
}
