// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.Lexeme;
import java.util.List;
import java.util.Optional;

/** A property as it is written: a formula of temporal logic with quantifiers over objects. */
sealed interface Claim {

  /** A word of the domain with its arguments: {@code marked(o)}, {@code requested(markObj(o))}. */
  record Word(Lexeme word, List<Argument> arguments) implements Claim {
    public Word {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * An object, a variable, a kind, or with brackets a unit of a kind.
   *
   * @param unit what is between the brackets
   */
  record Argument(Lexeme name, boolean brackets, Optional<Lexeme> unit) {}

  record Not(Claim operand) implements Claim {}

  record And(Claim left, Claim right) implements Claim {}

  record Or(Claim left, Claim right) implements Claim {}

  record Always(Claim operand) implements Claim {}

  record Eventually(Claim operand) implements Claim {}

  record Until(Claim left, Claim right) implements Claim {}

  /** Over all objects of the scenario, or over those in the list. */
  record Quantified(boolean all, Lexeme variable, List<Lexeme> among, Claim operand)
      implements Claim {
    public Quantified {
      among = List.copyOf(among);
    }
  }
}
