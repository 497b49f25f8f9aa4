// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Hook;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Metadata;
import dev.fencepost.frontend.packets.Collector.Mutator;
import dev.fencepost.frontend.packets.Collector.Slot;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The text as C: bodies stay where they are, all else is blank, and what is generated stands on the
 * lines of what it is generated for. So lines, and columns in bodies, are those of the text.
 */
final class ModelText {
  static final String THREAD = "packets_thread_";
  private static final String YIELDPOINT = "yieldpoint";

  private final Instance instance;
  private final Collector collector;
  private final Prelude prelude;
  private final PoolText pool;
  private final SourceText source;
  private final char[] text;
  private final TreeMap<Integer, String> inserted = new TreeMap<>();

  /** What is kept of the text, by its start. */
  private final TreeMap<Integer, TextRange> kept = new TreeMap<>();

  private final List<TextRange> bodies = new ArrayList<>();

  ModelText(Instance instance, Prelude prelude, PoolText pool) {
    this.instance = instance;
    this.pool = pool;
    this.prelude = prelude;
    collector = instance.collector;
    source = collector.source;
    text = source.text().toCharArray();
    for (int i = 0; i < text.length; i++) {
      text[i] = text[i] == '\n' ? '\n' : ' ';
    }
  }

  /** Where the bodies stand in the C model, when that is built. */
  List<TextRange> bodies() {
    return List.copyOf(bodies);
  }

  /** The lines on which generated text stands. */
  Set<Integer> generatedLines() {
    Set<Integer> lines = new TreeSet<>();
    for (int offset : inserted.keySet()) {
      lines.add(source.span(Math.min(offset, text.length - 1), offset).line());
    }
    return lines;
  }

  /** The place in the text that a place in the C model stands for. */
  SourceSpan original(SourceSpan place) {
    int lineStart = 0;
    for (int line = 1; line < place.line(); line++) {
      lineStart = source.text().indexOf('\n', lineStart) + 1;
    }
    int column = place.column();
    for (var entry : inserted.tailMap(lineStart, true).entrySet()) {
      int at = entry.getKey() - lineStart + 1;
      if (column < at || source.text().substring(lineStart, entry.getKey()).contains("\n")) {
        break;
      }
      column = Math.max(at, column - entry.getValue().length());
    }
    int length = place.line() == place.endLine() ? place.endColumn() - place.column() : 1;
    return SourceSpan.at(source.file(), place.line(), column, Math.max(1, length));
  }

  String build() throws InvalidInputException {
    TextRange object = collector.object.orElseThrow();
    keep(object, "struct object ", "; " + prelude.cells());
    for (Metadata word : collector.metadata) {
      inserted.put(word.end().start(), metadata(word));
    }
    for (TextRange block : collector.code) {
      keep(block, "", "");
      text[block.start()] = ' ';
      text[block.end() - 1] = ' ';
    }
    for (Kind kind : collector.kinds) {
      keep(kind.body(), kind(kind), "");
    }
    for (Hook hook : collector.hooks) {
      keep(hook.body(), hook(hook), "");
    }
    for (int i = 0; i < instance.mutators.size(); i++) {
      mutator(instance.mutators.get(i), i);
    }
    if (pool.hasReleaser()) {
      releaser();
    }
    StringBuilder result = new StringBuilder();
    int copied = 0;
    for (var entry : inserted.entrySet()) {
      result.append(text, copied, entry.getKey() - copied).append(entry.getValue());
      copied = entry.getKey();
      TextRange block = kept.get(copied);
      if (block != null) {
        int start = result.length();
        bodies.add(new TextRange(start, start + block.end() - block.start()));
      }
    }
    return result.append(text, copied, text.length - copied).toString();
  }

  /** Starts every thread; the program then starts them all at once. */
  String main() {
    StringBuilder main = new StringBuilder("int main(void) { pthread_t t;");
    for (Mutator mutator : instance.mutators) {
      main.append(create(mutator.name().text()));
    }
    for (Kind kind : collector.kinds) {
      main.append(create(kind.name().text()).repeat(instance.settings.workers(kind)));
    }
    if (pool.hasReleaser()) {
      main.append(create(PoolText.RELEASER));
    }
    return main.append(" return 0; }\n").toString();
  }

  private static String create(String name) {
    return " pthread_create(&t, NULL, " + THREAD + name + ", NULL);";
  }

