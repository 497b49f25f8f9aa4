// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A variable or parameter, and what is known about its uses when checking has ended. */
final class CVariable {

  enum Storage {
    GLOBAL,
    /** In a function, but one for the whole program. */
    STATIC,
    LOCAL,
    PARAMETER
  }

  /** The value of one part, a scalar or a struct, {@code offset} cells from the start. */
  record InitialCell(long offset, Type type, Typed value) {}

  private final String name;
  private final Storage storage;
  private final boolean ghost;
  private final SourceSpan span;
  private final ConstantNames indices = new ConstantNames();
  private final ConstantNames values = new ConstantNames();
  private Type type;
  private @Nullable List<InitialCell> initial;
  private boolean addressTaken;
  private boolean assigned;
  private boolean used;
  private boolean interchangeable;
  private boolean threadLocal;

  CVariable(String name, Type type, Storage storage, boolean ghost, SourceSpan span) {
    this.name = name;
    this.type = type;
    this.storage = storage;
    this.ghost = ghost;
    this.span = span;
  }

  String name() {
    return name;
  }

  Type type() {
    return type;
  }

  /** Sets the length of {@code int a[]} from its initialiser or a later declaration. */
  void complete(Type completed) {
    this.type = completed;
  }

  /** One for the whole program, in memory. */
  boolean isGlobal() {
    return storage == Storage.GLOBAL || storage == Storage.STATIC;
  }

  /** Its cells are strong: outside the memory model. */
  boolean isGhost() {
    return ghost;
  }

  SourceSpan span() {
    return span;
  }

  /** What the program calls the indices of its arrays. */
  ConstantNames indices() {
    return indices;
  }

  /** What the program calls its values. */
  ConstantNames values() {
    return values;
  }

  /** The scalars that the initialiser gives; null where there is no initialiser. */
  @Nullable List<InitialCell> initial() {
    return initial;
  }

  void initialize(List<InitialCell> cells) {
    this.initial = List.copyOf(cells);
  }

  void takeAddress() {
    this.addressTaken = true;
  }

  boolean isAddressTaken() {
    return addressTaken;
  }

  void assign() {
    this.assigned = true;
  }

  /** Whether it changes after its initialisation. */
  boolean isAssigned() {
    return assigned;
  }

  void localToThreads() {
    this.threadLocal = true;
  }

  /** Whether each thread has one of its own. */
  boolean isThreadLocal() {
    return threadLocal;
  }

  void interchange() {
    this.interchangeable = true;
  }

  /** Whether the elements of the array are declared to be interchangeable. */
  boolean isInterchangeable() {
    return interchangeable;
  }

  void use() {
    this.used = true;
  }

  boolean isUsed() {
    return used;
  }

  /** Whether its value is constant: a global const scalar. */
  boolean isKnown() {
    return isGlobal() && !threadLocal && type.isConst() && type.isScalar() && !ghost;
  }

  /** The number that its initialiser gives, where that is one number. */
  Optional<Long> knownNumber() {
    return initial != null
            && initial.size() == 1
            && initial.getFirst().value() instanceof Typed.Constant constant
        ? Optional.of(constant.value())
        : Optional.empty();
  }

  /** Whether it needs cells of memory for all threads: not where it is only read and known. */
  boolean isInMemory() {
    return isGlobal() && !threadLocal && used && (addressTaken || !isKnown());
  }

  /** Whether it lives in registers: a local scalar whose address is not taken. */
  boolean isRegister() {
    return !isGlobal() && !addressTaken && type.isScalar();
  }
}
