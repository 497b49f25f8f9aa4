// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Checks the initialiser of one variable: which scalar parts get which values. */
final class InitializerChecker {
  private final CheckContext context;
  private final ExpressionChecker values;
  private final CVariable variable;
  private final InitialCells cells = new InitialCells();

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
    object(new Part(type, 0, null), initializer);
    if (type instanceof Type.ArrayType array && array.length() < 0) {
      variable.complete(completed(array, initializer));
    }
    variable.initialize(new ArrayList<>(cells.all()));
  }

  /** The type of an array whose length the initialiser has shown. */
  private Type completed(Type.ArrayType array, CExpression initializer) {
    if (length == 0) {
      return context.error(initializer.span(), "this does not show the length of the array").type();
    }
    Type type = new Type.ArrayType(array.element(), length);
    return type.cells() > TypeResolver.MOST_CELLS
        ? values.types.tooLarge(variable.name(), type.cells(), variable.span())
        : type;
  }

  private void object(Part part, CExpression value) {
    Type type = part.type();
    long offset = part.offset();
    if (type.isError()) {
      return;
    }
    boolean aggregate = !type.isScalar();
    if (aggregate && type.isComplete()) {
      cells.clear(offset, type.cells());
    }
    if (value instanceof CExpression.Braces braces) {
      Items items = new Items(braces.items());
      if (aggregate && !items.isDone() && isText(type, items.peek())) {
        object(part, items.items.get(items.next++).value());
      } else if (aggregate) {
        members(part, 0, items, true);
      } else if (!items.isDone()) {
        object(part, items.items.get(items.next++).value());
      }
      if (!items.isDone()) {
        context.error(items.peek().value().span(), "the initialiser has too many values");
      }
    } else if (value instanceof CExpression.Literal literal
        && Type.same(type, values.types.resolve(literal.type()))) {
      object(part, literal.value());
    } else if (value instanceof CExpression.Text text && isOfCharacters(type)) {
      text((Type.ArrayType) type.unqualified(), offset, text);
    } else if (!variable.isGlobal() && isWhole(type, value)) {
      whole(part, values.value(value));
    } else if (aggregate) {
      String what = value instanceof CExpression.Text ? "text in an array" : "this";
      context.error(
          value.span(), what + " cannot initialise a '" + type + "'", "write the values in { }");
    } else {
      scalar(part, value);
    }
  }

  private void whole(Part part, Typed value) {
    if (part.type().cells() > 0) {
      partly(cells.put(part.type(), part.offset(), value), value.span());
    } else if (!value.isError() && !Purity.onlyReads(value)) {
      context.error(
          value.span(), "a struct without members takes no value here", "assign it afterwards");
    }
  }

  /** Whether braces begin with text for the whole array. */
  private static boolean isText(Type type, CExpression.Item first) {
    return first.designators().isEmpty()
        && first.value() instanceof CExpression.Text
        && isOfCharacters(type);
  }

  private static boolean isOfCharacters(Type type) {
    return type.unqualified() instanceof Type.ArrayType array
        && array.element().unqualified() instanceof Type.IntegerType character
        && character.rank() == CTypes.CHAR.rank();
  }

  /** The characters, and the 0 behind them if there is room. */
  private void text(Type.ArrayType array, long offset, CExpression.Text text) {
    String all = context.bytesOf(text);
    int most = array.length() < 0 ? all.length() + 1 : array.length();
    if (all.length() > most) {
      context.error(text.span(), "the text has more characters than the array");
      return;
    }
    for (int i = 0; i < all.length(); i++) {
      Typed character = new Typed.Constant(all.charAt(i), CTypes.INT, text.span());
      Typed value = Conversions.convert(character, array.element());
      cells.put(array.element(), offset + i, value);
    }
    noteLength(array, all.length() + 1, offset == 0);
  }

  private void scalar(Part part, CExpression value) {
    Type type = part.type();
    Typed typed = values.valueFor(type, value);
    Typed converted = values.conversions.assign(typed, type, "'" + variable.name() + "'");
    if (converted.isError()) {
      return;
    }
    if (variable.isGlobal() && !Purity.isStatic(converted)) {
      context.error(
          value.span(),
          "a global variable must be initialised with a constant or an address",
          "assign it in main");
      return;
    }
    if (part.bits() == null) {
      values.names.value(ConstantNames.values(variable, part.offset()), value, typed);
    }
    boolean fits =
        part.bits() == null
            ? cells.put(type, part.offset(), converted)
            : cells.put(
                part.offset(), part.bits(), Conversions.convert(converted, CTypes.UNSIGNED_LONG));
    partly(fits, converted.span());
  }

  private void partly(boolean fits, SourceSpan span) {
    if (!fits) {
      context.error(span, "this part has its value from a whole struct", "assign it afterwards");
    }
  }

  /**
   * Fills a struct or array from an index on; {@code own} means that the braces are its own, not
   * elided.
   */
  private void members(Part whole, int from, Items items, boolean own) {
    Type type = whole.type();
    long offset = whole.offset();
    int index = from;
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
      SourceSpan span = items.peek().value().span();
      next(part, offset, items);
      use(type, index, offset, span);
      index++;
      noteLength(type, index, own && offset == 0);
    }
  }

  /**
   * A member or element: its type and place within the whole.
   *
   * @param bits of a bit-field
   */
  private record Part(Type type, long offset, StructType.@Nullable Bits bits) {
    Part within(long start) {
      return new Part(type, start + offset, bits);
    }
  }

  private static @Nullable Part part(Type type, int index) {
    return switch (type.unqualified()) {
      case StructType struct ->
          index < struct.fields().size() ? part(struct.fields().get(index)) : null;
      case Type.ArrayType array ->
          array.length() < 0 && index < TypeResolver.MOST_CELLS || index < array.length()
              ? new Part(array.element(), index * array.element().cells(), null)
              : null;
      default -> null;
    };
  }

  private static Part part(StructType.Field field) {
    return new Part(field.type(), field.offset(), field.bits());
  }

  private void noteLength(Type type, int elements, boolean outermost) {
    if (outermost && type instanceof Type.ArrayType array && array.length() < 0) {
      length = Math.max(length, elements);
    }
  }

  private void next(Part part, long offset, Items items) {
    CExpression value = items.peek().value();
    boolean elided =
        !part.type().isScalar()
            && !(value instanceof CExpression.Braces)
            && !isText(part.type(), items.peek())
            && !isWhole(part.type(), value);
    if (elided && !part.type().isError()) {
      int before = items.next;
      members(part.within(offset), 0, items, false);
      if (items.next == before) {
        items.next++;
      }
    } else {
      items.next++;
      object(part.within(offset), value);
    }
  }

  /** Whether a value is a whole struct, not the first of its scalars. */
  private boolean isWhole(Type type, CExpression value) {
    return type.unqualified() instanceof StructType
        && !(value instanceof CExpression.Text)
        && Type.same(type, values.typeOf(value));
  }

  /** Handles an item with designators; gives the index that follows, or -1 after a complaint. */
  private int designated(Type type, long offset, Items items) {
    CExpression.Item item = items.items.get(items.next++);
    int index = fill(new Part(type, offset, null), item.designators(), item.value(), items);
    if (index < 0) {
      return -1;
    }
    noteLength(type, index + 1, offset == 0);
    return repeated(type, offset, item, index + 1);
  }

  /**
   * Fills what designators lead to, and what follows it up to the end of the part that the first
   * one leads to; gives the index of that part, or -1 after a complaint.
   */
  private int fill(
      Part whole, List<CExpression.Designator> way, CExpression value, Items following) {
    int index = index(whole.type(), way.getFirst());
    Part part = index < 0 ? null : part(whole.type(), index);
    if (part == null) {
      return -1;
    }
    Part inner = part.within(whole.offset());
    boolean hidden =
        whole.type().unqualified() instanceof StructType struct
            && struct.fields().get(index).name().isEmpty();
    List<CExpression.Designator> rest = hidden ? way : way.subList(1, way.size());
    if (rest.isEmpty()) {
      object(inner, value);
    } else {
      int last = fill(inner, rest, value, following);
      if (last < 0) {
        return -1;
      }
      members(inner, last + 1, following, false);
    }
    use(whole.type(), index, whole.offset(), value.span());
    return index;
  }

  /** Notes which member of a union has the value; where all is 0, each member is. */
  private void use(Type type, int index, long offset, SourceSpan span) {
    if (type.unqualified() instanceof StructType union && union.isUnion()) {
      boolean zero =
          LongStream.range(offset, offset + union.cells())
              .mapToObj(cells::get)
              .allMatch(cell -> cell == null || isZero(cell.value()));
      if (!zero) {
        values.use(union, union.fields().get(index), span);
      }
    }
  }

  private static boolean isZero(Typed value) {
    return value instanceof Typed.Constant constant && constant.value() == 0;
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
    Part first = Objects.requireNonNull(part(array, following - 1)).within(offset);
    if (following <= end && !isRepeatable(first)) {
      context.error(
          item.value().span(),
          "the value of a range is computed once; here each element would compute it",
          "give it to a local variable first");
      return -1;
    }
    for (long index = following; index <= end; index++) {
      long at = offset + index * array.element().cells();
      object(new Part(array.element(), at, null), item.value());
    }
    noteLength(type, (int) end + 1, offset == 0);
    return (int) end + 1;
  }

  /** Whether it makes no difference how often the values of an element are computed. */
  private boolean isRepeatable(Part element) {
    long end = element.offset() + element.type().cells();
    return cells.all().stream()
        .filter(cell -> cell.offset() >= element.offset() && cell.offset() < end)
        .allMatch(cell -> Purity.isPure(cell.value()));
  }

  private int index(Type type, CExpression.Designator designator) {
    SourceSpan span = designator.span();
    if (designator.field() != null && type.unqualified() instanceof StructType struct) {
      Optional<List<StructType.Field>> path = struct.find(designator.field());
      if (path.isPresent()) {
        return struct.fields().indexOf(path.get().getFirst());
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
