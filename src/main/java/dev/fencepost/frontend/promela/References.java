// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.ValueType;
import dev.fencepost.source.Diagnostics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the places that references name. */
record References(ExpressionLowering expressions, Diagnostics diagnostics) {

  /** What a reference was found to be, so far. */
  private record Found(Symbol symbol, int offset, List<Place.Index> indices, boolean whole) {}

  /** The scalar that a reference names. */
  Place scalar(Expression.Reference reference, Scope scope) {
    Optional<Found> found = find(reference, scope);
    if (found.isEmpty()) {
      return nowhere(reference);
    }
    Symbol symbol = found.get().symbol();
    if (!(symbol.type() instanceof Symbol.Basic basic)) {
      diagnostics.error(
          reference.span(), "'" + text(reference) + "' is a structure", "name one of its fields");
      return nowhere(reference);
    }
    if (found.get().whole()) {
      diagnostics.error(
          reference.span(), "'" + text(reference) + "' is an array", "an index is missing");
    }
    return place(text(reference), found.get(), basic);
  }

  /** The scalars that a reference names: all those of a structure. */
  List<Place> scalars(Expression.Reference reference, Scope scope) {
    Optional<Found> found = find(reference, scope);
    if (found.isEmpty()) {
      return List.of(nowhere(reference));
    }
    List<Place> places = new ArrayList<>();
    if (found.get().symbol().type() instanceof Symbol.Basic) {
      places.add(scalar(reference, scope));
    } else {
      collect(text(reference), found.get(), places);
    }
    return places;
  }

  /** Whether a reference names a structure. */
  boolean isStructure(Expression.Reference reference, Scope scope) {
    return scope.find(reference.first().name()).isPresent()
        && find(reference, scope)
            .filter(found -> found.symbol().type() instanceof Symbol.Structure)
            .isPresent();
  }

  /** The symbol of a plain name, for loops over arrays and channels. */
  Optional<Symbol> symbol(Expression.Reference reference, Scope scope) {
    return find(reference, scope).map(Found::symbol);
  }

  private void collect(String name, Found found, List<Place> places) {
    int count = found.whole() ? found.symbol().length() : 1;
    for (int i = 0; i < count; i++) {
      String here = found.whole() ? name + "[" + i + "]" : name;
      int offset = found.offset() + i * found.symbol().type().bytes();
      switch (found.symbol().type()) {
        case Symbol.Basic basic -> {
          Found one = new Found(found.symbol(), offset, found.indices(), false);
          places.add(place(here, one, basic));
        }
        case Symbol.Structure structure -> {
          for (Symbol.Field field : structure.fields().values()) {
            Symbol inner = field.symbol().in(found.symbol().region());
            Found next =
                new Found(inner, offset + inner.offset(), found.indices(), inner.isArray());
            collect(here + "." + inner.name(), next, places);
          }
        }
      }
    }
  }

  private static Place place(String text, Found found, Symbol.Basic basic) {
    return basic.place(text, found.symbol().region(), found.offset(), found.indices());
  }

  private Optional<Found> find(Expression.Reference reference, Scope scope) {
    Optional<Symbol> start = scope.find(reference.first().name());
    if (start.isEmpty()) {
      diagnostics.error(reference.span(), "'" + reference.first().name() + "' is not declared");
      return Optional.empty();
    }
    List<Place.Index> indices = new ArrayList<>();
    Symbol symbol = start.get();
    int offset = symbol.offset();
    for (int i = 0; i < reference.parts().size(); i++) {
      Expression.Part part = reference.parts().get(i);
      boolean last = i == reference.parts().size() - 1;
      if (part.index().isPresent()) {
        PromelaExpr index = expressions.lower(part.index().get(), scope);
        indices.add(new Place.Index(index, symbol.length(), symbol.type().bytes()));
      } else if (symbol.isArray() && !last) {
        diagnostics.error(part.span(), "'" + part.name() + "' is an array", "give an index");
      }
      if (last) {
        boolean whole = symbol.isArray() && part.index().isEmpty();
        return Optional.of(new Found(symbol, offset, indices, whole));
      }
      Expression.Part next = reference.parts().get(i + 1);
      Symbol.Field field =
          symbol.type() instanceof Symbol.Structure structure
              ? structure.fields().get(next.name())
              : null;
      if (field == null) {
        diagnostics.error(next.span(), "'" + part.name() + "' has no field '" + next.name() + "'");
        return Optional.empty();
      }
      symbol = field.symbol().in(symbol.region());
      offset += symbol.offset();
    }
    throw new IllegalStateException("a reference without parts");
  }

  static String text(Expression.Reference reference) {
    StringBuilder text = new StringBuilder();
    for (Expression.Part part : reference.parts()) {
      text.append(text.isEmpty() ? "" : ".").append(part.name());
      part.index()
          .ifPresent(index -> text.append('[').append(ExpressionText.of(index)).append(']'));
    }
    return text.toString();
  }

  static Place nowhere(Expression.Reference reference) {
    return new Place(text(reference), Place.Region.NOWHERE, 0, ValueType.INT, 0, List.of());
  }
}
