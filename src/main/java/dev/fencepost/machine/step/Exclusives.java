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

/** Fetches stores that are paired with a linked load: nobody else writes the cell between. */
record Exclusives(LocalSteps local, ProgramCode program, Emitter emitter) {

  /** The write of a read-modify-write has the link of the load before it. */
  Fetch paired(State state, int number, Code code) throws LimitException {
    if (local.isFull(state, number, code)) {
      return Fetch.STOP;
    }
    ThreadState thread = state.threads[number];
    int index = pair(thread, code);
    thread.pc = code.next;
    emitter.observer.fetched(number, thread.code[index]);
    return local.settling.settle(state, number) ? Fetch.ON : Fetch.GONE;
  }

  /** Fetches a paired store; gives its place. It takes the link, or that of a pending load. */
  private static int pair(ThreadState thread, Code code) {
    int link = thread.link;
    int pending = Pairing.pendingLink(thread);
    int index = thread.append(code, ThreadState.NO_GUESS);
    if (pending >= 0) {
      thread.reflected[pending] = Pairing.PAIRED;
    } else {
      thread.reflected[index] = link == ThreadState.NO_LINK ? Pairing.LOST : link + 1;
      thread.noted.pairWithLink(index);
    }
    unlink(thread);
    return index;
  }

  private static void unlink(ThreadState thread) {
    thread.link = ThreadState.NO_LINK;
    thread.noted.unlink();
  }

  /** A store-conditional fails, or succeeds if nobody writes its cell before it does. */
  Fetch conditional(State state, int number, Code code, int depth) throws LimitException {
    if (local.isFull(state, number, code)) {
      return Fetch.STOP;
    }
    ThreadState thread = state.threads[number];
    int pending = Pairing.pendingLink(thread);
    if (pending >= 0 || thread.link != ThreadState.NO_LINK) {
      local.fork(state, number, depth, fork -> succeeds(fork, number, code));
    }
    if (pending >= 0) {
      thread.reflected[pending] = Pairing.UNPAIRED;
    }
    unlink(thread);
    thread.set(code.target, 0);
    thread.pc = code.next;
    return Fetch.ON;
  }

  private boolean succeeds(State state, int number, Code code) throws LimitException {
    if (paired(state, number, code) != Fetch.ON) {
      return false;
    }
    if (program.conditional == Conditional.AT_ONCE) {
      state.threads[number].set(code.target, 1);
    }
    return true;
  }
}
