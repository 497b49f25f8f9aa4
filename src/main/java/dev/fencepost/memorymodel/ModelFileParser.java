// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.ModelFile.Item;
import dev.fencepost.memorymodel.ModelFile.Setting;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.Lexicon;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Parses a model file; docs/memory-models.md has the grammar. */
final class ModelFileParser {
  private static final Set<String> ITEMS =
      Set.of(
          ("model include parameter multi-copy non-multi-copy speculation no runs rmw"
                  + " conditional map fence cost attribute when"
                  + " law")
              .split(" ", -1));

  /** Sums of costs stay small numbers. */
  private static final int MOST_COST = 1_000_000;

  private static final Lexicon LEXICON =
      Lexicon.of(
              "=>", "!=", "<", "=", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "!", "|", "-")
          .inWords("-")
          .quotes("\"")
          .withComments()
          .close();

  private final TextScanner tokens;
  private final List<Diagnostic> diagnostics;
  private final LawParser laws;
  private final MappingParser mappings;
  private String name = "";
  private String title = "";
  private SourceSpan named;

  private ModelFileParser(String file, TextScanner tokens, List<Diagnostic> diagnostics) {
    this.tokens = tokens;
    named = SourceSpan.at(file, 1, 1, 1);
    this.diagnostics = diagnostics;
    laws = new LawParser(tokens);
    mappings = new MappingParser(tokens);
  }

  /** Parses {@code text}; what is wrong is added to {@code diagnostics}. */
  static ModelFile parse(String file, String text, List<Diagnostic> diagnostics) {
    TextScanner tokens = TextScanner.of(new SourceText(file, text), LEXICON, diagnostics);
    ModelFileParser parser = new ModelFileParser(file, tokens, diagnostics);
    List<Item> items = parser.items(false);
    return new ModelFile(file, parser.name, parser.title, parser.named, items);
  }

  private List<Item> items(boolean inBlock) {
    List<Item> items = new ArrayList<>();
    while (!tokens.atEnd()
        && !(inBlock && tokens.at("}"))
        && diagnostics.size() <= InvalidInputException.MOST) {
      int start = tokens.position();
      try {
        Item item = item();
        if (item != null) {
          items.add(item);
        }
      } catch (InvalidInputException e) {
        diagnostics.addAll(e.diagnostics());
        skipToItem(start);
      }
    }
    return items;
  }

  private void skipToItem(int start) {
    tokens.moveTo(Math.max(tokens.position(), start + 1));
    while (!tokens.atEnd() && !tokens.at("}")) {
      Lexeme token = tokens.peek();
      if (tokens.atNewLine() && token.isWord() && ITEMS.contains(token.text())) {
        return;
      }
      tokens.take();
    }
  }

  private @Nullable Item item() throws InvalidInputException {
    Lexeme start = tokens.take();
    SourceSpan span = start.span();
    return switch (start.text()) {
      case "model" -> {
        named = span.to(tokens.peek().span());
        name = modelName();
        title = tokens.peek().isQuoted() ? tokens.take().text() : "";
        yield null;
      }
      case "include" -> new Item.Include(tokens.word("a model's name").text(), settings(), span);
      case "parameter" -> parameter(span);
      case "multi-copy" -> trait(traits -> traits.multiCopyAtomic(true), "atomic");
      case "non-multi-copy" -> trait(traits -> traits.multiCopyAtomic(false), "atomic");
      case "speculation" -> trait(traits -> traits.speculation(true));
      case "no" -> trait(traits -> traits.speculation(false), "speculation");
      case "runs" -> trait(Traits::ahead, "ahead");
      case "rmw" -> trait(Traits::split, "in", "two", "steps");
      case "writes" -> trait(Traits::propagating, "propagate");
      case "conditional" -> conditional();
      case "map" -> new Item.Maps(mappings.mapping(span));
      case "operations" -> new Item.Operations(mappings.operations());
      case "fence" -> {
        tokens.expect("kind");
        yield fenceKinds();
      }
      case "cost" -> new Item.Costs(mappings.costly(), cost());
      case "attribute" -> new Item.Declares(false, words("an attribute's name"));
      case "when" -> when();
      case "law" -> new Item.Lawful(laws.law(span));
      default ->
          throw TextScanner.error(
              start,
              start.shown() + " starts nothing",
              "a file has model, include, parameter, multi-copy atomic, non-multi-copy atomic,"
                  + " speculation, runs ahead, writes propagate, rmw in two steps, conditional"
                  + " stores known, map, operations, fence kind, cost, attribute, when and law");
    };
  }

