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
import dev.fencepost.frontend.packets.Collector.Property;
import dev.fencepost.frontend.packets.Collector.Scenario;
import dev.fencepost.frontend.packets.Collector.Switch;
import dev.fencepost.frontend.packets.Tokens.Block;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads a work-packet file; docs/packets.md has the grammar. */
final class Parser {
  private static final String ITEMS =
      "collector, object, metadata, switch, kind, bucket, milestone, phase, barrier, allocation,"
          + " code, initially, moment, pool, yieldpoints, property, scenario or like";

  private final PacketsText source;
  private final Tokens tokens;
  private Token name;
  private String title = "";
  private Block object;
  private Condition fenced = new Condition.Constant(true);
  private Base base;
  private final List<PoolInMemory> pools = new ArrayList<>();
  private final List<Milestone> moments = new ArrayList<>();
  private final List<Metadata> metadata = new ArrayList<>();
  private final List<Switch> switches = new ArrayList<>();
  private final List<Kind> kinds = new ArrayList<>();
  private final List<Bucket> buckets = new ArrayList<>();
  private final List<Milestone> milestones = new ArrayList<>();
  private final List<Phase> phases = new ArrayList<>();
  private final List<Hook> hooks = new ArrayList<>();
  private final List<Block> code = new ArrayList<>();
  private final List<Token> initially = new ArrayList<>();
  private final List<Property> properties = new ArrayList<>();
  private final List<Scenario> scenarios = new ArrayList<>();

  private final Predicate<Scenario> wanted;

  private Parser(PacketsText source, Predicate<Scenario> wanted) {
    this.wanted = wanted;
    this.source = source;
    this.tokens = new Tokens(source);
  }

  static Collector parse(PacketsText source) throws InvalidInputException {
    return parse(source, any -> true);
  }

  /** The collector in some of its scenarios. */
  static Collector parse(PacketsText source, Predicate<Scenario> wanted)
      throws InvalidInputException {
    return new Parser(source, wanted).file();
  }

  private Collector file() throws InvalidInputException {
    tokens.expect("collector");
    name = tokens.name("the collector");
    if (tokens.peek().kind() == Token.Kind.QUOTED) {
      title = tokens.take().text();
    }
    tokens.expect(";");
    while (tokens.peek().kind() != Token.Kind.END) {
      item(tokens.take());
    }
    return new Collector(
        source,
        name,
        title,
        Optional.ofNullable(object),
        metadata,
        switches,
        kinds,
        buckets,
        milestones,
        phases,
        hooks,
        code,
        initially,
        moments,
        fenced,
        pools,
        Optional.ofNullable(base),
        properties,
        scenarios.stream().filter(wanted).toList());
  }

  private void item(Token word) throws InvalidInputException {
    switch (word.text()) {
      case "object" -> object = tokens.block("{", "}");
      case "code" -> code.add(tokens.block("{", "}"));
      case "metadata" -> metadata();
      case "switch" -> aSwitch();
      case "kind" -> kinds.add(kind());
      case "bucket" -> buckets.add(bucket());
      case "milestone" -> {
        Token milestone = tokens.name("the milestone");
        tokens.expect("when");
        milestones.add(new Milestone(milestone, condition(";")));
      }
      case "phase" -> {
        Token phase = tokens.name("the phase");
        tokens.expect("=");
        phases.add(new Phase(phase, condition(";")));
      }
      case "barrier" -> hooks.add(hook(true));
      case "allocation" -> hooks.add(hook(false));
      case "initially" -> initially.addAll(names("a kind", ";"));
      case "moment" -> {
        Token moment = tokens.name("the moment");
        tokens.expect("when");
        moments.add(new Milestone(moment, condition(";")));
      }
      case "like" -> like();
      case "yieldpoints" -> yieldpoints();
      case "pool" -> pools.add(pool());
      case "property" -> properties.add(new ClaimParser(source, tokens).property());
      case "scenario" -> scenarios.add(new ScenarioParser(source, tokens).scenario());
      default -> throw tokens.error(word, "not known: " + word.shown(), "here stands " + ITEMS);
    }
  }

  private void metadata() throws InvalidInputException {
    boolean reference = tokens.found("object");
    if (reference) {
      tokens.expect("*");
    }
    Token word = tokens.name("the metadata");
    Condition atomic = new Condition.Constant(false);
    if (tokens.found("atomic")) {
      atomic = tokens.found("when") ? condition() : new Condition.Constant(true);
    }
    metadata.add(new Metadata(word, reference, atomic, tokens.expect(";")));
  }

  private void aSwitch() throws InvalidInputException {
    Token word = tokens.name("the switch");
    tokens.expect("=");
    List<Token> values = new ArrayList<>(List.of(tokens.name("a value")));
    while (tokens.found("|")) {
      values.add(tokens.name("a value"));
    }
    tokens.expect(";");
    switches.add(new Switch(word, values));
  }

  private void yieldpoints() throws InvalidInputException {
    Token word = tokens.take();
    if (!word.is("fenced") && !word.is("unfenced")) {
      throw tokens.error(word, "not known: " + word.shown(), "yieldpoints are fenced or unfenced");
    }
    Condition when = tokens.found("when") ? condition() : new Condition.Constant(true);
    fenced = word.is("fenced") ? when : new Condition.Not(when);
    tokens.expect(";");
  }

