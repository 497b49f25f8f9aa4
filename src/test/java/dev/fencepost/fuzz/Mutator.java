// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Changes texts of a language, token by token and line by line, with what other texts of the
 * language have: most results are nearly right, and get far.
 */
final class Mutator {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|\\w+|\"[^\"\\n]*\"|//[^\\n]*|[-+<>=!&|\\[\\]:.]{2,3}|.", Pattern.DOTALL);

  private static final List<String> NUMBERS =
      List.of(
          "0", "1", "-1", "2", "255", "256", "65536", "2147483647", "-2147483648", "4294967296");

  private static final List<String> ODD =
      List.of(
          "\0", "\u001b[31m", "\u00e4", "\ud83d\ude00", "\r\n", "\\", "\"", "'", "/*", "#", "%s");

  private static final int DEEP = 300;
  private static final int MOST_CHANGES = 4;

  private final SplittableRandom random;
  private final List<String> texts;

  Mutator(SplittableRandom random, List<String> texts) {
    this.random = random;
    this.texts = texts;
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    return tokens;
  }

  /** One of the texts, with some changes. */
  String next() {
    String text = any(texts);
    for (int changes = random.nextInt(MOST_CHANGES) + 1; changes > 0; changes--) {
      text = random.nextInt(4) == 0 ? changedLines(text) : changedTokens(text);
    }
    return text;
  }

  private String changedTokens(String text) {
    List<String> tokens = tokens(text);
    if (tokens.isEmpty()) {
      return any(texts);
    }
    int at = random.nextInt(tokens.size());
    switch (random.nextInt(10)) {
      case 0 -> tokens.remove(at);
      case 1 -> tokens.add(at, tokens.get(at));
      case 2 -> tokens.set(at, any(tokens));
      case 3 -> tokens.set(at, any(tokens(any(texts))));
      case 4 -> tokens.add(at, " " + any(tokens(any(texts))) + " ");
      case 5 -> replaceAny(tokens, "\\d+", any(NUMBERS));
      case 6 -> replaceAny(tokens, "[A-Za-z_]\\w*", any(tokens).strip());
      case 7 ->
          replaceAny(tokens, "[-+*/%<>=!&|^~]+", any(List.of("+", "-", "==", "<", "&&", "|")));
      case 8 -> tokens.add(at, any(ODD));
      default -> nest(tokens, at);
    }
    return String.join("", tokens);
  }

  private void replaceAny(List<String> tokens, String kind, String with) {
    int[] places =
        IntStream.range(0, tokens.size()).filter(i -> tokens.get(i).matches(kind)).toArray();
    if (places.length > 0) {
      tokens.set(places[random.nextInt(places.length)], with);
    }
  }

  private void nest(List<String> tokens, int at) {
    int depth = random.nextInt(8) == 0 ? DEEP : 2;
    tokens.set(at, "(".repeat(depth) + tokens.get(at) + ")".repeat(depth));
  }

  private String changedLines(String text) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    if (lines.isEmpty()) {
      return any(texts);
    }
    int at = random.nextInt(lines.size());
    switch (random.nextInt(6)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(at, lines.get(at));
      case 2 -> lines.add(at, lines.remove(random.nextInt(lines.size())));
      case 3 -> lines.add(at, any(any(texts).lines().toList()));
      case 4 -> lines.subList(at, lines.size()).clear();
      default -> {
        List<String> others = any(texts).lines().toList();
        lines.addAll(at, others.subList(random.nextInt(others.size()), others.size()));
      }
    }
    return String.join("\n", lines);
  }
}
