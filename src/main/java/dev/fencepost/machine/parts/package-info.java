// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * States as the numbers of their parts, for machines whose steps change what is shared and one
 * thread or process: the parts with their numbers, and where the steps of each part lead.
 */
@Room(imports = {"collect", "transition"})
package dev.fencepost.machine.parts;

import dev.fencepost.Room;
