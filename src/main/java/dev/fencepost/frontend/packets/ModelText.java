// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static dev.fencepost.frontend.packets.Instance.PREFIX;
import static dev.fencepost.frontend.packets.Instance.cell;

import dev.fencepost.frontend.packets.Collector.Hook;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Metadata;
import dev.fencepost.frontend.packets.Collector.Mutator;
import dev.fencepost.frontend.packets.Collector.Slot;
import dev.fencepost.frontend.packets.Tokens.Block;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The text as C: bodies stay where they are, all else is blank, and what is generated stands on the
 * lines of what it is generated for. So lines, and columns in bodies, are those of the text.
 */
final class ModelText {
  static final String THREAD = PREFIX + "thread_";
  private static final String YIELDPOINT = "yieldpoint";

  private final Instance instance;
  private final Collector collector;
  private final Prelude prelude;
  private final PacketsText source;
  private final char[] text;
  private final TreeMap<Integer, String> inserted = new TreeMap<>();

  ModelText(Instance instance, Prelude prelude) {
    this.instance = instance;
    this.prelude = prelude;
    collector = instance.collector;
    source = collector.source();
    text = source.text().toCharArray();
    for (int i = 0; i < text.length; i++) {
      text[i] = text[i] == '\n' ? '\n' : ' ';
    }
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
    Block object = collector.object().orElseThrow();
    keep(object, "struct object ", "; " + prelude.cells());
    for (Metadata word : collector.metadata()) {
      inserted.put(word.end().start(), metadata(word));
    }
    for (Block block : collector.code()) {
      keep(block, "", "");
      text[block.start()] = ' ';
      text[block.end() - 1] = ' ';
    }
    for (Kind kind : collector.kinds()) {
      keep(kind.body(), kind(kind), "");
    }
    for (Hook hook : collector.hooks()) {
      keep(hook.body(), hook(hook), "");
    }
    for (int i = 0; i < instance.mutators.size(); i++) {
      mutator(instance.mutators.get(i), i);
    }
    StringBuilder result = new StringBuilder();
    int copied = 0;
    for (var entry : inserted.entrySet()) {
      result.append(text, copied, entry.getKey() - copied).append(entry.getValue());
      copied = entry.getKey();
    }
    return result.append(text, copied, text.length - copied).toString();
  }

  /** Starts every thread; the program then starts them all at once. */
  String main() {
    StringBuilder main = new StringBuilder("int main(void) { pthread_t t;");
    for (Mutator mutator : instance.mutators) {
      main.append(create(mutator.name()));
    }
    for (Kind kind : collector.kinds()) {
      main.append(create(kind.name()).repeat(instance.settings.workers(kind)));
    }
    return main.append(" return 0; }\n").toString();
  }

  private static String create(Token name) {
    return " pthread_create(&t, NULL, " + THREAD + name.text() + ", NULL);";
  }

