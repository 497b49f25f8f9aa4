// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Collector.Base;
import dev.fencepost.frontend.packets.Collector.Bucket;
import dev.fencepost.frontend.packets.Collector.Hook;
import dev.fencepost.frontend.packets.Collector.Index;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Metadata;
import dev.fencepost.frontend.packets.Collector.Milestone;
import dev.fencepost.frontend.packets.Collector.Phase;
import dev.fencepost.frontend.packets.Collector.PoolInMemory;
import dev.fencepost.frontend.packets.Collector.Switch;
import dev.fencepost.source.InfixOperators;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.Lexicon;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a work-packet file; docs/packets.md has the grammar. */
final class PacketsParser {
  /** The words of the language and of the C code in its bodies. */
  static final Lexicon LEXICON =
      Lexicon.of("<->", "[]", "<>", "->", "&&", "||", "==", "!=", "**")
          .inWords("-")
          .quotes("\"'")
          .withComments();

  private static final InfixOperators<PacketsCondition> OPERATORS =
      new InfixOperators<PacketsCondition>()
          .left(1, "||", PacketsCondition.Or::new)
          .left(2, "&&", PacketsCondition.And::new);

  private static final String ITEMS =
      "collector, object, metadata, switch, kind, bucket, milestone, phase, barrier, allocation,"
          + " code, initially, moment, pool, yieldpoints, property, scenario or like";

  private final SourceText source;
  private final TextScanner tokens;

  private final Collector collector;

  private PacketsParser(SourceText source) throws InvalidInputException {
    this.source = source;
    this.tokens = TextScanner.of(source, LEXICON);
    tokens.expect("collector");
    collector = new Collector(source, tokens.word("the name of the collector"));
  }

  static Collector parse(SourceText source) throws InvalidInputException {
    return new PacketsParser(source).file();
  }

  private Collector file() throws InvalidInputException {
    if (tokens.peek().isQuoted()) {
      collector.title = tokens.take().text();
    }
    tokens.expect(";");
    while (!tokens.atEnd()) {
      item(tokens.take());
    }
    return collector;
  }

  private void item(Lexeme word) throws InvalidInputException {
    switch (word.text()) {
      case "object" -> collector.object = Optional.of(tokens.block("{", "}"));
      case "code" -> collector.code.add(tokens.block("{", "}"));
      case "metadata" -> metadata();
      case "switch" -> aSwitch();
      case "kind" -> collector.kinds.add(kind());
      case "bucket" -> collector.buckets.add(bucket());
      case "milestone" -> collector.milestones.add(milestone("milestone"));
      case "phase" -> {
        Lexeme phase = tokens.word("the name of the phase");
        tokens.expect("=");
        collector.phases.add(new Phase(phase, condition(";")));
      }
      case "barrier" -> collector.hooks.add(hook(true));
      case "allocation" -> collector.hooks.add(hook(false));
      case "initially" -> collector.initially.addAll(names("a kind", ";"));
      case "moment" -> collector.moments.add(milestone("moment"));
      case "like" -> like();
      case "yieldpoints" -> yieldpoints();
      case "pool" -> collector.pools.add(pool());
      case "property" -> collector.properties.add(new ClaimParser(tokens).property());
      case "scenario" -> collector.scenarios.add(new ScenarioParser(tokens).scenario());
      default ->
          throw TextScanner.error(word, "not known: " + word.shown(), "here stands " + ITEMS);
    }
  }

  private void metadata() throws InvalidInputException {
    boolean reference = tokens.accept("object");
    if (reference) {
      tokens.expect("*");
    }
    Lexeme word = tokens.word("the name of the metadata");
    PacketsCondition atomic =
        tokens.accept("atomic") ? when() : new PacketsCondition.Constant(false);
    collector.metadata.add(new Metadata(word, reference, atomic, tokens.expect(";")));
  }

  private void aSwitch() throws InvalidInputException {
    Lexeme word = tokens.word("the name of the switch");
    tokens.expect("=");
    List<Lexeme> values = new ArrayList<>(List.of(tokens.word("the name of a value")));
    while (tokens.accept("|")) {
      values.add(tokens.word("the name of a value"));
    }
    tokens.expect(";");
    collector.switches.add(new Switch(word, values));
  }

  private void yieldpoints() throws InvalidInputException {
    Lexeme word = tokens.take();
    if (!word.is("fenced") && !word.is("unfenced")) {
      throw TextScanner.error(
          word, "not known: " + word.shown(), "yieldpoints are fenced or unfenced");
    }
    PacketsCondition when = when();
    collector.fenced = word.is("fenced") ? when : new PacketsCondition.Not(when);
    tokens.expect(";");
  }

  private PoolInMemory pool() throws InvalidInputException {
    tokens.expect("in");
    Lexeme word = tokens.expect("memory");
    Lexeme order = tokens.take();
    if (!order.is("relaxed") && !order.is("acquire-release")) {
      throw TextScanner.error(
          order, "not known: " + order.shown(), "the pool is in memory relaxed or acquire-release");
    }
    PacketsCondition when = when();
    tokens.expect(";");
    return new PoolInMemory(word, !order.is("relaxed"), when);
  }

  private void like() throws InvalidInputException {
    Lexeme file = tokens.quoted("a file");
    List<PacketsCondition.Chosen> values = new ArrayList<>();
    if (tokens.accept("with")) {
      do {
        Lexeme each = tokens.word("the name of a switch");
        tokens.expect("=");
        values.add(new PacketsCondition.Chosen(each, tokens.word("the name of a value")));
      } while (tokens.accept(","));
    }
    List<Lexeme> in = tokens.accept("in") ? tokens.words("the name of a scenario") : List.of();
    tokens.expect(";");
    collector.base = Optional.of(new Base(file, values, in));
  }

