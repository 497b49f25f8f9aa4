// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** Text, JSON and graphs from verdicts and traces; never runs anything again. */
@NullMarked
@Room(imports = {"budget", "source", "trace", "verdict"})
package dev.fencepost.report;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
