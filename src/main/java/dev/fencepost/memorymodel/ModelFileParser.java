// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.LawCursor.SyntaxError;
import dev.fencepost.memorymodel.ModelFile.Item;
import dev.fencepost.memorymodel.ModelFile.Setting;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Parses a model file; docs/memory-models.md has the grammar. */
final class ModelFileParser {
  private static final Set<String> ITEMS =
      Set.of(
          "model",
          "include",
          "parameter",
          "multi-copy",
          "non-multi-copy",
          "speculation",
          "no",
          "fence",
          "attribute",
          "when",
          "law");

  private final LawCursor tokens;
  private final LawParser laws;
  private String name = "";
  private String title = "";

  private ModelFileParser(LawCursor tokens) {
    this.tokens = tokens;
    laws = new LawParser(tokens);
  }

  /** Parses {@code text}; what is wrong is added to {@code diagnostics}. */
  static ModelFile parse(String file, String text, List<Diagnostic> diagnostics) {
    List<LawToken> tokens = new LawLexer(file, text, diagnostics).tokens();
    ModelFileParser parser = new ModelFileParser(new LawCursor(tokens, diagnostics));
    List<Item> items = parser.items(false);
    return new ModelFile(file, parser.name, parser.title, items);
  }

  private List<Item> items(boolean inBlock) {
    List<Item> items = new ArrayList<>();
    while (tokens.peek().type() != LawToken.Type.END && !(inBlock && tokens.peek().is("}"))) {
      int start = tokens.position();
      try {
        Item item = item();
        if (item != null) {
          items.add(item);
        }
      } catch (SyntaxError error) {
        skipToItem(start);
      }
    }
    return items;
  }

  private void skipToItem(int start) {
    tokens.moveTo(Math.max(tokens.position(), start + 1));
    while (!tokens.atEnd() && !tokens.peek().is("}")) {
      LawToken token = tokens.peek();
      if (tokens.startsLine()
          && token.type() == LawToken.Type.WORD
          && ITEMS.contains(token.text())) {
        return;
      }
      tokens.next();
    }
  }

  private Item item() {
    LawToken start = tokens.next();
    SourceSpan span = start.span();
    return switch (start.text()) {
      case "model" -> {
        name = modelName();
        title = tokens.peek().type() == LawToken.Type.STRING ? tokens.next().text() : "";
        yield null;
      }
      case "include" -> new Item.Include(tokens.word("a model's name"), settings(), span);
      case "parameter" -> parameter(span);
      case "multi-copy" -> atomicity(true, span);
      case "non-multi-copy" -> atomicity(false, span);
      case "speculation" -> new Item.Speculation(true, span);
      case "no" -> {
        tokens.expect("speculation");
        yield new Item.Speculation(false, span);
      }
      case "fence" -> {
        tokens.expect("kind");
        yield new Item.Declares(true, words("a fence's name"), span);
      }
      case "attribute" -> new Item.Declares(false, words("an attribute's name"), span);
      case "when" -> when(span);
      case "law" -> new Item.Lawful(laws.law(span));
      default ->
          throw tokens.error(
              start,
              "'" + start.text() + "' starts nothing",
              "a file has model, include, parameter, multi-copy atomic, non-multi-copy atomic,"
                  + " speculation, fence kind, attribute, when and law");
    };
  }

  private String modelName() {
    StringBuilder text = new StringBuilder(tokens.word("the model's name"));
    while (tokens.peek().is("{") || tokens.peek().is("-")) {
      if (tokens.take("-")) {
        text.append('-');
      }
      if (tokens.take("{")) {
        text.append('{').append(tokens.word("a parameter")).append('}');
        tokens.expect("}");
      } else {
        text.append(tokens.word("the rest of the model's name"));
      }
    }
    return text.toString();
  }

  private List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    if (tokens.peek().is("with")) {
      do {
        tokens.next();
        String parameter = tokens.word("a parameter");
        tokens.expect("=");
        settings.add(new Setting(parameter, tokens.word("a value")));
      } while (tokens.peek().is(","));
    }
    return settings;
  }

  private Item parameter(SourceSpan span) {
    String parameter = tokens.word("a parameter");
    tokens.expect(":");
    List<String> values = new ArrayList<>(List.of(tokens.word("a value")));
    while (tokens.peek().is("|")) {
      tokens.next();
      values.add(tokens.word("a value"));
    }
    return new Item.Parameter(parameter, values, span);
  }

  private Item atomicity(boolean multiCopyAtomic, SourceSpan span) {
    tokens.expect("atomic");
    return new Item.Atomicity(multiCopyAtomic, span);
  }

  private Item when(SourceSpan span) {
    String parameter = tokens.word("a parameter");
    tokens.expect("=");
    String value = tokens.word("a value");
    tokens.expect("{");
    List<Item> items = items(true);
    tokens.expect("}");
    return new Item.When(new Setting(parameter, value), items, span);
  }

  private List<String> words(String what) {
    List<String> words = new ArrayList<>(List.of(tokens.word(what)));
    while (tokens.peek().is(",")) {
      tokens.next();
      words.add(tokens.word(what));
    }
    return words;
  }
}