  private void keep(Block block, String before, String after) throws InvalidInputException {
    source.text().getChars(block.start(), block.end(), text, block.start());
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

  private String metadata(Metadata word) {
    String cells = cell("word", word.name());
    String name = word.name().text();
    boolean atomic = instance.constant(word.atomic()).orElse(false);
    String at = cells + "[o - " + PREFIX + "heap]";
    String old = "int v; strong_begin(); v = " + at + "; ";
    String end = " strong_end(); return v; } ";
    String declared = (atomic ? "FENCEPOST_GHOST int " : "_Atomic int ") + cells + "[OBJECTS]; ";
    String get = "static int get_" + name + "(object *o) { ";
    String set = "static void set_" + name + "(object *o, int n) { ";
    String or = "static int or_" + name + "(object *o, int n) { ";
    String cas = "static _Bool cas_" + name + "(object *o, int e, int n) { ";
    if (atomic) {
      return declared
          + get
          + old
          + end
          + set
          + "strong_begin(); "
          + at
          + " = n; strong_end(); } "
          + or
          + old
          + at
          + " = v | n;"
          + end
          + cas
          + old
          + "if (v == e) { "
          + at
          + " = n; } strong_end(); return v == e; }";
    }
    String relaxed = ", memory_order_relaxed); } ";
    return declared
        + get
        + "return atomic_load_explicit(&"
        + at
        + relaxed
        + set
        + "atomic_store_explicit(&"
        + at
        + ", n"
        + relaxed
        + or
        + "return atomic_fetch_or_explicit(&"
        + at
        + ", n"
        + relaxed
        + cas
        + "return cas(&"
        + at
        + ", e, n); }";
  }

  /** A worker takes a unit of an open bucket, whichever it is, does the work, and says so. */
  private String kind(Kind kind) {
    String name = kind.name().text();
    String waiting = cell("waiting", kind.name()) + "[" + PREFIX + "u]";
    String running = cell("running", kind.name());
    String unfinished = cell("unfinished", kind.name());
    String open =
        instance.holding(kind).stream()
            .map(bucket -> cell("open", bucket.name()))
            .collect(Collectors.joining(" || "));
    boolean limited = kind.limit() > 0;
    String take =
        "assume(("
            + (open.isEmpty() ? "0" : open)
            + ") && "
            + unfinished
            + (limited ? " && " + running + " < " + kind.limit() : "")
            + "); "
            + PREFIX
            + "u = choose("
            + instance.units(kind).size()
            + "); assume("
            + waiting
            + "); "
            + waiting
            + "--;"
            + (limited ? " " + running + "++;" : "");
    String done = unfinished + "--; " + (limited ? running + "--; " : "");
    if (instance.tracked.has("done", kind.name())) {
      done += cell("done", kind.name()) + " = " + unfinished + " == 0; ";
    }
    if (instance.tracked.has("finished", kind.name())) {
      done += cell("finished", kind.name()) + "[" + PREFIX + "u] = 1; ";
    }
    done += PREFIX + "guards";
    String unit =
        switch (kind.index()) {
          case NOTHING -> "";
          case OBJECT -> "&" + PREFIX + "heap[" + PREFIX + "u]";
          case MUTATOR -> PREFIX + "u";
        };
    String parameter = kind.parameter().isEmpty() ? "void" : kind.parameter();
    String body = "static void " + PREFIX + "do_" + name + "(" + parameter + ")";
    return body
        + "; static void *"
        + THREAD
        + name
        + "(void *"
        + PREFIX
        + "a) { for (;;) { int "
        + PREFIX
        + "u; rest_begin(); "
        + take
        + " strong_end(); "
        + PREFIX
        + "do_"
        + name
        + "("
        + unit
        + "); strong_begin(); "
        + done
        + " strong_end(); } return NULL; } "
        + body
        + " ";
  }

  /** The body of a hook is run while its condition holds, then comes what it is a hook for. */
  private String hook(Hook hook) {
    String name = hook.name().text();
    Optional<Boolean> constant = instance.constant(hook.during());
    String on = PREFIX + "on";
    String read =
        constant.isPresent()
            ? "int " + on + " = " + (constant.get() ? 1 : 0) + ";"
            : "int "
                + on
                + "; strong_begin(); "
                + on
                + " = "
                + instance.text(hook.during())
                + "; strong_end();";
    List<String> arguments = hook.arguments();
    String body = "static void " + PREFIX + "hook_" + name + "(" + hook.parameters() + ")";
    String call =
        "if (" + on + ") " + PREFIX + "hook_" + name + "(" + String.join(", ", arguments) + "); ";
    String effect =
        hook.barrier()
            ? "*" + arguments.getFirst() + " = " + arguments.getLast() + ";"
            : "return " + arguments.getFirst() + ";";
    String type = hook.barrier() ? "static void " : "static object *";
    return body
        + "; "
        + type
        + name
        + "("
        + hook.parameters()
        + ") { "
        + read
        + " "
        + call
        + effect
        + " } "
        + body
        + " ";
  }

  private void mutator(Mutator mutator, int number) throws InvalidInputException {
    StringBuilder head = new StringBuilder("static void *" + THREAD + mutator.name().text());
    head.append("(void *" + PREFIX + "a) { ");
    for (int i = 0; i < instance.objects.size(); i++) {
      String name = instance.objects.get(i);
      boolean hidden = mutator.slots().stream().anyMatch(slot -> slot.name().is(name));
      head.append(hidden ? "" : "object *const " + name + " = &" + PREFIX + "heap[" + i + "]; ");
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
    Block body = mutator.body().get();
    keep(body, head + "YIELD_" + number + " ", rest);
    Tokens tokens = new Tokens(source, body.start(), body.end());
    while (tokens.peek().kind() != Token.Kind.END) {
      Token word = tokens.take();
      if (word.is(YIELDPOINT)) {
        String macro = "YIELD_" + number;
        for (int i = 0; i < YIELDPOINT.length(); i++) {
          text[word.start() + i] = i < macro.length() ? macro.charAt(i) : ' ';
        }
      }
    }
  }
}
