// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import static dev.fencepost.memorymodel.OrderTable.Rule.ALWAYS;
import static dev.fencepost.memorymodel.OrderTable.Rule.NEVER;
import static dev.fencepost.memorymodel.OrderTable.Rule.SAME_CELL;

import java.util.List;
import java.util.Optional;

/**
 * The six memory models of the OOPSLA'17 framework (its Table 1), and RMO with speculation. Rows of
 * a table are the earlier access (R, W, C), columns the later one.
 */
public final class BuiltInModels {

  private static final MemoryModel SC =
      new MemoryModel(
          "sc",
          "sequential consistency: no access passes another",
          OrderTable.of(
              ALWAYS, ALWAYS, ALWAYS, //
              ALWAYS, ALWAYS, ALWAYS, //
              ALWAYS, ALWAYS, ALWAYS),
          false);

  private static final MemoryModel TSO =
      new MemoryModel(
          "tso",
          "total store order: a read may pass earlier writes",
          OrderTable.of(
              ALWAYS, ALWAYS, ALWAYS, //
              NEVER, ALWAYS, ALWAYS, //
              ALWAYS, ALWAYS, ALWAYS),
          false);

  private static final MemoryModel PSO_FULL =
      new MemoryModel(
          "pso-full",
          "partial store order: writes to other cells may be passed too; CAS is a full fence",
          OrderTable.of(
              ALWAYS, ALWAYS, ALWAYS, //
              NEVER, SAME_CELL, ALWAYS, //
              ALWAYS, ALWAYS, ALWAYS),
          false);

  private static final MemoryModel PSO_NO =
      new MemoryModel(
          "pso-no",
          "partial store order; CAS is no fence",
          OrderTable.of(
              ALWAYS, ALWAYS, ALWAYS, //
              NEVER, SAME_CELL, SAME_CELL, //
              ALWAYS, ALWAYS, ALWAYS),
          false);

  private static final MemoryModel RMO_FULL =
      new MemoryModel(
          "rmo-full",
          "relaxed memory order: any access may pass any other; CAS is a full fence",
          OrderTable.of(
              NEVER, SAME_CELL, ALWAYS, //
              NEVER, SAME_CELL, ALWAYS, //
              ALWAYS, ALWAYS, ALWAYS),
          false);

  private static final OrderTable RMO_NO_TABLE =
      OrderTable.of(
          NEVER, SAME_CELL, SAME_CELL, //
          NEVER, SAME_CELL, SAME_CELL, //
          SAME_CELL, SAME_CELL, SAME_CELL);

  private static final MemoryModel RMO_NO =
      new MemoryModel("rmo-no", "relaxed memory order; CAS is no fence", RMO_NO_TABLE, false);

  private static final MemoryModel RMO_V9 =
      new MemoryModel(
          "rmo-v9", "relaxed memory order with speculation; CAS is no fence", RMO_NO_TABLE, true);

  private BuiltInModels() {}

  /** The six models that a program runs under when none is named. */
  public static List<MemoryModel> standard() {
    return List.of(SC, TSO, PSO_FULL, PSO_NO, RMO_FULL, RMO_NO);
  }

  /** All built-in models. */
  public static List<MemoryModel> all() {
    return List.of(SC, TSO, PSO_FULL, PSO_NO, RMO_FULL, RMO_NO, RMO_V9);
  }

  public static Optional<MemoryModel> named(String name) {
    return all().stream().filter(model -> model.name().equals(name)).findFirst();
  }
}
