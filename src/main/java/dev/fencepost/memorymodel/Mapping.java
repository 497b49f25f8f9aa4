// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a compiler makes of a C11 access or fence: {@code map load[acquire] => load "l", fence[RR,
 * RW] "fence r,rw"}.
 *
 * @param kind what is mapped
 * @param order its C11 order: relaxed, acquire, release, acq_rel or seq_cst; the pair of a fence of
 *     one pair
 */
public record Mapping(Kind kind, String order, List<Piece> pieces, SourceSpan span) {

  /** What is mapped, and what pieces are. */
  public enum Kind {
    LOAD,
    STORE,
    RMW,
    CAS,
    FENCE,
    /** A loop of a load-exclusive and a store-exclusive, with the order of each. */
    LOOP,
    /** A branch that depends on the value read, and does nothing else. */
    BRANCH;

    /** As a model file writes it. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The C11 orders, by the words of a model file. */
  public static final List<String> ORDERS =
      List.of("relaxed", "acquire", "release", "acq_rel", "seq_cst");

  /** The operations of read-modify-writes, by the words of a model file. */
  public static final List<String> OPERATIONS =
      List.of("swap", "add", "subtract", "and", "or", "xor");

  /** What stands for the operation in the name of a read-modify-write. */
  public static final String OPERATION = "<op>";

  /**
   * One instruction.
   *
   * @param words the order of an access, the pairs or the kind of a fence
   * @param name what the processor calls it, with {@link #OPERATION} for its operation
   */
  public record Piece(Kind kind, List<String> words, String name) {
    public Piece {
      words = List.copyOf(words);
    }
  }

  public Mapping {
    pieces = List.copyOf(pieces);
  }

  /** What the processor calls the whole. */
  public String names() {
    return pieces.stream().map(Piece::name).distinct().collect(Collectors.joining("; "));
  }
}
