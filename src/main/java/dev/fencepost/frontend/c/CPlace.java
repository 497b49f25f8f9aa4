// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
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

  /** {@code base} is an array whose length is known. */
  record Element(CPlace base, Typed index, Type type, SourceSpan span) implements CPlace {
    int length() {
      return ((Type.ArrayType) base.type().unqualified()).length();
    }
  }

  /** The variable that this is a part of, or null behind a pointer. */
  default @Nullable CVariable variable() {
    return switch (this) {
      case Named named -> named.variable();
      case Pointed pointed -> null;
      case Member member -> member.base().variable();
      case Element element -> element.base().variable();
    };
  }
}
