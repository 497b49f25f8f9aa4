// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static dev.fencepost.frontend.packets.Instance.PREFIX;
import static dev.fencepost.frontend.packets.Instance.cell;

import dev.fencepost.frontend.packets.Collector.Metadata;

/**
 * Metadata in C: a cell for each object, and its primitives. Where they are atomic the cells are
 * strong and each primitive is a strong block; else they go through the memory model, relaxed.
 */
final class MetadataText {
  private final Metadata word;
  private final String type;
  private final String cells;
  private final String at;

  MetadataText(Metadata word) {
    this.word = word;
    this.type = word.reference() ? "object *" : "int ";
    this.cells = cell("word", word.name());
    this.at = cells + "[o - " + PREFIX + "heap]";
  }

  String text(boolean atomic) {
    String or = word.reference() ? "" : (atomic ? strongOr() : relaxedOr());
    return atomic
        ? "FENCEPOST_GHOST " + type + cells + "[OBJECTS]; " + strong() + or
        : "_Atomic(" + type.strip() + ") " + cells + "[OBJECTS]; " + relaxed() + or;
  }

  private String head(String result, String primitive, String parameters) {
    String name = primitive + "_" + word.name().text();
    return "static " + result + name + "(object *o" + parameters + ") { ";
  }

  private String get() {
    return head(type, "get", "");
  }

  private String set() {
    return head("void ", "set", ", " + type + "n");
  }

  private String or() {
    return head(type, "or", ", " + type + "n");
  }

  private String cas() {
    return head("_Bool ", "cas", ", " + type + "e, " + type + "n");
  }

  private String old() {
    return type + "v; strong_begin(); v = " + at + "; ";
  }

  private String strong() {
    String get = get() + old() + "strong_end(); return v; } ";
    String set = set() + Prelude.step(at + " = n;") + " } ";
    String swap = old() + "if (v == e) { " + at + " = n; } strong_end(); return v == e; } ";
    return get + set + cas() + swap;
  }

  private String strongOr() {
    return or() + old() + at + " = v | n; strong_end(); return v; } ";
  }

  private String relaxed() {
    String get = get() + "return atomic_load_explicit(&" + at + ", memory_order_relaxed); } ";
    String set = set() + "atomic_store_explicit(&" + at + ", n, memory_order_relaxed); } ";
    return get + set + cas() + "return cas(&" + at + ", e, n); } ";
  }

  private String relaxedOr() {
    return or() + "return atomic_fetch_or_explicit(&" + at + ", n, memory_order_relaxed); } ";
  }
}
