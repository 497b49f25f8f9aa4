// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.ir.Program;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.Arrays;

/**
 * What the registers and cells of a program hold of interchangeable objects. Places that values are
 * copied between, or compared, hold one kind of value. If one of them is used in two ways, the
 * program distinguishes objects.
 */
final class ObjectKinds {
  /** What a place may hold. */
  enum Kind {
    /** Not known to be one of the others: only copied. */
    OPEN,
    /** Addresses of objects, or of something else that is no object. */
    POINTER,
    /** Numbers of objects, or numbers that are none of an object. */
    NUMBER,
    /** What is calculated with. */
    DATA
  }

  private final int[] parent;
  private final Kind[] kinds;
  private final int[] registers;

  /** A place that holds a pointer. */
  final int pointer;

  ObjectKinds(Program program) {
    registers = new int[program.threads().size()];
    int next = program.cells() + 1;
    for (int i = 0; i < registers.length; i++) {
      registers[i] = next;
      next += program.threads().get(i).registers().size();
    }
    pointer = next;
    parent = new int[next + 1];
    kinds = new Kind[next + 1];
    Arrays.setAll(parent, i -> i);
    Arrays.fill(kinds, Kind.OPEN);
    kinds[pointer] = Kind.POINTER;
  }

  /** The place of a register. */
  int register(int declaration, int register) {
    return registers[declaration] + register;
  }

  Kind of(int place) {
    return kinds[root(place)];
  }

  private int root(int place) {
    int root = place;
    while (parent[root] != root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }

  /** A place is used so. */
  void use(int place, Kind kind, SourceSpan span) throws InvalidInputException {
    int root = root(place);
    if (kinds[root] != Kind.OPEN && kinds[root] != kind) {
      throw distinguished(span, "a reference to an object is also used as something else");
    }
    kinds[root] = kind;
  }

  /** Values are copied between the two places, or compared. */
  void join(int first, int second, SourceSpan span) throws InvalidInputException {
    int one = root(first);
    int other = root(second);
    if (kinds[one] != Kind.OPEN) {
      use(other, kinds[one], span);
    }
    Kind kind = kinds[other];
    parent[one] = other;
    kinds[other] = kind;
  }

  static InvalidInputException distinguished(SourceSpan span, String how) {
    return new InvalidInputException(
        new Diagnostic(
            span,
            "interchangeable objects are distinguished: " + how,
            "copy references, compare them for equality and go through them, nothing else; or leave"
                + " FENCEPOST_INTERCHANGEABLE away"));
  }
}
