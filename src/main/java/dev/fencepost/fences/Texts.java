// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts of a source, and the macros of one line that they define. */
final class Texts {
  private static final Pattern DEFINE =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)(?:\\(([^)]*)\\))?(.*)$");

  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, Macro> macros = new HashMap<>();

  /**
   * A macro.
   *
   * @param parameters none of one that is not used like a function
   */
  record Macro(List<String> parameters, String body) {

    /** What it stands for with some arguments. */
    Optional<String> with(List<String> arguments) {
      if (arguments.size() != parameters.size() || arguments.isEmpty()) {
        return Optional.empty();
      }
      Matcher words = Pattern.compile("\\b\\w+\\b").matcher(body);
      return Optional.of(
          words.replaceAll(
              word -> {
                int i = parameters.indexOf(word.group());
                return Matcher.quoteReplacement(i < 0 ? word.group() : arguments.get(i));
              }));
    }
  }

  Texts(List<InputText> inputs) {
    for (InputText input : inputs) {
      texts.put(input.name(), input.text());
      Matcher define = DEFINE.matcher(input.text());
      while (define.find()) {
        List<String> parameters =
            define.group(2) == null
                ? List.of()
                : List.of(define.group(2).strip().split("\\s*,\\s*", -1));
        macros.put(define.group(1), new Macro(parameters, define.group(3).strip()));
      }
    }
  }

  Optional<Macro> macro(String name) {
    return Optional.ofNullable(macros.get(name));
  }

  /** Whether one of the words of a text is a macro. */
  boolean hasMacro(String text) {
    return Pattern.compile("\\W+").splitAsStream(text).anyMatch(macros::containsKey);
  }

  /** What stands at a place; empty if it is in none of the texts. */
  String at(SourceSpan span) {
    String text = texts.getOrDefault(span.file(), "");
    int start = offset(text, span.line(), span.column());
    int end = offset(text, span.endLine(), span.endColumn());
    return start < 0 || end < start ? "" : text.substring(start, end);
  }

  /** Whether an expression is a statement by itself. */
  boolean isStatement(SourceSpan span) {
    String text = texts.getOrDefault(span.file(), "");
    String before = text.substring(0, Math.max(0, offset(text, span.line(), span.column())));
    int end = offset(text, span.endLine(), span.endColumn());
    return end >= 0
        && text.substring(end).stripLeading().startsWith(";")
        && before.stripTrailing().matches("(?s).*([;{}):]|\\belse|\\bdo|\\bfencepost_\\w+)");
  }

  private static int offset(String text, int line, int column) {
    int[] starts = SourceText.lineStarts(text);
    int offset = line < 1 || line > starts.length ? -1 : starts[line - 1] + column - 1;
    return offset > text.length() ? -1 : offset;
  }
}
