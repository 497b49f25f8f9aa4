// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Specifiers.TypeSpecifier;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what stands before the declarators: storage words, qualifiers and the type. */
record SpecifierParser(CTokens cursor, CParser parser) {

  /** What has been read of one list of specifiers. */
  private static final class Collected {
    final Set<String> words = new LinkedHashSet<>();
    final List<String> basic = new ArrayList<>();
    boolean constant;
    boolean atomic;
    @Nullable TypeSpecifier type;
  }

  Specifiers specifiers() {
    SourceSpan start = cursor.peek().span();
    Collected collected = new Collected();
    while (cursor.peek().isIdentifier() && specifier(collected)) {}
    if (collected.type == null && collected.basic.isEmpty()) {
      Token token = cursor.peek();
      boolean unknownType = token.isIdentifier() && !CKeywords.isKeyword(token.text());
      String message =
          unknownType
              ? "'" + token.text() + "' is no type"
              : "expected a declaration, not " + token.describe();
      throw cursor.fail(token.span(), message, unknownType ? cursor.typeHint(token.text()) : "");
    }
    if (collected.type != null && !collected.basic.isEmpty()) {
      throw cursor.fail(cursor.since(start), "this names more than one type");
    }
    TypeSpecifier type =
        collected.type != null ? collected.type : new TypeSpecifier.Basic(sorted(collected.basic));
    return new Specifiers(
        collected.words, collected.constant, collected.atomic, type, cursor.since(start));
  }

  private static List<String> sorted(List<String> words) {
    if (words.size() > 1) {
      Collections.sort(words);
    }
    return words;
  }

  /** Reads one specifier; false where the next word is none. */
  private boolean specifier(Collected collected) {
    Token token = cursor.peek();
    switch (token.text()) {
      case "const", "__const" -> collected.constant = true;
      case "volatile", "__volatile__", "restrict", "__restrict" -> {}
      case "register", "auto", "_Noreturn", "__extension__" -> {}
      case "typedef", "static", "extern", "FENCEPOST_GHOST", "FENCEPOST_INTERCHANGEABLE" ->
          collected.words.add(token.text());
      case "inline", "__inline", "__inline__" -> collected.words.add("inline");
      case "_Thread_local", "__thread" -> collected.words.add("_Thread_local");
      case "__auto_type" -> collected.type = new TypeSpecifier.OfInitializer();
      case "void", "char", "short", "int", "long", "signed", "unsigned", "_Bool" ->
          collected.basic.add(token.text());
      case "_Atomic" -> {
        if (cursor.isNext("(")) {
          collected.type = atomicOf();
          return true;
        }
        collected.atomic = true;
      }
      case "struct", "union", "enum", "typeof", "__typeof", "__typeof__" -> {
        collected.type = composed(token);
        return true;
      }
      case "__attribute__", "_Alignas" -> {
        skipAttributes();
        return true;
      }
      default -> {
        return otherSpecifier(token, collected);
      }
    }
    cursor.next();
    return true;
  }

  private boolean otherSpecifier(Token token, Collected collected) {
    String hint = CKeywords.unsupported(token.text());
    if (hint != null) {
      throw cursor.fail(token.span(), "'" + token.text() + "' is not supported", hint);
    }
    boolean named = collected.type != null || !collected.basic.isEmpty();
    if (named || !cursor.isTypedefName(token)) {
      return false;
    }
    cursor.next();
    collected.type = new TypeSpecifier.TypedefName(token.text());
    return true;
  }

  private TypeSpecifier atomicOf() {
    cursor.next();
    cursor.next();
    TypeName type = parser.declarations.typeName();
    cursor.expect(")", "after the type");
    return new TypeSpecifier.AtomicOf(type);
  }

  private TypeSpecifier composed(Token word) {
    return switch (word.text()) {
      case "struct", "union" -> struct();
      case "enum" -> enumeration();
      default -> typeOf();
    };
  }

  private TypeSpecifier typeOf() {
    cursor.next();
    cursor.expect("(", "after 'typeof'");
    TypeSpecifier type =
        cursor.isTypeStart(cursor.peek())
            ? new TypeSpecifier.SameAs(parser.declarations.typeName())
            : new TypeSpecifier.TypeOf(parser.expressions.expression());
    cursor.expect(")", "after the operand of 'typeof'");
    return type;
  }

  private TypeSpecifier struct() {
    cursor.enter();
    Token word = cursor.next();
    skipAttributes();
    String tag = tag();
    List<Declaration> members = null;
    if (cursor.accept("{")) {
      members = parser.declarations.members();
      cursor.expect("}", "after the fields");
      skipAttributes();
    } else if (tag.isEmpty()) {
      throw cursor.fail(word.span(), "expected the name or the fields of a " + word.text());
    }
    cursor.leave();
    return new TypeSpecifier.Struct(tag, word.is("union"), members);
  }

  private String tag() {
    boolean named = cursor.peek().isIdentifier() && !CKeywords.isKeyword(cursor.peek().text());
    return named ? cursor.next().text() : "";
  }

  private TypeSpecifier enumeration() {
    Token word = cursor.next();
    String tag = tag();
    if (!cursor.accept("{")) {
      if (tag.isEmpty()) {
        throw cursor.fail(word.span(), "expected the name or the constants of an enum");
      }
      return new TypeSpecifier.Enumeration(tag, null);
    }
    List<Specifiers.Enumerator> enumerators = new ArrayList<>();
    while (!cursor.is("}")) {
      Token name = cursor.expectName("the name of a constant");
      cursor.declare(name.text(), false);
      CExpression value = cursor.accept("=") ? parser.expressions.conditional() : null;
      enumerators.add(new Specifiers.Enumerator(name.text(), value, name.span()));
      if (!cursor.accept(",")) {
        break;
      }
    }
    cursor.expect("}", "after the constants");
    return new TypeSpecifier.Enumeration(tag, enumerators);
  }

  /** Attributes are for compilers mostly, and so are alignments above that of a cell. */
  void skipAttributes() {
    while (cursor.is("__attribute__") || cursor.is("_Alignas")) {
      boolean attribute = cursor.is("__attribute__");
      cursor.expect("(", "after '" + cursor.next().text() + "'");
      int depth = 1;
      while (depth > 0 && !cursor.atEnd()) {
        Token token = cursor.next();
        if (attribute && depth == 2 && CKeywords.changesMeaning(token.text())) {
          throw cursor.fail(
              token.span(),
              "the attribute '" + token.text() + "' is not supported",
              "it changes what the program does: write that out");
        }
        depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      }
    }
  }
}