  private PoolInMemory pool() throws InvalidInputException {
    tokens.expect("in");
    Token word = tokens.expect("memory");
    Token order = tokens.take();
    if (!order.is("relaxed") && !order.is("acquire-release")) {
      throw tokens.error(
          order, "not known: " + order.shown(), "the pool is in memory relaxed or acquire-release");
    }
    Condition when = tokens.found("when") ? condition() : new Condition.Constant(true);
    tokens.expect(";");
    return new PoolInMemory(word, !order.is("relaxed"), when);
  }

  private void like() throws InvalidInputException {
    Token file = tokens.take();
    if (file.kind() != Token.Kind.QUOTED) {
      throw tokens.error(file, "a file in quotes is missing before " + file.shown(), "");
    }
    List<Condition.Chosen> values = new ArrayList<>();
    if (tokens.found("with")) {
      do {
        Token each = tokens.name("a switch");
        tokens.expect("=");
        values.add(new Condition.Chosen(each, tokens.name("a value")));
      } while (tokens.found(","));
    }
    List<Token> in = new ArrayList<>();
    if (tokens.found("in")) {
      do {
        in.add(tokens.name("a scenario"));
      } while (tokens.found(","));
    }
    tokens.expect(";");
    base = new Base(file, values, in);
  }

  private Kind kind() throws InvalidInputException {
    Token kind = tokens.name("the kind");
    Block brackets = tokens.block("(", ")");
    String parameter = source.text().substring(brackets.start() + 1, brackets.end() - 1).strip();
    Index index = index(parameter, brackets);
    boolean multiset = false;
    int workers = 1;
    int limit = 0;
    while (!tokens.at("{")) {
      Token option = tokens.take();
      switch (option.text()) {
        case "set" -> multiset = false;
        case "multiset" -> multiset = true;
        case "workers" -> workers = number();
        case "limit" -> limit = number();
        default ->
            throw tokens.error(
                option,
                "not known: " + option.shown(),
                "here stands set, multiset, workers, limit");
      }
    }
    return new Kind(kind, index, parameter, multiset, workers, limit, tokens.block("{", "}"));
  }

  private Index index(String parameter, Block brackets) throws InvalidInputException {
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
    Token token = tokens.take();
    if (!token.text().matches("[1-9]\\d?")) {
      throw tokens.error(token, "a number from 1 to 99 is missing before " + token.shown(), "");
    }
    return Integer.parseInt(token.text());
  }

  private Bucket bucket() throws InvalidInputException {
    Token bucket = tokens.name("the bucket");
    tokens.expect("{");
    List<Token> held = tokens.found("}") ? List.of() : names("a kind", "}");
    Condition opens = null;
    Condition closes = null;
    boolean open = tokens.found("open");
    if (!open) {
      tokens.expect("opens");
      tokens.expect("when");
      opens = condition();
    }
    if (tokens.found("closes")) {
      tokens.expect("when");
      closes = condition();
    }
    tokens.expect(";");
    return new Bucket(bucket, held, Optional.ofNullable(opens), Optional.ofNullable(closes));
  }

  private Hook hook(boolean barrier) throws InvalidInputException {
    Token hook = tokens.name(barrier ? "the barrier" : "the allocation");
    Block brackets = tokens.block("(", ")");
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
    Condition during = new Condition.Constant(true);
    if (tokens.found("during")) {
      during = condition();
    }
    return new Hook(barrier, hook, parameters, arguments, during, tokens.block("{", "}"));
  }

  private List<Token> names(String what, String end) throws InvalidInputException {
    List<Token> names = new ArrayList<>(List.of(tokens.name(what)));
    while (tokens.found(",")) {
      names.add(tokens.name(what));
    }
    tokens.expect(end);
    return names;
  }

  private Condition condition(String end) throws InvalidInputException {
    Condition condition = condition();
    tokens.expect(end);
    return condition;
  }

  private Condition condition() throws InvalidInputException {
    Condition left = conjunction();
    while (tokens.found("||")) {
      left = new Condition.Or(left, conjunction());
    }
    return left;
  }

  private Condition conjunction() throws InvalidInputException {
    Condition left = operand();
    while (tokens.found("&&")) {
      left = new Condition.And(left, operand());
    }
    return left;
  }

  private Condition operand() throws InvalidInputException {
    if (tokens.found("!")) {
      return new Condition.Not(operand());
    }
    if (tokens.found("(")) {
      return condition(")");
    }
    Token word = tokens.name("a condition");
    if (tokens.found("(")) {
      Token argument = tokens.name("a bucket or kind");
      tokens.expect(")");
      return switch (word.text()) {
        case "open" -> new Condition.Open(argument);
        case "empty" -> new Condition.Empty(argument);
        case "done" -> new Condition.Done(argument);
        default ->
            throw tokens.error(
                word, "no such condition: " + word.text(), "there are open, empty and done");
      };
    }
    if (tokens.at("==") || tokens.at("!=")) {
      boolean equal = tokens.take().is("==");
      Condition chosen = new Condition.Chosen(word, tokens.name("a value"));
      return equal ? chosen : new Condition.Not(chosen);
    }
    return switch (word.text()) {
      case "true" -> new Condition.Constant(true);
      case "false" -> new Condition.Constant(false);
      default -> new Condition.Named(word);
    };
  }
}
