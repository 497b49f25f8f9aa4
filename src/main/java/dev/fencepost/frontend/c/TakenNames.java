// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.preprocess.Preprocessor;
import dev.fencepost.source.preprocess.Token;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which names have a meaning behind a text: for other languages whose texts become C there. */
public final class TakenNames {
  private final Preprocessor preprocessor;
  private final Set<String> declared = new HashSet<>();

  TakenNames(Preprocessor preprocessor, List<Declaration> tree) {
    this.preprocessor = preprocessor;
    for (Declaration declaration : tree) {
      switch (declaration) {
        case Declaration.Names names ->
            names.names().forEach(one -> declared.add(one.declarator().named().name()));
        case Declaration.Function function -> declared.add(function.declarator().named().name());
        case Declaration.StaticAssert none -> {}
      }
    }
  }

  /** Whether a name alone becomes something else: a macro without arguments. */
  public boolean expands(String name) {
    Optional<List<Token>> expansion = preprocessor.expansion(name);
    return expansion.isPresent()
        && !(expansion.get().size() == 1 && expansion.get().getFirst().text().equals(name));
  }

  /** Whether no variable can have a name: a word of C, a type, a macro without arguments. */
  public boolean isWord(String name) {
    return expands(name) || CKeywords.isKeyword(name) || declared.contains(name);
  }

  /** Whether a name means anything, to the preprocessor or to the language. */
  public boolean has(String name) {
    return isWord(name)
        || preprocessor.expansion(name).isPresent()
        || Intrinsics.isIntrinsic(name)
        || !Intrinsics.constantHeader(name).isEmpty();
  }
}
