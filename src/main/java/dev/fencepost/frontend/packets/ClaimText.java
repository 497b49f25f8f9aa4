// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Claim.Argument;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A claim as a user reads it. */
final class ClaimText {
  private ClaimText() {}

  /** The text as it is written, with one space for white space and comments. */
  static String written(SourceText source, TextRange range) throws InvalidInputException {
    StringBuilder text = new StringBuilder();
    TextScanner tokens = TextScanner.of(source, range, PacketsParser.LEXICON);
    int end = range.start();
    while (!tokens.atEnd()) {
      Lexeme token = tokens.take();
      text.append(token.start() > end && !text.isEmpty() ? " " : "");
      text.append(source.text(), token.start(), token.end());
      end = token.end();
    }
    return text.toString();
  }

  /**
   * A part of a claim.
   *
   * @param bound the objects that the variables of quantifiers around it stand for
   */
  static String of(Claim claim, Map<String, String> bound) {
    return switch (claim) {
      case Claim.Word(Lexeme word, List<Argument> arguments) ->
          word.text()
              + arguments.stream()
                  .map(argument -> argument(argument, bound))
                  .collect(Collectors.joining(", ", arguments.isEmpty() ? "" : "(", ""))
              + (arguments.isEmpty() ? "" : ")");
      case Claim.Not(Claim operand) -> "!" + operand(operand, bound);
      case Claim.And(Claim left, Claim right) -> joined(left, " && ", right, bound);
      case Claim.Or(Claim.Not(Claim left), Claim right) -> joined(left, " -> ", right, bound);
      case Claim.Or(Claim left, Claim right) -> joined(left, " || ", right, bound);
      case Claim.Always(Claim operand) -> "[] " + operand(operand, bound);
      case Claim.Eventually(Claim operand) -> "<> " + operand(operand, bound);
      case Claim.Until(Claim left, Claim right) -> joined(left, " U ", right, bound);
      case Claim.Quantified quantified -> quantified(quantified, bound);
    };
  }

  private static String argument(Argument argument, Map<String, String> bound) {
    Lexeme name = argument.name();
    String unit = argument.unit().map(each -> object(each, bound)).orElse("");
    return argument.brackets()
        ? name.text() + "(" + unit + ")"
        : name.isQuoted() ? "\"" + name.text() + "\"" : object(name, bound);
  }

  private static String object(Lexeme name, Map<String, String> bound) {
    return bound.getOrDefault(name.text(), name.text());
  }

  private static String joined(
      Claim left, String operator, Claim right, Map<String, String> bound) {
    return operand(left, bound) + operator + operand(right, bound);
  }

  private static String operand(Claim claim, Map<String, String> bound) {
    boolean apart =
        switch (claim) {
          case Claim.And and -> true;
          case Claim.Or or -> true;
          case Claim.Until until -> true;
          case Claim.Quantified quantified -> true;
          default -> false;
        };
    return apart ? "(" + of(claim, bound) + ")" : of(claim, bound);
  }

  private static String quantified(Claim.Quantified claim, Map<String, String> bound) {
    String among =
        claim.among().stream()
            .map(each -> object(each, bound))
            .collect(Collectors.joining(", ", claim.among().isEmpty() ? "" : " in ", ""));
    Map<String, String> inside = new HashMap<>(bound);
    inside.remove(claim.variable().text());
    String word = claim.all() ? "forall " : "exists ";
    return word + claim.variable().text() + among + ": " + operand(claim.operand(), inside);
  }
}
