// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Program;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A type. Every scalar takes one cell of memory, whatever its width, so {@code sizeof} any scalar
 * is {@link Program#CELL_BYTES}; arithmetic wraps at the width that C gives the type.
 */
sealed interface Type
    permits Type.IntegerType,
        Type.PointerType,
        Type.ArrayType,
        Type.FunctionType,
        Type.Qualified,
        Type.VoidType,
        Type.ErrorType,
        StructType {

  /**
   * An integer; {@code rank} orders widths as C's conversions do. Enums are {@code int}: the words
   * for their values are for display and make no other type.
   */
  record IntegerType(String name, int bits, boolean signed, int rank, Map<Long, String> words)
      implements Type {
    public IntegerType {
      words = Map.copyOf(words);
    }

    IntegerType(String name, int bits, boolean signed, int rank) {
      this(name, bits, signed, rank, Map.of());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof IntegerType that
          && name.equals(that.name)
          && bits == that.bits
          && signed == that.signed
          && rank == that.rank;
    }

    @Override
    public int hashCode() {
      return Objects.hash(name, bits, signed, rank);
    }

    /** Whether it has the width of a bit-field. */
    boolean isBitField() {
      return name.indexOf(':') >= 0;
    }

    boolean isBool() {
      return rank == 0;
    }

    /** The least value, as a signed 64-bit number; 0 for unsigned types. */
    long least() {
      return signed ? -1L << bits - 1 : 0;
    }

    /** The greatest value; for unsigned 64-bit types -1 stands for it. */
    long greatest() {
      return isBool() ? 1 : signed ? ~least() : bits == 64 ? -1L : (1L << bits) - 1;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  record PointerType(Type target) implements Type {
    @Override
    public String toString() {
      String text = target.toString();
      return text.endsWith("*") ? text + "*" : text + " *";
    }
  }

  /** {@code length} is -1 until an initialiser or a later declaration determines it. */
  record ArrayType(Type element, int length) implements Type {
    @Override
    public String toString() {
      StringBuilder lengths = new StringBuilder();
      Type innermost = this;
      while (innermost instanceof ArrayType array) {
        lengths.append('[').append(array.length < 0 ? "" : array.length).append(']');
        innermost = array.element;
      }
      return innermost + " " + lengths;
    }
  }

  record FunctionType(Type result, List<Type> parameters, boolean prototype) implements Type {
    @Override
    public String toString() {
      String list = String.join(", ", parameters.stream().map(Type::toString).toList());
      return result + " (" + list + ")";
    }
  }

  /** A type with {@code const} or {@code _Atomic}; never around another one or an array. */
  record Qualified(Type type, boolean constant, boolean atomic) implements Type {
    @Override
    public String toString() {
      return (constant ? "const " : "") + (atomic ? "_Atomic " : "") + type;
    }
  }

  record VoidType() implements Type {
    @Override
    public String toString() {
      return "void";
    }
  }

  /** The type of what has been complained about already. */
  record ErrorType() implements Type {
    @Override
    public String toString() {
      return "?";
    }
  }

  default Type unqualified() {
    return this instanceof Qualified qualified ? qualified.type() : this;
  }

  default boolean isConst() {
    return this instanceof Qualified qualified && qualified.constant();
  }

  default boolean isAtomic() {
    return this instanceof Qualified qualified && qualified.atomic();
  }

  default boolean isError() {
    return this instanceof ErrorType;
  }

  default boolean isInteger() {
    return unqualified() instanceof IntegerType;
  }

  default boolean isPointer() {
    return unqualified() instanceof PointerType;
  }

  default boolean isScalar() {
    return isInteger() || isPointer();
  }

  default boolean isVoid() {
    return unqualified() instanceof VoidType;
  }

  default boolean isVoidPointer() {
    return unqualified() instanceof PointerType pointer && pointer.target().isVoid();
  }

  /** This type with more qualifiers; those of an array are its elements'. */
  default Type qualify(boolean constant, boolean atomic) {
    if (!constant && !atomic) {
      return this;
    }
    if (this instanceof ArrayType array) {
      return new ArrayType(array.element().qualify(constant, atomic), array.length());
    }
    return new Qualified(unqualified(), constant || isConst(), atomic || isAtomic());
  }

  /** How many cells an object of this type takes; 0 for types that have no size. */
  default long cells() {
    return switch (unqualified()) {
      case IntegerType integer -> 1;
      case PointerType pointer -> 1;
      case ArrayType array -> Math.max(0, array.length()) * array.element().cells();
      case StructType struct -> struct.cells();
      case FunctionType function -> 0;
      case VoidType nothing -> 0;
      case ErrorType error -> 0;
      case Qualified qualified -> qualified.type().cells();
    };
  }

  default long bytes() {
    return cells() * Program.CELL_BYTES;
  }

  /** A value as an object of this type holds it. */
  default long wrap(long value) {
    if (!(unqualified() instanceof IntegerType integer)) {
      return value;
    }
    return integer.isBool()
        ? (value == 0 ? 0 : 1)
        : Arithmetic.convert(integer.bits(), integer.signed(), value);
  }

  /** Whether objects of this type can be laid out. */
  default boolean isComplete() {
    return switch (unqualified()) {
      case IntegerType integer -> true;
      case PointerType pointer -> true;
      case ArrayType array -> array.length() >= 0 && array.element().isComplete();
      case StructType struct -> struct.isComplete();
      case FunctionType function -> false;
      case VoidType nothing -> false;
      case ErrorType error -> true;
      case Qualified qualified -> qualified.type().isComplete();
    };
  }

  /** Whether both name the same type, qualifiers aside, also those behind pointers. */
  static boolean same(Type first, Type second) {
    Type a = first.unqualified();
    Type b = second.unqualified();
    return switch (a) {
      case PointerType p -> b instanceof PointerType q && same(p.target(), q.target());
      case ArrayType p ->
          b instanceof ArrayType q
              && same(p.element(), q.element())
              && (p.length() < 0 || q.length() < 0 || p.length() == q.length());
      case FunctionType p ->
          b instanceof FunctionType q && same(p.result(), q.result()) && sameAll(p, q);
      case StructType p -> p.equals(b);
      case IntegerType p -> p.equals(b);
      case VoidType p -> b instanceof VoidType;
      case ErrorType p -> true;
      case Qualified p -> false;
    };
  }

  private static boolean sameAll(FunctionType a, FunctionType b) {
    if (!a.prototype() || !b.prototype()) {
      return true;
    }
    boolean same = a.parameters().size() == b.parameters().size();
    for (int i = 0; same && i < a.parameters().size(); i++) {
      same = same(a.parameters().get(i), b.parameters().get(i));
    }
    return same;
  }
}
