// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Program;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the parts of a test lie in its text; a test may ask no question. */
record Sections(
    String architecture, String name, TextRange init, TextRange program, TextRange question) {

  private static final Pattern HEADER = Pattern.compile("\\s*(\\S+)[ \\t]+(\\S+)");

  private static final Pattern QUESTION =
      Pattern.compile(
          "(?m)(?:^|;|\\})[^\\S\\r\\n]*+(~\\s*exists|(?:exists|forall|locations|filter|final)\\b)");

  static Sections of(SourceText source) throws InvalidInputException {
    String text = source.text();
    Matcher header = HEADER.matcher(text);
    if (!header.lookingAt()) {
      throw source.error(0, 1, "expected an architecture and the name of a test");
    }
    int open = text.indexOf('{');
    if (open < 0) {
      throw source.error(
          header.start(1), header.end(2), "the test has no section '{ }' of initial values");
    }
    int close = closing(text, open);
    if (close < 0) {
      throw source.error(open, open + 1, "this '{' is not closed");
    }
    int program = close + 1;
    while (program < text.length() && " \t\r\n;".indexOf(text.charAt(program)) >= 0) {
      program++;
    }
    int end = header.group(1).equals("C") ? Math.max(program, text.lastIndexOf('}')) : program;
    Matcher question = QUESTION.matcher(text);
    boolean asks = question.find(Math.min(end, text.length()));
    int asked = asks ? question.start(1) : text.length();
    return new Sections(
        header.group(1),
        header.group(2),
        new TextRange(open + 1, close),
        new TextRange(Math.min(program, asked), asked),
        new TextRange(asked, text.length()));
  }

  /** What is wrong with the question of a test. */
  InvalidInputException wrongQuestion(SourceText source, String message) {
    return source.error(question.start(), question.start() + 1, message);
  }

  /** Refuses more threads than there may be. */
  void requireThreads(SourceText source, int threads) throws InvalidInputException {
    if (threads > Program.MAX_THREADS) {
      throw source.error(
          program.start(),
          program.start() + 1,
          "a test with " + threads + " threads",
          "there may be " + Program.MAX_THREADS);
    }
  }

  /** Refuses arrays that are declared twice, and elements that no array has. */
  void checkElements(SourceText source, List<InitialValue> initial, Question question)
      throws InvalidInputException {
    Map<String, Integer> sizes = new HashMap<>();
    for (InitialValue entry : initial) {
      if (entry.elements() > 0
          && entry.place() instanceof LitmusPlace.Variable array
          && sizes.put(array.name(), entry.elements()) != null) {
        throw wrong(
            source, init, array.name() + "[", "the array '" + array.name() + "' stands twice");
      }
    }
    for (InitialValue entry : initial) {
      for (LitmusPlace.Variable variable : entry.variables()) {
        checkElement(source, init, variable, sizes);
      }
    }
    for (LitmusPlace place : question.places()) {
      if (place instanceof LitmusPlace.Variable variable) {
        checkElement(source, this.question, variable, sizes);
      }
    }
    for (String address : question.addresses()) {
      checkElement(source, this.question, new LitmusPlace.Variable(address), sizes);
    }
  }

  private static void checkElement(
      SourceText source, TextRange range, LitmusPlace.Variable variable, Map<String, Integer> sizes)
      throws InvalidInputException {
    int size = sizes.getOrDefault(variable.base(), 0);
    if (variable.isElement() && variable.index() >= size) {
      String message =
          size == 0
              ? "there is no array '" + variable.base() + "'"
              : "the array '" + variable.base() + "' has " + size + " elements";
      throw wrong(source, range, variable.name(), message);
    }
  }

  /** What is wrong with a part of a test, at the last place that names something. */
  private static InvalidInputException wrong(
      SourceText source, TextRange range, String name, String message) {
    int at = source.text().lastIndexOf(name, range.end());
    return at >= range.start()
        ? source.error(at, at + name.length(), message)
        : source.error(range.start(), range.start() + 1, message);
  }

  /** Where the brace is closed that opens here, or -1. */
  static int closing(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }
}
