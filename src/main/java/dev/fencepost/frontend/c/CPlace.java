// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that can be read and assigned: a register or memory. */
sealed interface CPlace {
  Type type();

  SourceSpan span();

  /** Says that it is assigned; only a whole variable is asked whether it was. */
  default void assign() {
    if (this instanceof Named named) {
      named.variable().assign();
    }
  }

  /** Whether it was complained about. */
  default boolean isError() {
    return type().isError();
  }

  record Named(CVariable variable, SourceSpan span) implements CPlace {
    @Override
    public Type type() {
      return variable.type();
    }
  }

  record Pointed(Typed address, Type type, SourceSpan span) implements CPlace {}

  record Member(CPlace base, StructType.Field field, Type type, SourceSpan span)
      implements CPlace {}

  /** A bit-field, and the whole cell that it is a part of. */
  record BitField(CPlace cell, StructType.Bits bits, Type type, SourceSpan span)
      implements CPlace {}

  /** {@code base} is an array whose length is known. */
  record Element(CPlace base, Typed index, Type type, SourceSpan span) implements CPlace {
    int length() {
      return ((Type.ArrayType) base.type().unqualified()).length();
    }
  }

  /** A room without a name, and the statements that fill it when its address is asked for. */
  record Made(List<Checked> before, CVariable room, SourceSpan span) implements CPlace {
    public Made {
      before = List.copyOf(before);
    }

    /** A room for the value of an expression. */
    static Made of(Typed value, Origin origin) {
      CVariable room =
          new CVariable(
              value.type().toString(), value.type(), CVariable.Storage.LOCAL, false, value.span());
      CPlace to = new Named(room, value.span());
      Typed fill = new Typed.Copy(to, value, value.type(), value.span());
      return new Made(List.of(new Checked.Evaluate(fill, origin)), room, value.span());
    }

    @Override
    public Type type() {
      return room.type();
    }
  }

  /** The whole that this is a part of. */
  default CPlace whole() {
    return switch (this) {
      case Member member -> member.base().whole();
      case BitField field -> field.cell().whole();
      case Element element -> element.base().whole();
      default -> this;
    };
  }

  /** Whether it is a part of the value of an expression: it can be read, and nothing else. */
  default boolean isValue() {
    return whole() instanceof Made made && made.before.getFirst() instanceof Checked.Evaluate;
  }

  /** The variable that this is a part of, or null behind a pointer. */
  default @Nullable CVariable variable() {
    return switch (whole()) {
      case Named named -> named.variable();
      case Made made -> made.room();
      default -> null;
    };
  }

  /** Whether it is outside the memory model. */
  default boolean isStrong() {
    CVariable variable = variable();
    return variable != null && variable.isGhost();
  }
}
