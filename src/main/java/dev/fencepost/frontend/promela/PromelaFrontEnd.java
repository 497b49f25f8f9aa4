// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.Preprocessor;
import dev.fencepost.source.preprocess.SourceTexts;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.source.preprocess.Token;
import java.util.List;

/** Reads Promela. */
public final class PromelaFrontEnd {
  private PromelaFrontEnd() {}

  /** Reads a model and resolves all its names. */
  public static PromelaModel translate(SourceUnit source) throws InvalidInputException {
    Diagnostics diagnostics = new Diagnostics();
    SourceTexts texts = new SourceTexts(source.includes());
    try {
      Preprocessor preprocessor =
          new Preprocessor(source, new PromelaDialect(), texts, diagnostics);
      List<Token> tokens =
          preprocessor.run().stream()
              .map(token -> PromelaDialect.read(token, diagnostics))
              .toList();
      PromelaModel model = new PromelaParser(tokens, texts, diagnostics).parse();
      if (diagnostics.isEmpty()) {
        return model;
      }
    } catch (Diagnostics.Abort reported) {
      // what is wrong is in the diagnostics
    }
    throw diagnostics.exception();
  }
}
