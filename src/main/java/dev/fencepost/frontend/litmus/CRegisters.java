// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The local variables of a thread that the question speaks of. They are declared before its body,
 * as a test may read them outside the block that declares them; so no declaration of one may hide
 * another, and all have one type.
 */
final class CRegisters {
  private static final String WORD =
      "(?:const|volatile|signed|unsigned|void|char|short|int|long|_Bool|u?int(?:8|16|32|64|ptr)_t)";

  private static final Pattern DECLARATION =
      Pattern.compile("\\b(" + WORD + "(?:\\s+" + WORD + ")*)(\\s+|\\s*\\*[\\s*]*)(\\w+)\\b");

  private static final Pattern NEXT = Pattern.compile("\\s*(\\**)\\s*(\\w+)");

  private final SourceText source;
  private final TextRange range;
  private final StringBuilder body;
  private final SequencedMap<String, String> types = new LinkedHashMap<>();

  /** Per register, where the block ends that the last declaration was in. */
  private final Map<String, Integer> ends = new LinkedHashMap<>();

  private CRegisters(SourceText source, TextRange range) {
    this.source = source;
    this.range = range;
    body = new StringBuilder(source.text().substring(range.start(), range.end()));
  }

  /** A name that is declared, and where it stands. */
  private record Declarator(String stars, String name, int start) {}

  static CRegisters of(SourceText source, CThread thread, Question question)
      throws InvalidInputException {
    List<String> observed = new ArrayList<>();
    for (LitmusPlace place : question.places()) {
      if (place instanceof LitmusPlace.Register register && register.thread() == thread.number()) {
        observed.add(register.name());
      }
    }
    CRegisters registers = new CRegisters(source, thread.body());
    registers.read(observed);
    return registers;
  }

  /** The type of each; one that the thread does not declare is an {@code int}. */
  SequencedMap<String, String> types() {
    return types;
  }

  /** The body, where the declarations of these are assignments. */
  String body() {
    return body.toString();
  }

  private void read(List<String> observed) throws InvalidInputException {
    String text = body.toString();
    Matcher declaration = DECLARATION.matcher(text);
    while (declaration.find()) {
      List<Declarator> declarators = declarators(text, declaration);
      for (Declarator declarator : declarators) {
        if (observed.contains(declarator.name())) {
          requireAlone(declarator, declarators, observed);
          declare(declarator, declaration.group(1));
          for (int i = declaration.start(1); i < declaration.start(3); i++) {
            body.setCharAt(i, text.charAt(i) == '\n' ? '\n' : ' ');
          }
        }
      }
    }
    for (String name : observed) {
      refuseOtherTypes(name);
      types.putIfAbsent(name, "int");
    }
  }

  /** The names that a declaration declares. */
  private static List<Declarator> declarators(String text, Matcher declaration) {
    List<Declarator> found = new ArrayList<>();
    String stars = declaration.group(2).replaceAll("\\s", "");
    found.add(new Declarator(stars, declaration.group(3), declaration.start(3)));
    int depth = 0;
    for (int i = declaration.end(); i < text.length() && depth >= 0; i++) {
      char c = text.charAt(i);
      if (c == ';' && depth == 0) {
        break;
      }
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      Matcher next = NEXT.matcher(text).region(i + 1, text.length());
      if (c == ',' && depth == 0 && next.lookingAt()) {
        found.add(new Declarator(next.group(1), next.group(2), next.start(2)));
      }
    }
    return found;
  }

  private void requireAlone(Declarator one, List<Declarator> all, List<String> observed)
      throws InvalidInputException {
    for (Declarator other : all) {
      boolean differs = !observed.contains(other.name()) || !other.stars().isEmpty();
      if (all.size() > 1 && differs) {
        throw error(one, "must be declared on its own");
      }
    }
    int depth = 0;
    for (int i = 0; i < one.start(); i++) {
      depth += body.charAt(i) == '(' ? 1 : body.charAt(i) == ')' ? -1 : 0;
    }
    if (depth > 0) {
      throw error(one, "must be declared by a statement");
    }
  }

  private void declare(Declarator declarator, String words) throws InvalidInputException {
    String name = declarator.name();
    String base =
        declarator.stars().isEmpty() ? words.replaceAll("\\b(const|volatile)\\b", "") : words;
    String type = (base.strip().replaceAll("\\s+", " ") + " " + declarator.stars()).strip();
    int after = declarator.start() + name.length();
    if (body.substring(after).stripLeading().startsWith("[")) {
      throw error(declarator, "must have a built-in scalar type");
    }
    if (ends.getOrDefault(name, 0) > declarator.start()) {
      throw error(declarator, "must not be declared again where it is declared already");
    }
    if (!types.getOrDefault(name, type).equals(type)) {
      throw error(declarator, "must have one type: it is also declared as " + types.get(name));
    }
    types.put(name, type);
    ends.put(name, blockEnd(after));
  }

  /** Where the block ends that a position of the body is in. */
  private int blockEnd(int position) {
    int depth = 0;
    for (int i = position; i < body.length(); i++) {
      depth += body.charAt(i) == '{' ? 1 : body.charAt(i) == '}' ? -1 : 0;
      if (depth < 0) {
        return i;
      }
    }
    return body.length();
  }

  /** Refuses what is left of declarations: those whose type is not known here. */
  private void refuseOtherTypes(String name) throws InvalidInputException {
    Matcher other =
        Pattern.compile(
                "(?:^|[{};])\\s*(?!(?:return|else|do|goto|case)\\b)[A-Za-z_][\\w\\s*]*[\\s*]("
                    + Pattern.quote(name)
                    + ")\\s*[=;,\\[]")
            .matcher(body);
    if (other.find()) {
      throw error(new Declarator("", name, other.start(1)), "must have a built-in scalar type");
    }
  }

  private InvalidInputException error(Declarator declarator, String message) {
    int start = range.start() + declarator.start();
    return source.error(
        start,
        start + declarator.name().length(),
        "'" + declarator.name() + "', which the question speaks of, " + message);
  }
}
