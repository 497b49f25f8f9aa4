// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Primitive hash sets, bit sets and packed words.
 *
 * <p>Knows nothing of the domain.
 */
@NullMarked
@Room(imports = {})
package dev.fencepost.collect;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
