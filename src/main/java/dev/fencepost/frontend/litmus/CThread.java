// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A thread of a C test: {@code P0 (atomic_int* x, int* y) { body }}.
 *
 * @param body where the text between its braces lies
 */
record CThread(int number, List<Parameter> parameters, TextRange body) {
  private static final Pattern HEAD = Pattern.compile("\\s*P(\\d{1,3})\\s*\\(([^)]*)\\)\\s*\\{");
  private static final Pattern PARAMETER = Pattern.compile("([\\w\\s*]+\\*)\\s*(\\w+)\\s*");

  /** A pointer to the variable of the same name. */
  record Parameter(String type, String name) {
    boolean isAtomic() {
      return type.contains("atomic") || type.contains("_Atomic");
    }

    /** The type that it points to. */
    String target() {
      return type.substring(0, type.lastIndexOf('*')).strip();
    }
  }

  static List<CThread> readAll(SourceText source, TextRange program) throws InvalidInputException {
    List<CThread> threads = new ArrayList<>();
    Matcher head = HEAD.matcher(source.text()).region(program.start(), program.end());
    int end = program.start();
    while (head.lookingAt()) {
      Budget.ask();
      if (Integer.parseInt(head.group(1)) != threads.size()) {
        throw source.error(head.start(1) - 1, head.end(1), "expected 'P" + threads.size() + "'");
      }
      int close = Sections.closing(source.text(), head.end() - 1);
      List<Parameter> parameters = parameters(source, head);
      threads.add(new CThread(threads.size(), parameters, new TextRange(head.end(), close)));
      end = close + 1;
      head.region(end, program.end());
    }
    String rest = source.text().substring(end, program.end());
    if (!rest.isBlank() || threads.isEmpty()) {
      int start = end + rest.length() - rest.stripLeading().length();
      throw source.error(start, start + 1, "expected a thread such as 'P0 (int* x) { }'");
    }
    return threads;
  }

  private static List<Parameter> parameters(SourceText source, Matcher head)
      throws InvalidInputException {
    List<Parameter> parameters = new ArrayList<>();
    if (head.group(2).isBlank() || head.group(2).strip().equals("void")) {
      return parameters;
    }
    for (String text : head.group(2).split(",", -1)) {
      Matcher parameter = PARAMETER.matcher(text);
      if (!parameter.matches()) {
        throw source.error(
            head.start(2), head.end(2), "'" + text.strip() + "' is no pointer to a variable");
      }
      parameters.add(new Parameter(parameter.group(1).strip(), parameter.group(2)));
    }
    return parameters;
  }
}
