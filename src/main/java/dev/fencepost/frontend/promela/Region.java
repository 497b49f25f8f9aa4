// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.ChannelType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.Variable;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The variables of one region, as they are laid out side by side. */
final class Region {
  private final List<Variable> variables = new ArrayList<>();
  private final Diagnostics diagnostics;
  private int bytes;

  /** What the channels take that the variables name, and how many they are. */
  private long channelBytes;

  private long channels;

  Region(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  List<Variable> variables() {
    return variables;
  }

  /** What the variables take: where the next one goes. */
  int bytes() {
    return bytes;
  }

  /** Adds a variable at the end; a structure becomes one variable for each scalar. */
  void add(Symbol symbol, SourceSpan span, List<PromelaExpr> values, Initials initials) {
    if (hasRoom(symbol, span)) {
      bytes = symbol.offset() + symbol.bytes();
      flatten(symbol.name(), symbol, symbol.offset(), values, initials);
      if (channels > PromelaModel.MAX_CHANNELS) {
        diagnostics.error(
            span,
            "there are " + channels + " channels here",
            "there may be " + PromelaModel.MAX_CHANNELS);
      }
      if (bytes + channelBytes > PromelaModel.MAX_BYTES) {
        tooLarge(symbol.name(), bytes + channelBytes, span, diagnostics);
      }
    }
  }

  private boolean hasRoom(Symbol symbol, SourceSpan span) {
    long needed = channelBytes + symbol.offset() + symbol.bytes();
    if (needed > PromelaModel.MAX_BYTES) {
      tooLarge(symbol.name(), needed, span, diagnostics);
    }
    return needed <= PromelaModel.MAX_BYTES;
  }

  /** Says that variables up to this one take more bytes than a state may have. */
  static void tooLarge(String name, long bytes, SourceSpan span, Diagnostics diagnostics) {
    diagnostics.error(
        span,
        "with '" + name + "' the variables take " + bytes + " bytes",
        "there may be "
            + PromelaModel.MAX_BYTES
            + ": make arrays shorter, or elements byte in place of int");
  }

  /** Gives the initial values of a field. */
  interface Initials {
    List<PromelaExpr> of(Symbol.Field field);
  }

  private void flatten(
      String name, Symbol symbol, int offset, List<PromelaExpr> values, Initials initials) {
    switch (symbol.type()) {
      case Symbol.Basic basic -> addBasic(name, symbol, basic, offset, values);
      case Symbol.Structure structure -> {
        for (int i = 0; i < symbol.length(); i++) {
          String prefix = name + (symbol.isArray() ? "[" + i + "]" : "") + ".";
          int start = offset + i * structure.bytes();
          for (Symbol.Field field : structure.fields().values()) {
            Symbol inner = field.symbol();
            int at = start + inner.offset();
            flatten(prefix + inner.name(), inner, at, initials.of(field), initials);
          }
        }
      }
    }
  }

  private void addBasic(
      String name, Symbol symbol, Symbol.Basic basic, int offset, List<PromelaExpr> values) {
    Optional<ChannelType> channel = symbol.channel();
    channels += channel.isPresent() ? symbol.length() : 0;
    channelBytes += channel.map(type -> (long) symbol.length() * bytes(type)).orElse(0L);
    variables.add(
        new Variable(
            name,
            offset,
            basic.value(),
            basic.width(),
            basic.mtype(),
            symbol.isArray(),
            symbol.length(),
            values,
            channel));
  }

  /** What a channel takes in a state. */
  private static int bytes(ChannelType type) {
    int message = type.fields().stream().mapToInt(field -> field.type().bytes(0)).sum();
    return type.capacity() * message + 1;
  }
}
