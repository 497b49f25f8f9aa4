// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Programs as processors execute them: C11 atomics by a model's mapping, selects, split atomics.
 */
@Room(imports = {"source", "ir", "memorymodel", "property"})
package dev.fencepost.mapping;

import dev.fencepost.Room;
