// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collapse.ProcessMachine.Stepper;
import dev.fencepost.collect.Identifiers;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;

/** A cursor over the parts of a whole state. */
final class SplitState {
  private final CollapsedSystem system;
  private final InternedParts parts;
  private final Stepper stepper;
  private final int shared;
  private final PartBounds bounds = new PartBounds();
  private final byte[] list;
  private byte[] part = {};
  private byte[] bytes = {};

  /**
   * @param stepper knows where parts lie
   */
  SplitState(CollapsedSystem system, Stepper stepper) {
    this.system = system;
    this.stepper = stepper;
    parts = system.parts;
    shared = system.shared();
    list = new byte[Identifiers.bytes(shared)];
  }

  void pointTo(byte[] newBytes, int start) {
    bytes = newBytes;
    stepper.locate(newBytes, start, bounds);
  }

  private boolean isEqual(int from, int end, SplitState other, int otherFrom, int otherEnd) {
    return Arrays.equals(bytes, from, end, other.bytes, otherFrom, otherEnd);
  }

  /** Whether another state has equal shared parts. */
  boolean hasSharedOf(SplitState other) {
    PartBounds its = other.bounds;
    return isEqual(bounds.start(), bounds.sharedEnd(), other, its.start(), its.sharedEnd());
  }

  /** Whether a process, which both have, has an equal local state in another state. */
  boolean hasLocalOf(SplitState other, int process) {
    return isEqual(
        bounds.processStart(process),
        bounds.processEnd(process),
        other,
        other.bounds.processStart(process),
        other.bounds.processEnd(process));
  }

  boolean has(int process) {
    return process < bounds.processes();
  }

  /** The identifier of a process's local state. */
  int local(int process) throws LimitException {
    int start = bounds.processStart(process);
    return parts.identify(shared + process, bytes, start, bounds.processEnd(process) - start);
  }

  /** The identifier of a shared part. */
  private int shared(int index) throws LimitException {
    int start = bounds.start();
    int length = bounds.sharedEnd() - start;
    if (shared == 1) {
      return parts.identify(0, bytes, start, length);
    }
    if (part.length != length) {
      part = new byte[length];
    }
    SharedPartition.take(system.sharedParts.get(index), bytes, start, part);
    return parts.identify(index, part, 0, length);
  }

  /** The projection of the shared parts to those that a process may see. */
  int projection(PartSet seen, Projections projections) throws LimitException {
    for (int i = 0; i < shared; i++) {
      Identifiers.put(list, 0, i, seen.contains(i) ? shared(i) : Identifiers.NONE);
    }
    return projections.identify(list);
  }

  /** Adds the state with its identifiers. */
  void collapse(int code, Successors out) throws LimitException {
    int length = Identifiers.bytes(shared + bounds.processes());
    byte[] target = out.reserve(length);
    int at = out.end();
    for (int index = 0; index < shared; index++) {
      Identifiers.put(target, at, index, shared(index));
    }
    for (int process = 0; process < bounds.processes(); process++) {
      Identifiers.put(target, at, shared + process, local(process));
    }
    out.add(at + length, code);
  }
}
