// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The global state of the relaxed machine: memory, threads, and the window of each thread with its
 * instances; and the program as compiled code. {@code docs/machine.md}, "Instances and windows": a
 * thread with its window is a {@code ThreadState}, all threads with memory are a {@code State}.
 */
@NullMarked
@Room(imports = {"budget", "ir", "ir.footprint", "property", "memorymodel"})
package dev.fencepost.machine.window;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
