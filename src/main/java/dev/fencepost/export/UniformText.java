// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Instruction;
import java.util.List;

/** A part of the text of one thread in the uniform form, and what it is written with. */
abstract class UniformText {
  final UniformWindow window;
  final UniformTexts texts;
  final Lines out;
  final AccessText access;
  final LawText laws;
  final Judgement judgement;

  /** The number of the thread. */
  final int t;

  final List<Instruction> code;

  UniformText(UniformWindow window, UniformTexts texts) {
    this.window = window;
    this.texts = texts;
    out = texts.access().out();
    access = texts.access();
    laws = texts.laws();
    judgement = texts.judgement();
    t = window.number;
    code = window.code;
  }

  /** An instance has finished. */
  final void leave(int pc) {
    out.add("%s = 0; n%d--;", window.pending(pc), t);
    for (int i = 0; i < window.operands(pc).size(); i++) {
      out.add(window.operand(pc, i) + " = 0;");
    }
    if (window.isReflected(pc)) {
      out.add(window.reached(pc) + " = 0;");
    }
  }
}