  /** The macros of packets.h that declare a word; numbers have one primitive more. */
  private String metadata(Metadata word) {
    boolean atomic = instance.constant(word.atomic()).orElse(false);
    String macro = atomic ? "packets_atomic" : "packets_relaxed";
    String arguments = (word.reference() ? "(object *, " : "(int, ") + word.name().text() + ") ";
    return macro + arguments + (word.reference() ? "" : macro + "_or" + arguments);
  }

  private void keep(TextRange block, String before, String after) throws InvalidInputException {
    source.text().getChars(block.start(), block.end(), text, block.start());
    kept.put(block.start(), block);
    inserted.merge(block.start(), before, String::concat);
    inserted.merge(block.end(), after, String::concat);
    for (Requests.Request request : Requests.in(source, block)) {
      int gap = request.kind().start() - request.word().end();
      for (int i = request.word().start(); i < request.kind().start(); i++) {
        text[i] = text[i] == '\n' ? '\n' : ' ';
      }
      int start = request.word().start() + gap - 1;
      "request_".getChars(0, "request_".length(), text, start);
    }
  }

  private String kind(Kind kind) {
    String name = kind.name().text();
    String unit =
        switch (kind.index()) {
          case NOTHING -> "";
          case OBJECT -> "&packets_heap[packets_u]";
          case MUTATOR -> "packets_u";
        };
    String parameter = kind.parameter().isEmpty() ? "void" : kind.parameter();
    String body = "static void packets_do_" + name + "(" + parameter + ")";
    return body + "; " + pool.worker(kind, "packets_do_" + name + "(" + unit + ")") + body + " ";
  }

  /** The releaser stands on the line of the last guard, what it does on the lines of each. */
  private void releaser() {
    for (PoolText.Change change : pool.changes()) {
      inserted.merge(change.name().start(), pool.effect(change), String::concat);
    }
    int last = pool.changes().stream().mapToInt(change -> change.name().start()).max().orElse(0);
    inserted.merge(last, pool.releaser(THREAD + PoolText.RELEASER), String::concat);
  }

  /** The body of a hook is run while its condition holds, then comes what it is a hook for. */
  private String hook(Hook hook) {
    String name = hook.name().text();
    String on = "packets_on";
    String read = pool.reading(on, hook.during());
    List<String> arguments = hook.arguments();
    String body = "static void packets_hook_" + name + "(" + hook.parameters() + ")";
    String call =
        "if (" + on + ") packets_hook_" + name + "(" + String.join(", ", arguments) + "); ";
    String effect =
        hook.barrier()
            ? "*" + arguments.getFirst() + " = " + arguments.getLast() + ";"
            : "return " + arguments.getFirst() + ";";
    String type = hook.barrier() ? "static void " : "static object *";
    String head = type + name + "(" + hook.parameters() + ")";
    return "%s; %s { %s %s%s } %s ".formatted(body, head, read, call, effect, body);
  }

  private void mutator(Mutator mutator, int number) throws InvalidInputException {
    StringBuilder head = new StringBuilder("static void *" + THREAD + mutator.name().text());
    head.append("(void *packets_a) { ");
    for (int i = 0; i < instance.objects.size(); i++) {
      String name = instance.objects.get(i);
      boolean hidden = mutator.slots().stream().anyMatch(slot -> slot.name().is(name));
      head.append(hidden ? "" : "object *const " + name + " = &packets_heap[" + i + "]; ");
    }
    for (Slot slot : mutator.slots()) {
      String object = slot.object().map(prelude::address).orElse("NULL");
      head.append("object *" + slot.name().text() + " = " + object + "; ");
    }
    String rest = " REST_" + number + " return NULL; }";
    if (mutator.body().isEmpty()) {
      inserted.put(mutator.name().start(), head + rest);
      return;
    }
    TextRange body = mutator.body().get();
    keep(body, head + "YIELD_" + number + " ", rest);
    TextScanner tokens = TextScanner.of(source, body, PacketsParser.LEXICON);
    while (!tokens.atEnd()) {
      Lexeme word = tokens.take();
      if (word.is(YIELDPOINT)) {
        String macro = "YIELD_" + number;
        for (int i = 0; i < YIELDPOINT.length(); i++) {
          text[word.start() + i] = i < macro.length() ? macro.charAt(i) : ' ';
        }
      }
    }
  }
}
