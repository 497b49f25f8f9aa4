// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the initialiser of one variable: which scalar parts get which values. */
final class InitializerChecker {
  private final CheckContext context;
  private final ExpressionChecker values;
  private final CVariable variable;
  private final Map<Long, CVariable.InitialCell> cells = new LinkedHashMap<>();

  /** How many elements an initialiser of {@code []} has shown so far. */
  private int length;

  InitializerChecker(CheckContext context, ExpressionChecker values, CVariable variable) {
    this.context = context;
    this.values = values;
    this.variable = variable;
  }

  /** The items of one pair of braces, and how many are used up. */
  private static final class Items {
    final List<CExpression.Item> items;
    int next;

    Items(List<CExpression.Item> items) {
      this.items = items;
    }

    boolean isDone() {
      return next == items.size();
    }

    CExpression.Item peek() {
      return items.get(next);
    }
  }

  void check(CExpression initializer) {
    Type type = variable.type();
    if (type.isError()) {
      return;
    }
    object(type, 0, initializer);
    if (type instanceof Type.ArrayType array && array.length() < 0) {
      variable.complete(completed(array, initializer));
    }
    variable.initialize(new ArrayList<>(cells.values()));
  }

  /** The type of an array whose length the initialiser has shown. */
  private Type completed(Type.ArrayType array, CExpression initializer) {
    Type type = new Type.ArrayType(array.element(), length);
    if (length == 0) {
      context.error(initializer.span(), "this does not show the length of the array");
    } else if (type.cells() > TypeResolver.MOST_CELLS) {
      values.types.tooLarge(variable.name(), type.cells(), variable.span());
    } else {
      return type;
    }
    return CTypes.ERROR;
  }

  private void object(Type type, long offset, CExpression value) {
    if (type.isError()) {
      return;
    }
    boolean aggregate = !type.isScalar();
    if (value instanceof CExpression.Braces braces) {
      Items items = new Items(braces.items());
      if (aggregate) {
        members(type, offset, items, true);
      } else if (!items.isDone()) {
        object(type, offset, items.items.get(items.next++).value());
      }
      if (!items.isDone()) {
        context.error(items.peek().value().span(), "the initialiser has too many values");
      }
    } else if (value instanceof CExpression.Text text && isText(type)) {
      text((Type.ArrayType) type.unqualified(), offset, text);
    } else if (aggregate) {
      String what = value instanceof CExpression.Text ? "text in an array" : "this";
      context.error(
          value.span(), what + " cannot initialise a '" + type + "'", "write the values in { }");
    } else {
      scalar(type, offset, value);
    }
  }

  private static boolean isText(Type type) {
    return type.unqualified() instanceof Type.ArrayType array
        && array.element().unqualified() instanceof Type.IntegerType character
        && character.rank() == CTypes.CHAR.rank();
  }

  /** The characters, and the 0 behind them if there is room. */
  private void text(Type.ArrayType array, long offset, CExpression.Text text) {
    String all = text.text();
    int most = array.length() < 0 ? all.length() + 1 : array.length();
    if (all.length() > most) {
      context.error(text.span(), "the text has more characters than the array");
      return;
    }
    for (int i = 0; i < all.length(); i++) {
      Typed character = new Typed.Constant(all.charAt(i), CTypes.INT, text.span());
      Typed value = Conversions.convert(character, array.element());
      cells.put(offset + i, new CVariable.InitialCell(offset + i, array.element(), value));
    }
    noteLength(array, all.length() + 1, offset == 0);
  }

  private void scalar(Type type, long offset, CExpression value) {
    boolean truth = type.unqualified().equals(CTypes.BOOL);
    Typed typed = truth ? values.condition(value) : values.value(value);
    Typed converted = values.conversions.assign(typed, type, "'" + variable.name() + "'");
    if (converted.isError()) {
      return;
    }
    if (variable.isGlobal() && !StaticValues.isStatic(converted)) {
      context.error(
          value.span(),
          "a global variable must be initialised with a constant or an address",
          "assign it in main");
      return;
    }
    cells.remove(offset);
    cells.put(offset, new CVariable.InitialCell(offset, type, converted));
  }

