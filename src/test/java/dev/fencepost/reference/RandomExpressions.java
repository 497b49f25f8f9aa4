// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static dev.fencepost.reference.RandomProgram.A;
import static dev.fencepost.reference.RandomProgram.B;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Program;
import java.util.SplittableRandom;

/** Makes the addresses, values and conditions of random programs. */
final class RandomExpressions {
  private final SplittableRandom random;

  RandomExpressions(SplittableRandom random) {
    this.random = random;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  int register() {
    return chance(50) ? A : B;
  }

  private Expr read() {
    return Expr.register(chance(95) ? register() : 0);
  }

  static Expr cell(int cell) {
    return Expr.constant(Program.addressOf(cell));
  }

  Expr cellAddress() {
    return cell(random.nextInt(2));
  }

  Expr address() {
    return chance(8) ? cell(RandomPrograms.P) : address(cellAddress());
  }

  /** The address as it is, with a dependency, or of an element of the array that x and y are. */
  Expr address(Expr plain) {
    if (chance(80)) {
      return plain;
    }
    if (chance(60)) {
      return new Expr.Binary(BinaryOperator.ADD, plain, zero());
    }
    Expr index = new Expr.Index(read(), 2, "xy");
    Expr bytes = new Expr.Binary(BinaryOperator.MULTIPLY, index, Expr.constant(8));
    return new Expr.Binary(BinaryOperator.ADD, cell(RandomPrograms.X), bytes);
  }

  private Expr zero() {
    Expr register = read();
    return new Expr.Binary(BinaryOperator.XOR, register, register);
  }

  Expr small() {
    return Expr.constant(random.nextInt(3) / 2);
  }

  Expr valueFor(Expr address) {
    return address.equals(cell(RandomPrograms.P))
        ? (chance(90) ? cellAddress() : small())
        : value();
  }

  Expr value() {
    int dice = random.nextInt(100);
    if (dice < 60) {
      return Expr.constant(1 + random.nextInt(2));
    } else if (dice < 75) {
      return read();
    } else if (dice < 92) {
      return new Expr.Binary(BinaryOperator.ADD, Expr.constant(1), zero());
    } else if (dice < 98) {
      return new Expr.Binary(BinaryOperator.ADD, read(), Expr.constant(1));
    }
    return new Expr.Binary(BinaryOperator.DIVIDE, Expr.constant(2), read());
  }

  Expr condition() {
    Expr register = read();
    return switch (random.nextInt(3)) {
      case 0 -> register;
      case 1 -> new Expr.Binary(BinaryOperator.EQUAL, register, small());
      default -> new Expr.Unary(Expr.UnaryOperator.NOT, register);
    };
  }
}