  private String modelName() throws InvalidInputException {
    StringBuilder text = new StringBuilder(tokens.word("the model's name").text());
    while (tokens.at("{") || tokens.at("-")) {
      if (tokens.accept("-")) {
        text.append('-');
      }
      if (tokens.accept("{")) {
        text.append('{').append(tokens.word("a parameter").text()).append('}');
        tokens.expect("}");
      } else {
        text.append(tokens.word("the rest of the model's name").text());
      }
    }
    return text.toString();
  }

  private List<Setting> settings() throws InvalidInputException {
    List<Setting> settings = new ArrayList<>();
    if (tokens.at("with")) {
      do {
        tokens.take();
        settings.add(setting());
      } while (tokens.at(","));
    }
    return settings;
  }

  private Setting setting() throws InvalidInputException {
    Lexeme parameter = tokens.word("a parameter");
    tokens.expect("=");
    Lexeme value = tokens.word("a value");
    return new Setting(parameter.text(), value.text(), parameter.span().to(value.span()));
  }

  private Item parameter(SourceSpan span) throws InvalidInputException {
    String parameter = tokens.word("a parameter").text();
    tokens.expect(":");
    List<String> values = new ArrayList<>();
    Lexeme last;
    do {
      last = tokens.word("a value");
      values.add(last.text());
    } while (tokens.accept("|"));
    return new Item.Parameter(parameter, values, span.to(last.span()));
  }

  private Item trait(UnaryOperator<Traits> change, String... words) throws InvalidInputException {
    expect(words);
    return new Item.Trait(change);
  }

  private void expect(String... words) throws InvalidInputException {
    for (String word : words) {
      tokens.expect(word);
    }
  }

  /** {@code conditional stores known at once}, or {@code known when written}. */
  private Item conditional() throws InvalidInputException {
    expect("stores", "known");
    boolean atOnce = tokens.accept("at");
    expect(atOnce ? new String[] {"once"} : new String[] {"when", "written"});
    Traits.Conditional when = atOnce ? Traits.Conditional.AT_ONCE : Traits.Conditional.WHEN_WRITTEN;
    return new Item.Trait(traits -> traits.conditional(when));
  }

  /** {@code fence kind light, dmb_st cost 4}: a block of a declaration and of costs. */
  private Item fenceKinds() throws InvalidInputException {
    List<String> kinds = new ArrayList<>();
    List<Item> items = new ArrayList<>();
    do {
      kinds.add(tokens.word("a fence's name").text());
      if (tokens.accept("cost")) {
        items.add(new Item.Costs(kinds.getLast(), cost()));
      }
    } while (tokens.accept(","));
    items.addFirst(new Item.Declares(true, kinds));
    return new Item.Several(items);
  }

  private int cost() throws InvalidInputException {
    Lexeme next = tokens.peek();
    if (next.text().equals("-")) {
      throw TextScanner.error(next, "a cost is not negative", "0 is for what needs no instruction");
    }
    long cost = tokens.number("a cost, 0 or more");
    if (cost > MOST_COST) {
      throw TextScanner.error(next, "a cost is at most " + MOST_COST, "costs are relative");
    }
    return (int) cost;
  }

  private Item when() throws InvalidInputException {
    Setting setting = setting();
    tokens.expect("{");
    List<Item> items = tokens.nested(() -> items(true));
    tokens.expect("}");
    for (Item item : items) {
      if (item instanceof Item.Parameter parameter) {
        diagnostics.add(
            new Diagnostic(
                parameter.span(),
                "a parameter cannot be declared in a part that counts only sometimes",
                "declare it outside of when"));
      }
    }
    return new Item.When(setting, items);
  }

  private List<String> words(String what) throws InvalidInputException {
    return tokens.words(what).stream().map(Lexeme::text).toList();
  }
}