  /** Fills a struct or array; {@code own} means that the braces are its own, not elided. */
  private void members(Type type, long offset, Items items, boolean own) {
    int index = 0;
    while (!items.isDone()) {
      CExpression.Item item = items.peek();
      if (!item.designators().isEmpty()) {
        if (!own) {
          return;
        }
        index = designated(type, offset, items);
        if (index < 0) {
          items.next = items.items.size();
          return;
        }
        continue;
      }
      boolean full = index > 0 && type.unqualified() instanceof StructType s && s.isUnion();
      Part part = full ? null : part(type, index);
      if (part == null) {
        return;
      }
      next(part, offset, items);
      index++;
      noteLength(type, index, own && offset == 0);
    }
  }

  /** A member or element: its type and place within the whole. */
  private record Part(Type type, long offset) {}

  private static @Nullable Part part(Type type, int index) {
    return switch (type.unqualified()) {
      case StructType struct ->
          index < struct.fields().size()
              ? new Part(struct.fields().get(index).type(), struct.fields().get(index).offset())
              : null;
      case Type.ArrayType array ->
          array.length() < 0 && index < TypeResolver.MOST_CELLS || index < array.length()
              ? new Part(array.element(), index * array.element().cells())
              : null;
      default -> null;
    };
  }

  private void noteLength(Type type, int elements, boolean outermost) {
    if (outermost && type instanceof Type.ArrayType array && array.length() < 0) {
      length = Math.max(length, elements);
    }
  }

  private void next(Part part, long offset, Items items) {
    CExpression value = items.peek().value();
    boolean elided = !part.type().isScalar() && !(value instanceof CExpression.Braces);
    if (elided && !part.type().isError()) {
      int before = items.next;
      members(part.type(), offset + part.offset(), items, false);
      if (items.next == before) {
        items.next++;
      }
    } else {
      items.next++;
      object(part.type(), offset + part.offset(), value);
    }
  }

  /** Handles an item with designators; gives the index that follows, or -1 after a complaint. */
  private int designated(Type type, long offset, Items items) {
    CExpression.Item item = items.items.get(items.next++);
    Type current = type;
    long at = offset;
    int following = -1;
    for (CExpression.Designator designator : item.designators()) {
      int index = index(current, designator);
      Part part = index < 0 ? null : part(current, index);
      if (part == null) {
        return -1;
      }
      if (following < 0) {
        following = index + 1;
        noteLength(type, following, offset == 0);
      }
      at += part.offset();
      current = part.type();
    }
    object(current, at, item.value());
    return repeated(type, offset, item, following);
  }

  /** Fills the rest of a range, {@code [first ... last]}; gives the index that follows. */
  private int repeated(Type type, long offset, CExpression.Item item, int following) {
    CExpression last = item.designators().getFirst().last();
    if (last == null || !(type.unqualified() instanceof Type.ArrayType array)) {
      return following;
    }
    long end = values.constant(last, "the last index of a range");
    if (item.designators().size() > 1 || array.length() >= 0 && end >= array.length()) {
      context.error(last.span(), "this does not designate a part of a '" + type + "'");
      return -1;
    }
    for (long index = following; index <= end; index++) {
      object(array.element(), offset + index * array.element().cells(), item.value());
    }
    noteLength(type, (int) end + 1, offset == 0);
    return (int) end + 1;
  }

  private int index(Type type, CExpression.Designator designator) {
    SourceSpan span = designator.span();
    if (designator.field() != null && type.unqualified() instanceof StructType struct) {
      for (int i = 0; i < struct.fields().size(); i++) {
        if (struct.fields().get(i).name().equals(designator.field())) {
          return i;
        }
      }
      context.error(span, "'" + struct + "' has no field '" + designator.field() + "'");
      return -1;
    }
    if (designator.index() != null && type.unqualified() instanceof Type.ArrayType array) {
      long index = values.constant(designator.index(), "the index of an initialiser");
      long limit = array.length() < 0 ? TypeResolver.MOST_CELLS : array.length();
      if (index < 0 || index >= limit) {
        context.error(span, "the array has no element " + index);
        return -1;
      }
      return (int) index;
    }
    context.error(span, "this does not designate a part of a '" + type + "'");
    return -1;
  }
}
