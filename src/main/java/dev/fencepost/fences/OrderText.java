// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.fences.AccessOrder.Use;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the text of an access changes with its order. */
record OrderText(Texts texts) {
  private static final Pattern CALL = Pattern.compile("(?s)(\\w+)\\s*\\((.*)\\)");
  private static final Pattern ACCESS =
      Pattern.compile(
          "cas|atomic_(load|store|exchange|fetch_(add|sub|and|or|xor)|flag_(test_and_set|clear)"
              + "|compare_exchange_(strong|weak))");
  private static final Pattern PLACE =
      Pattern.compile("(\\*\\s*)?[A-Za-z_]\\w*(\\s*(->|\\.)\\s*\\w+|\\[[^\\[\\]]*\\])*");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(?s)(" + PLACE.pattern() + ")(\\s*=)(?!=)\\s*(.*)");

  /** Text in place of a part of another one, which begins and ends at offsets. */
  record Edit(int start, int end, String text) {}

  /**
   * The changes of an access's text, in the order of the text.
   *
   * @return none if the order cannot be written there: a macro makes the access, or its value is
   *     used
   */
  Optional<List<Edit>> edits(SourceSpan span, AccessOrder present, AccessOrder order) {
    String text = texts.at(span);
    Matcher call = CALL.matcher(text);
    if (call.matches()) {
      return isOne(text, call) ? callEdits(text, call, order) : Optional.empty();
    }
    if (present.use() == Use.LOAD) {
      return PLACE.matcher(text).matches() && !isMacro(text)
          ? Optional.of(
              List.of(
                  new Edit(
                      0, 0, present.isPlain() ? "__atomic_load_n(&" : "atomic_load_explicit(&"),
                  ending(text.length(), present, order)))
          : Optional.empty();
    }
    Matcher assignment = ASSIGNMENT.matcher(text);
    boolean writable =
        present.use() == Use.STORE
            && assignment.matches()
            && !isMacro(assignment.group(1))
            && texts.isStatement(span);
    if (!writable) {
      return Optional.empty();
    }
    String name = present.isPlain() ? "__atomic_store_n(&" : "atomic_store_explicit(&";
    int sign = assignment.end(1);
    int value = assignment.start(assignment.groupCount());
    return Optional.of(
        List.of(
            new Edit(0, 0, name),
            new Edit(sign, value, ", "),
            ending(text.length(), present, order)));
  }

  private boolean isMacro(String place) {
    return texts.hasMacro(place.replaceAll("\\[[^\\[\\]]*\\]", ""));
  }

  private static Edit ending(int end, AccessOrder present, AccessOrder order) {
    return new Edit(
        end, end, ", " + (present.isPlain() ? builtin(order.text()) : order.text()) + ")");
  }

  private static String builtin(String orders) {
    return orders.toUpperCase(Locale.ROOT).replace("MEMORY_ORDER_", "__ATOMIC_");
  }

  private Optional<List<Edit>> callEdits(String text, Matcher call, AccessOrder order) {
    String name = call.group(1);
    List<Integer> commas = commas(text, call.start(2), call.end(2));
    if (ACCESS.matcher(name).matches()) {
      int end = text.length() - 1;
      return Optional.of(
          List.of(
              new Edit(name.length(), name.length(), "_explicit"),
              new Edit(end, end, ", " + order.text())));
    }
    int orders = order.use() == Use.EXCHANGE ? 2 : 1;
    boolean explicit =
        name.endsWith("_explicit")
            && ACCESS.matcher(name.substring(0, name.length() - "_explicit".length())).matches();
    if ((explicit || name.startsWith("__atomic_")) && commas.size() >= orders) {
      return Optional.of(
          orderEdits(text, commas.subList(commas.size() - orders, commas.size()), order));
    }
    return expanded(text, call, order);
  }

  /** Other orders behind some commas. */
  private static List<Edit> orderEdits(String text, List<Integer> commas, AccessOrder order) {
    List<Edit> edits = new ArrayList<>();
    String[] words = order.text().split(", ", -1);
    for (int i = 0; i < words.length; i++) {
      int end = i + 1 < words.length ? commas.get(i + 1) : text.length() - 1;
      String old = text.substring(commas.get(i) + 1, end);
      int start = end - old.stripLeading().length();
      String word = old.contains("__ATOMIC_") ? builtin(words[i]) : words[i];
      edits.add(new Edit(start, start + old.strip().length(), word));
    }
    return edits;
  }

  /** The access that a macro of one line stands for, written out. */
  private Optional<List<Edit>> expanded(String text, Matcher call, AccessOrder order) {
    List<String> arguments = new ArrayList<>();
    int start = call.start(2);
    for (int comma : commas(text, start, call.end(2))) {
      arguments.add(text.substring(start, comma).strip());
      start = comma + 1;
    }
    arguments.add(text.substring(start, call.end(2)).strip());
    boolean clear = !text.contains("\n") && arguments.stream().noneMatch(texts::hasMacro);
    Optional<String> body =
        texts.macro(call.group(1)).filter(any -> clear).flatMap(macro -> macro.with(arguments));
    Matcher inner = CALL.matcher(body.orElse(""));
    boolean access = inner.matches() && inner.group(1).contains("atomic_");
    return access
        ? callEdits(inner.group(), inner, order)
            .map(edits -> List.of(new Edit(0, text.length(), applied(inner.group(), edits))))
        : Optional.empty();
  }

  private static String applied(String text, List<Edit> edits) {
    StringBuilder result = new StringBuilder(text);
    for (Edit edit : edits.reversed()) {
      result.replace(edit.start, edit.end, edit.text);
    }
    return result.toString();
  }

  /** Whether the first bracket of a call is closed by its last one. */
  private static boolean isOne(String text, Matcher call) {
    int depth = 0;
    for (int i = call.start(2); i < call.end(2) && depth >= 0; i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
    }
    return depth == 0;
  }

  /** Where the commas between arguments stand. */
  private static List<Integer> commas(String text, int from, int to) {
    List<Integer> commas = new ArrayList<>();
    int depth = 0;
    for (int i = from; i < to; i++) {
      char letter = text.charAt(i);
      depth += letter == '(' || letter == '[' ? 1 : letter == ')' || letter == ']' ? -1 : 0;
      if (letter == ',' && depth == 0) {
        commas.add(i);
      }
    }
    return commas;
  }
}
