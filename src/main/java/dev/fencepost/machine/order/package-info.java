// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Order and laws: whether an instance may pass earlier ones. {@code docs/machine.md}, "Order":
 * program-order laws, fences and C11 orders are a table, {@code OrderRules}; all other laws are
 * {@code GeneralLaws}, which evaluate them on the steps taken.
 */
@NullMarked
@Room(imports = {"budget", "memorymodel", "transition", "machine.window"})
package dev.fencepost.machine.order;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
