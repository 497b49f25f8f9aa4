// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A checked statement. */
sealed interface Checked {

  record Evaluate(Typed value, Origin origin) implements Checked {}

  /** Gives a local variable the values of its initialiser. */
  record Initialize(CVariable variable, Origin origin) implements Checked {}

  /** A local variable begins here, without a value. */
  record Begin(CVariable variable) implements Checked {}

  /**
   * Statements.
   *
   * @param passed the variables that begin with the block, as a jump may pass their declarations
   */
  record Block(List<Checked> statements, List<CVariable> passed) implements Checked {
    Block(List<Checked> statements) {
      this(statements, List.of());
    }
  }

  /** Statements without a scope of their own. */
  record Sequence(List<Checked> statements) implements Checked {}

  /** A statement whose accesses have an attribute of the memory model. */
  record Attributed(String attribute, Checked statement) implements Checked {}

  record If(Typed condition, Checked then, Checked otherwise, Origin origin) implements Checked {}

  /**
   * Any loop. {@code step} is what stands last in the head of a for, else empty.
   *
   * @param condition a constant where the loop has none
   * @param testFirst false for do-while
   */
  record Loop(Typed condition, Checked step, Checked body, boolean testFirst, Origin origin)
      implements Checked {}

  /**
   * Cases with their values.
   *
   * @param otherwise the number of the default, or -1
   * @param entered the variables that begin here, as a case stands behind their declarations
   */
  record Switch(
      Typed value,
      List<Case> cases,
      int otherwise,
      Checked body,
      List<CVariable> entered,
      Origin origin)
      implements Checked {}

  /** Value {@code value} goes on at the mark with this number. */
  record Case(long value, int mark) {}

  /** A place in the body of the innermost switch. */
  record CaseMark(int mark) implements Checked {}

  record Label(String name, Checked statement) implements Checked {}

  /**
   * A jump.
   *
   * @param entered the variables of the blocks that it comes into, behind their declarations
   */
  record Goto(String label, List<CVariable> entered, Origin origin) implements Checked {}

  record Break(Origin origin) implements Checked {}

  record Continue(Origin origin) implements Checked {}

  /** {@code value} is null where none is given. */
  record Return(@Nullable Typed value, Origin origin) implements Checked {}

  Block NOTHING = new Block(List.of());
}
