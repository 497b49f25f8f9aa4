// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import org.jspecify.annotations.Nullable;

/** Something that can be read and assigned: a register or memory. */
sealed interface Place {
  Type type();

  SourceSpan span();

  record Named(Variable variable, SourceSpan span) implements Place {
    @Override
    public Type type() {
      return variable.type();
    }
  }

  record Pointed(Typed address, Type type, SourceSpan span) implements Place {}

  record Member(Place base, StructType.Field field, Type type, SourceSpan span) implements Place {}

  /** {@code base} is an array whose length is known. */
  record Element(Place base, Typed index, Type type, SourceSpan span) implements Place {
    int length() {
      return ((Type.ArrayType) base.type().unqualified()).length();
    }
  }

  /** The variable that this is a part of, or null behind a pointer. */
  default @Nullable Variable variable() {
    return switch (this) {
      case Named named -> named.variable();
      case Pointed pointed -> null;
      case Member member -> member.base().variable();
      case Element element -> element.base().variable();
    };
  }
}
