// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** Checks as tests of JUnit, which users of this package bring along. */
@NullMarked
@Room(imports = {"source", "frontend", "verdict", "check", "report"})
package dev.fencepost.junit;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
