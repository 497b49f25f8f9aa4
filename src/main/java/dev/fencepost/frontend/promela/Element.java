// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.Statement;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node of the flow graph from which the control points are made. The nodes, their numbers and
 * their flags are those of SPIN, so that a step here is a step there.
 */
final class Element {

  enum Kind {
    STATEMENT,
    ELSE,
    GOTO,
    /** The exit of a loop. */
    BREAK,
    /** Where the options of a choice meet. */
    JOIN,
    IF,
    DO,
    UNLESS,
    ATOMIC,
    DETERMINISTIC,
    BLOCK,
    END
  }

  /** A list of elements; the last one may be shared with others. */
  static final class Sequence {
    @SuppressWarnings("NullAway.Init") // FlowGraph sets all three when it adds an element
    Element first;

    @SuppressWarnings("NullAway.Init")
    Element last;

    /** The last element of its own. */
    @SuppressWarnings("NullAway.Init")
    Element extent;
  }

  Kind kind;
  final int number;
  final Origin origin;
  Statement statement = new Statement.Skip();
  @Nullable Element next;

  /** The options of a choice; of an escape, the normal sequence and the escape. */
  List<Sequence> options = List.of();

  /** What is in the braces. */
  @SuppressWarnings("NullAway.Init") // elements without braces are not asked
  Sequence inner;

  /** The escapes that can interrupt it, the innermost last. */
  final List<Sequence> escapes = new ArrayList<>();

  /** Where a jump goes. */
  Optional<Supplier<Element>> jump = Optional.empty();

  boolean atomic;
  boolean lastOfAtomic;
  boolean deterministic;
  boolean done;

  Element(Kind kind, int number, Origin origin) {
    this.kind = kind;
    this.number = number;
    this.origin = origin;
  }

  boolean isSkip() {
    return kind == Kind.STATEMENT && statement instanceof Statement.Skip;
  }
}
