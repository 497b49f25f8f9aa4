// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A front end cannot forget to have its result verified. */
class CheckedProgramTest {
  private static final Property OF_A_REGISTER =
      new Property.Invariant("zero", Expr.register(0), SourceSpan.NONE);

  private static Program program(Instruction... code) {
    ThreadDecl thread = new ThreadDecl("main", List.of(code), List.of("argument", "self"));
    return new Program(
        "small", List.of(), List.of(thread), List.of(new ThreadStart(0, 0)), Pool.NONE, List.of());
  }

  @Test
  void refusesAMalformedProgram() {
    Program program = program(new Instruction.Jump(7, Origin.of("jump")));
    assertThatThrownBy(() -> new CheckedProgram(program, List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("main at 0: target 7");
  }

  @Test
  void refusesAMalformedProperty() {
    Program program = program(new Instruction.End(Origin.of("end")));
    CheckedProgram checked = new CheckedProgram(program, List.of(new Property.DeadlockFree()));
    assertThat(checked.properties()).hasSize(1);
    assertThatThrownBy(() -> new CheckedProgram(program, List.of(OF_A_REGISTER)))
        .hasMessageContaining("a register outside of a thread");
    assertThatThrownBy(() -> checked.withProperties(List.of(OF_A_REGISTER)))
        .hasMessageContaining("a register outside of a thread");
  }
}
