// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.source.InvalidInputException;
import java.util.List;

/** Reads Promela. */
public final class PromelaFrontEnd {
  private PromelaFrontEnd() {}

  /** Reads a model and resolves all its names. */
  public static PromelaModel translate(PromelaSource source) throws InvalidInputException {
    Diagnostics diagnostics = new Diagnostics();
    SourceTexts texts = new SourceTexts();
    try {
      List<Token> tokens = new Preprocessor(source, texts, diagnostics).run();
      List<Unit> units = new Parser(tokens, diagnostics).parse();
      PromelaModel model = new ModelBuilder(texts, diagnostics).build(units);
      if (diagnostics.isEmpty()) {
        return model;
      }
    } catch (Diagnostics.Abort reported) {
      // what is wrong is in the diagnostics
    }
    throw diagnostics.exception();
  }
}
