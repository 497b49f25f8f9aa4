// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.NearName;
import dev.fencepost.source.Punctuators;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Dialect;
import dev.fencepost.source.preprocess.Preprocessor;
import dev.fencepost.source.preprocess.Token;
import dev.fencepost.source.preprocess.TokenLines;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** What C itself asks of its preprocessor, with the pragmas of models. */
final class CDialect implements Dialect {
  static final CDialect C = new CDialect();

  /** Pragmas that give a macro back its older meaning. */
  private static final Set<String> MACRO_STACK = Set.of("push_macro", "pop_macro");

  private static final Punctuators PUNCTUATORS =
      new Punctuators(
          "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
          "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "[", "]", "(", ")", "{", "}", ".",
          "&", "*", "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":", ";", "=", ",", "#");

  private CDialect() {}

  @Override
  public Punctuators punctuators() {
    return PUNCTUATORS;
  }

  @Override
  public boolean dotsInNumbers() {
    return true;
  }

  @Override
  public SequencedMap<String, String> predefined() {
    SequencedMap<String, String> macros = new LinkedHashMap<>();
    macros.put("__FENCEPOST__", "1");
    macros.put("__STDC__", "1");
    macros.put("__STDC_VERSION__", "201112L");
    return macros;
  }

  @Override
  public Optional<TokenLines> prelude() {
    return StandardHeaders.find("builtins.h");
  }

  /** The markers of lines that a preprocessor leaves: {@code # 1 "file"}. */
  @Override
  public boolean ignores(Token directive) {
    return directive.kind() == Token.Kind.NUMBER || directive.is("line") || directive.is("ident");
  }

  @Override
  public String missing(String header) {
    if (header.equals("lkmm.h") || header.equals("rcu.h") || header.startsWith("linux/")) {
      return "programs for the Linux kernel, with its own memory model and RCU, are not read";
    }
    return NearName.of(header, StandardHeaders.names())
        .map(near -> "did you mean <" + near + ">?")
        .orElse("");
  }

  @Override
  public Optional<TokenLines> header(String name) {
    return StandardHeaders.find(name);
  }

  @Override
  public List<Token> pragma(SourceSpan place, List<Token> words, Diagnostics diagnostics) {
    if (!words.isEmpty() && MACRO_STACK.contains(words.getFirst().text())) {
      diagnostics.error(
          place,
          "'#pragma " + words.getFirst().text() + "' is not supported",
          "define a macro of another name");
    }
    if (words.isEmpty() || !words.getFirst().is("fencepost")) {
      return List.of();
    }
    if (words.size() == 3 && words.get(1).is("attribute") && words.get(2).isIdentifier()) {
      Token name = words.get(2);
      Token word = Token.make(Token.Kind.IDENTIFIER, CKeywords.ATTRIBUTE, name.span());
      return List.of(word.paint(), name.paint());
    }
    diagnostics.error(
        place,
        "there is no '#pragma " + Preprocessor.spell(words) + "'",
        "there is '#pragma fencepost attribute NAME'");
    return List.of();
  }
}
