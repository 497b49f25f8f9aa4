// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.source.Origin;

/** A fence of the source that stays as it is, and why. */
public record LeftAlone(Origin origin, String why) {}
