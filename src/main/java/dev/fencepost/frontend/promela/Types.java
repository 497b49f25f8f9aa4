// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.DeclaredVariables.Declarator;
import dev.fencepost.frontend.promela.DeclaredVariables.NewChannel;
import dev.fencepost.frontend.promela.DeclaredVariables.TypeName;
import dev.fencepost.ir.promela.ChannelType;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.ValueType;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** The types of a model: the basic ones, typedefs and sets of mtype names. */
final class Types {
  private static final int LARGEST_MTYPE = 255;

  private final Diagnostics diagnostics;
  private final Constants constants;
  private final Map<String, Symbol.Structure> structures = new HashMap<>();
  private final Map<String, List<String>> mtypes = new LinkedHashMap<>();

  /** The values of the names of all sets. */
  private final Map<String, Integer> mtypeNames = new HashMap<>();

  Types(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    constants = new Constants(this, diagnostics);
  }

  /** Adds names to a set: of the names of one declaration the last has the least value. */
  void declareNames(SourceSpan span, String set, List<String> names) {
    List<String> values = mtypes.computeIfAbsent(set, any -> new ArrayList<>());
    for (String name : names.reversed()) {
      values.add(name);
      if (mtypeNames.put(name, values.size()) != null) {
        diagnostics.error(span, "the mtype name '" + name + "' is declared twice");
      }
    }
    if (values.size() > LARGEST_MTYPE) {
      diagnostics.error(span, "there are more than " + LARGEST_MTYPE + " mtype names");
    }
  }

  Optional<Integer> mtypeValue(String name) {
    return Optional.ofNullable(mtypeNames.get(name));
  }

  Map<String, List<String>> mtypes() {
    return mtypes;
  }

  /** The value of an expression that must be constant. */
  int constant(Expression expression) {
    return constants.value(expression);
  }

  void declareStructure(SourceSpan span, String name, List<DeclaredVariables> declarations) {
    SequencedMap<String, Symbol.Field> fields = new LinkedHashMap<>();
    int offset = 0;
    for (DeclaredVariables declaration : declarations) {
      for (Declarator declarator : declaration.variables()) {
        Symbol symbol = symbol(declaration, declarator, Place.Region.NOWHERE, offset);
        offset += symbol.bytes();
        if (offset > PromelaModel.MAX_BYTES) {
          tooLarge(declarator, offset);
          offset = symbol.offset();
        } else if (fields.put(symbol.name(), new Symbol.Field(symbol, declarator)) != null) {
          diagnostics.error(
              declarator.span(), "the field '" + symbol.name() + "' is declared twice");
        }
      }
    }
    Symbol.Structure structure = new Symbol.Structure(fields, offset);
    if (structures.put(name, structure) != null) {
      diagnostics.error(span, "the type '" + name + "' is declared twice");
    }
  }

  /** The variable that a declarator declares. */
  Symbol symbol(
      DeclaredVariables declaration, Declarator declarator, Place.Region region, int offset) {
    int length = declarator.length().map(constants::value).orElse(1);
    if (length < 1) {
      diagnostics.error(declarator.span(), "an array has at least one element");
      length = 1;
    }
    boolean array = declarator.length().isPresent();
    Symbol.SymbolType type = type(declaration.type(), declarator, array);
    long bytes = (long) length * type.bytes();
    if (bytes > PromelaModel.MAX_BYTES) {
      tooLarge(declarator, bytes);
      length = 1;
    }
    Optional<ChannelType> channel = Optional.empty();
    if (declarator.channel().isPresent()) {
      if (!(type instanceof Symbol.Basic basic) || basic.value() != ValueType.CHAN) {
        diagnostics.error(declarator.span(), "'" + declarator.name() + "' is no channel");
      }
      channel = Optional.of(channelType(declarator.channel().get()));
    }
    return new Symbol(declarator.name(), type, array, length, region, offset, channel);
  }

  private void tooLarge(Declarator declarator, long bytes) {
    Region.tooLarge(declarator.name(), bytes, declarator.span(), diagnostics);
  }

  private Symbol.SymbolType type(TypeName name, Declarator declarator, boolean array) {
    Symbol.Structure structure = structures.get(name.word());
    if (structure != null) {
      return structure;
    }
    ValueType value = basic(name.word());
    int width = declarator.width().map(constants::value).orElse(0);
    if (value == ValueType.UNSIGNED && (width < 1 || width > 32)) {
      diagnostics.error(
          declarator.span(),
          "an unsigned variable has a width of 1 to 32 bits",
          "write unsigned " + declarator.name() + " : 5");
      width = 1;
    } else if (value != ValueType.UNSIGNED && declarator.width().isPresent()) {
      diagnostics.error(declarator.span(), "only unsigned variables have a width");
    }
    if (value == ValueType.BIT && array) {
      // as in SPIN, where an element of an array of bits is a byte and keeps all of it
      value = ValueType.BYTE;
    }
    checkSet(name);
    return new Symbol.Basic(value, width, name.set());
  }

  private void checkSet(TypeName name) {
    if (!name.set().isEmpty() && !mtypes.containsKey(name.set())) {
      diagnostics.error(name.span(), "there is no mtype '" + name.set() + "'");
    }
  }

  static ValueType basic(String word) {
    return word.equals("bool")
        ? ValueType.BIT
        : Arrays.stream(ValueType.values())
            .filter(type -> type.word().equals(word))
            .findFirst()
            .orElseThrow();
  }

  private ChannelType channelType(NewChannel initial) {
    int capacity = constants.value(initial.capacity());
    if (capacity < 0 || capacity > PromelaModel.MAX_CAPACITY) {
      diagnostics.error(
          initial.span(), "a channel holds 0 to " + PromelaModel.MAX_CAPACITY + " messages");
      capacity = 0;
    }
    List<ChannelType.Field> fields = new ArrayList<>();
    for (TypeName name : initial.fields()) {
      Symbol.Structure structure = structures.get(name.word());
      if (structure != null) {
        flatten(structure, fields);
      } else {
        checkSet(name);
        fields.add(new ChannelType.Field(basic(name.word()), name.set()));
      }
    }
    if (fields.stream().anyMatch(field -> field.type() == ValueType.UNSIGNED)) {
      diagnostics.error(
          initial.span(),
          "unsigned cannot be the type of a field of a message",
          "make it byte, short or int");
    }
    if (fields.size() > PromelaModel.MAX_FIELDS) {
      diagnostics.error(
          initial.span(),
          "a message has " + fields.size() + " fields",
          "there may be " + PromelaModel.MAX_FIELDS);
    }
    return new ChannelType(capacity, fields);
  }

  private static void flatten(Symbol.Structure structure, List<ChannelType.Field> fields) {
    for (Symbol.Field field : structure.fields().values()) {
      for (int i = 0; i < field.symbol().length(); i++) {
        switch (field.symbol().type()) {
          case Symbol.Basic basic ->
              fields.add(new ChannelType.Field(basic.value(), basic.mtype()));
          case Symbol.Structure inner -> flatten(inner, fields);
        }
      }
    }
  }
}
