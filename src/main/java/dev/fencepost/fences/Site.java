// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.CallSite;
import dev.fencepost.ir.Places;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Room for a fence in the source, a fence that is there, or an access.
 *
 * @param statement its text
 * @param path how often it is run: {@link Places#FAST}, SLOW or COLLECTOR
 * @param present what stands there
 */
public record Site(Key key, String statement, String function, String path, Present present) {

  private static final int MOST_SHOWN = 40;

  /**
   * What distinguishes sites, in all scenarios.
   *
   * @param position {@link Places#BEFORE} the statement, before it as a BODY that needs braces, at
   *     the END of a block, the FENCE itself, or the ORDER of an access
   * @param span the statement, the closing brace of the block, or the expression
   * @param calls those that lead to it, the outermost first; none where it is one for all inlined
   *     copies
   */
  public record Key(String position, SourceSpan span, List<CallSite> calls) {
    public Key {
      calls = List.copyOf(calls);
    }
  }

  /**
   * What stands at a site.
   *
   * @param pairs what the fence there orders; see {@link dev.fencepost.ir.FencePairs}
   * @param order the order of the access there; none if its copies differ
   */
  public record Present(int pairs, Optional<AccessOrder> order) {
    private Present joined(Present other) {
      return new Present(pairs | other.pairs, order.equals(other.order) ? order : Optional.empty());
    }
  }

  String position() {
    return key.position;
  }

  public SourceSpan span() {
    return key.span;
  }

  List<CallSite> calls() {
    return key.calls;
  }

  /** This site, with another copy of it. */
  Site joined(Site copy) {
    return new Site(
        key, statement, function, Weights.worse(path, copy.path), present.joined(copy.present));
  }

  /** Whether a fence stands here. */
  public boolean isFence() {
    return position().equals(Places.FENCE);
  }

  /** Whether it is an access. */
  public boolean isAccess() {
    return position().equals(Places.ORDER);
  }

  /** Whether a fence of a kind may stand here: where one is, nothing that it does not order. */
  boolean allows(FenceKind kind) {
    return !isAccess()
        && (!isFence() || kind.attributes().isEmpty() && (kind.pairs() & ~present.pairs) == 0);
  }

  /** Where it is, for people: {@code before line 91 (to_forward = TO;)}. */
  public String where() {
    String shown =
        statement.length() <= MOST_SHOWN
            ? statement
            : statement.substring(0, MOST_SHOWN).stripTrailing() + " ...";
    String place =
        switch (position()) {
          case Places.END -> "at the end of the block in line " + span().line();
          case Places.FENCE, Places.ORDER -> "in line " + span().line() + " (" + shown + ")";
          default -> "before line " + span().line() + " (" + shown + ")";
        };
    return calls().reversed().stream()
        .map(call -> ", called in " + line(call.span()))
        .collect(Collectors.joining("", place, ""));
  }

  private String line(SourceSpan call) {
    return call.file().equals(span().file())
        ? "line " + call.line()
        : call.file() + ":" + call.line();
  }

  /** The path in words. */
  public String pathWord() {
    return switch (path) {
      case Places.COLLECTOR -> "collector";
      case Places.SLOW -> "slow path";
      default -> "fast path";
    };
  }
}
