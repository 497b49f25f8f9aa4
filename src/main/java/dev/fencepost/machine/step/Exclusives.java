// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Pairing;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.memorymodel.Traits.Conditional;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * Fetches linked loads and the stores that are paired with them: nobody else writes the cell
 * between. Pairs follow program order: a store-conditional belongs to the last load-linked before
 * it, unless another store-conditional comes between. The load and the store of a read-modify-write
 * are fetched together and leave the thread's link as it is.
 */
record Exclusives(LocalSteps local, ProgramCode program, Emitter emitter) {

  Fetch load(State state, int number, Code code) throws LimitException {
    if (!code.isLinked() || !program.pairs || local.isFull(state, number, code)) {
      return local.enter(state, number, code);
    }
    ThreadState thread = state.threads[number];
    if (code.store == null) {
      unlink(thread);
      return local.enter(state, number, code);
    }
    int load = append(thread, number, code);
    thread.reflected[load] = Pairing.PAIRED;
    append(thread, number, code.store);
    thread.pc = code.store.next;
    return local.settling.settle(state, number) ? Fetch.ON : Fetch.GONE;
  }

  private int append(ThreadState thread, int number, Code code) {
    int index = thread.append(code, ThreadState.NO_GUESS);
    emitter.observer.fetched(number, code);
    return index;
  }

  /** The load-linked before belongs to no store, or to none that is still to come. */
  private static void unlink(ThreadState thread) {
    int pending = Pairing.pendingLink(thread);
    if (pending >= 0) {
      thread.reflected[pending] = Pairing.UNPAIRED;
    }
    thread.link = ThreadState.NO_LINK;
    thread.noted.unlink();
  }

  /** A store-conditional fails, or succeeds if nobody writes its cell before it does. */
  Fetch conditional(State state, int number, Code code, int depth) throws LimitException {
    if (local.isFull(state, number, code)) {
      return Fetch.STOP;
    }
    ThreadState thread = state.threads[number];
    if (Pairing.pendingLink(thread) >= 0 || thread.link != ThreadState.NO_LINK) {
      local.fork(state, number, depth, fork -> succeeds(fork, number, code));
    }
    unlink(thread);
    thread.set(code.target, 0);
    thread.pc = code.next;
    return Fetch.ON;
  }

  /** It takes the link, or that of a pending load. */
  private boolean succeeds(State state, int number, Code code) throws LimitException {
    ThreadState thread = state.threads[number];
    int index = append(thread, number, code);
    int pending = Pairing.pendingLink(thread);
    if (pending < 0) {
      thread.reflected[index] = thread.link + 1;
      thread.noted.pairWithLink(index);
    }
    unlink(thread);
    if (pending >= 0) {
      thread.reflected[pending] = Pairing.PAIRED;
    }
    thread.pc = code.next;
    if (!local.settling.settle(state, number)) {
      return false;
    }
    if (program.conditional == Conditional.AT_ONCE) {
      thread.set(code.target, 1);
    }
    return true;
  }
}
