// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.ConditionEvaluator;
import dev.fencepost.source.preprocess.Preprocessor;
import dev.fencepost.source.preprocess.SourceTexts;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.source.preprocess.Token;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Translates C. The subset, and what a model means, is docs/c-language.md; every scalar is one cell
 * of memory, so {@code sizeof} any scalar is 8.
 */
public final class CFrontEnd {
  /** A macro that says how many cells {@code malloc} may take. */
  private static final String POOL = "FENCEPOST_POOL";

  private static final int LARGEST_POOL = 1 << 16;

  /** A macro that says of how many values a nondeterministic one is that has no range. */
  private static final String CHOICES = "FENCEPOST_NONDET";

  /** A macro that says how often a function may be called while it runs. */
  private static final String RECURSION = "FENCEPOST_RECURSION";

  private static final int DEEPEST_RECURSION = 50;
  private static final int DEFAULT_RECURSION = 8;

  private final SourceUnit source;
  private final Diagnostics diagnostics = new Diagnostics();
  private final SourceTexts texts;
  private final Preprocessor preprocessor;

  private CFrontEnd(SourceUnit source) {
    this.source = source;
    this.texts = new SourceTexts(source.includes());
    this.preprocessor = new Preprocessor(source, CDialect.C, texts, diagnostics);
  }

  /**
   * The program that a text means, with the properties that it states.
   *
   * @throws InvalidInputException with everything that is wrong with the text
   */
  public static CheckedProgram translate(SourceUnit source) throws InvalidInputException {
    return guarded(source, frontEnd -> frontEnd.program(false));
  }

  /** The program with a fence of {@link dev.fencepost.ir.Places} wherever there is room for one. */
  public static CheckedProgram translateWithPlaces(SourceUnit source) throws InvalidInputException {
    return guarded(source, frontEnd -> frontEnd.program(true));
  }

  /** The tokens of a text after preprocessing, each with its place. */
  public static List<Token> tokens(SourceUnit source) throws InvalidInputException {
    return guarded(source, CFrontEnd::preprocessed);
  }

  /** The tokens as text, one per line. */
  public static String showTokens(SourceUnit source) throws InvalidInputException {
    StringBuilder listing = new StringBuilder();
    for (Token token : tokens(source)) {
      listing.append("%s: %s %s%n".formatted(token.span(), token.kind(), token.text()));
    }
    return listing.toString();
  }

  /** Which names have a meaning behind a text. */
  public static TakenNames takenNames(SourceUnit source) throws InvalidInputException {
    return guarded(source, CFrontEnd::taken);
  }

  /** The tree of a text, one node on a line. */
  public static String showTree(SourceUnit source) throws InvalidInputException {
    return guarded(source, CFrontEnd::treeListing);
  }

  /** One stage and all before it. */
  private interface Stage<T> {
    T run(CFrontEnd frontEnd) throws InvalidInputException;
  }

  /** The limits on nesting make an overflow unlikely; if one comes, the text is to blame. */
  private static <T> T guarded(SourceUnit source, Stage<T> stage) throws InvalidInputException {
    CFrontEnd frontEnd = new CFrontEnd(source);
    try {
      return stage.run(frontEnd);
    } catch (Diagnostics.Abort reported) {
      throw frontEnd.diagnostics.exception();
    } catch (StackOverflowError e) {
      throw new InvalidInputException(
          new Diagnostic(
              SourceSpan.at(source.fileName(), 1, 1, 0),
              "the text is nested too deeply",
              "split expressions and functions up"));
    }
  }

  private CheckedProgram program(boolean places) throws InvalidInputException {
    List<Declaration> tree = CParser.parse(preprocessor.run(), places, diagnostics);
    OptionalInt choices = number(CHOICES, IntrinsicChecker.MOST_CHOICES, "values");
    CheckContext context =
        new CheckContext(diagnostics, texts, preprocessor.headers(), preprocessor::tokens, choices);
    CheckedUnit unit = DeclarationChecker.check(tree, context);
    OptionalInt pool = number(POOL, LARGEST_POOL, "cells");
    int recursion = number(RECURSION, DEEPEST_RECURSION, "calls").orElse(DEFAULT_RECURSION);
    diagnostics.throwIfAny();
    Optional<CheckedProgram> lowered =
        new ProgramLowering(unit, places, recursion, diagnostics).lower(source.fileName(), pool);
    diagnostics.throwIfAny();
    return lowered.orElseThrow();
  }

  /** What a macro says; empty where the text has none, or after a complaint. */
  private OptionalInt number(String macro, int most, String what) {
    Optional<List<Token>> value = preprocessor.expansion(macro);
    if (value.isEmpty()) {
      return OptionalInt.empty();
    }
    SourceSpan start = SourceSpan.at(source.fileName(), 1, 1, 0);
    OptionalLong number = new ConditionEvaluator(value.get(), start, diagnostics).value();
    long wanted = number.orElse(0);
    if (wanted < 0 || wanted > most) {
      diagnostics.error(start, macro + " must be 0 to " + most, "it is a number of " + what);
      return OptionalInt.empty();
    }
    return OptionalInt.of((int) wanted);
  }

  private List<Token> preprocessed() throws InvalidInputException {
    List<Token> tokens = preprocessor.run();
    diagnostics.throwIfAny();
    return tokens.subList(0, tokens.size() - 1);
  }

  private TakenNames taken() throws InvalidInputException {
    List<Declaration> tree = CParser.parse(preprocessor.run(), false, diagnostics);
    diagnostics.throwIfAny();
    return new TakenNames(preprocessor, tree);
  }

  private String treeListing() throws InvalidInputException {
    List<Declaration> tree = CParser.parse(preprocessor.run(), false, diagnostics);
    diagnostics.throwIfAny();
    return TreePrinter.print(tree);
  }
}