  private Kind kind() throws InvalidInputException {
    Lexeme kind = tokens.word("the name of the kind");
    TextRange brackets = tokens.block("(", ")");
    String parameter = source.text().substring(brackets.start() + 1, brackets.end() - 1).strip();
    Index index = index(parameter, brackets);
    boolean multiset = false;
    int workers = 1;
    int limit = 0;
    while (!tokens.at("{")) {
      Lexeme option = tokens.take();
      switch (option.text()) {
        case "set" -> multiset = false;
        case "multiset" -> multiset = true;
        case "workers" -> workers = number();
        case "limit" -> limit = number();
        default ->
            throw TextScanner.error(
                option,
                "not known: " + option.shown(),
                "here stands set, multiset, workers, limit");
      }
    }
    return new Kind(kind, index, parameter, multiset, workers, limit, tokens.block("{", "}"));
  }

  private Index index(String parameter, TextRange brackets) throws InvalidInputException {
    if (parameter.isEmpty()) {
      return Index.NOTHING;
    }
    if (parameter.matches("object\\s*\\*\\s*\\w+")) {
      return Index.OBJECT;
    }
    if (parameter.matches("mutator\\s+\\w+")) {
      return Index.MUTATOR;
    }
    throw source.error(
        brackets.start() + 1,
        brackets.end() - 1,
        "units cannot be indexed by '" + parameter + "'",
        "write (object *o), (mutator m) or ()");
  }

  private int number() throws InvalidInputException {
    if (!tokens.peek().text().matches("[1-9]\\d?")) {
      throw tokens.expected("a number from 1 to 99");
    }
    return Integer.parseInt(tokens.take().text());
  }

  private Bucket bucket() throws InvalidInputException {
    Lexeme bucket = tokens.word("the name of the bucket");
    tokens.expect("{");
    List<Lexeme> held = tokens.accept("}") ? List.of() : names("a kind", "}");
    PacketsCondition opens = null;
    PacketsCondition closes = null;
    boolean open = tokens.accept("open");
    if (!open) {
      tokens.expect("opens");
      tokens.expect("when");
      opens = condition();
    }
    if (tokens.accept("closes")) {
      tokens.expect("when");
      closes = condition();
    }
    tokens.expect(";");
    return new Bucket(bucket, held, Optional.ofNullable(opens), Optional.ofNullable(closes));
  }

  private Hook hook(boolean barrier) throws InvalidInputException {
    Lexeme hook = tokens.word("the name of " + (barrier ? "the barrier" : "the allocation"));
    TextRange brackets = tokens.block("(", ")");
    String parameters = source.text().substring(brackets.start() + 1, brackets.end() - 1).strip();
    String wanted =
        barrier
            ? "object\\s*\\*\\s*\\*\\s*\\w+\\s*,\\s*object\\s*\\*\\s*\\w+"
            : "object\\s*\\*\\s*\\w+";
    if (!parameters.matches(wanted)) {
      throw source.error(
          brackets.start(),
          brackets.end(),
          "these cannot be the parameters of " + (barrier ? "a barrier" : "an allocation"),
          barrier ? "write (object **field, object *value)" : "write (object *o)");
    }
    List<String> arguments = new ArrayList<>();
    for (String parameter : parameters.split(",", -1)) {
      arguments.add(parameter.replaceAll(".*\\W", ""));
    }
    PacketsCondition during = new PacketsCondition.Constant(true);
    if (tokens.accept("during")) {
      during = condition();
    }
    return new Hook(barrier, hook, parameters, arguments, during, tokens.block("{", "}"));
  }

  private List<Lexeme> names(String what, String end) throws InvalidInputException {
    List<Lexeme> names = tokens.words("the name of " + what);
    tokens.expect(end);
    return names;
  }

  private PacketsCondition condition(String end) throws InvalidInputException {
    PacketsCondition condition = condition();
    tokens.expect(end);
    return condition;
  }

  private PacketsCondition condition() throws InvalidInputException {
    return OPERATORS.read(tokens, this::operand);
  }

  /** The condition behind {@code when}, or one that always holds. */
  private PacketsCondition when() throws InvalidInputException {
    return tokens.accept("when") ? condition() : new PacketsCondition.Constant(true);
  }

  private Milestone milestone(String what) throws InvalidInputException {
    Lexeme milestone = tokens.word("the name of the " + what);
    tokens.expect("when");
    return new Milestone(milestone, condition(";"));
  }

  private PacketsCondition operand() throws InvalidInputException {
    if (tokens.accept("!")) {
      return new PacketsCondition.Not(tokens.nested(this::operand));
    }
    if (tokens.accept("(")) {
      return tokens.nested(() -> condition(")"));
    }
    Lexeme word = tokens.word("the name of a condition");
    if (tokens.accept("(")) {
      Lexeme argument = tokens.word("the name of a bucket or kind");
      tokens.expect(")");
      return switch (word.text()) {
        case "open" -> new PacketsCondition.Open(argument);
        case "empty" -> new PacketsCondition.Empty(argument);
        case "done" -> new PacketsCondition.Done(argument);
        default ->
            throw TextScanner.error(
                word, "no such condition: " + word.text(), "there are open, empty and done");
      };
    }
    if (tokens.at("==") || tokens.at("!=")) {
      boolean equal = tokens.take().is("==");
      PacketsCondition chosen =
          new PacketsCondition.Chosen(word, tokens.word("the name of a value"));
      return equal ? chosen : new PacketsCondition.Not(chosen);
    }
    return switch (word.text()) {
      case "true" -> new PacketsCondition.Constant(true);
      case "false" -> new PacketsCondition.Constant(false);
      default -> new PacketsCondition.Named(word);
    };
  }
}
