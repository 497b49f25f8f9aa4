// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
/**
 * Programs and memory models as PROMELA, and SPIN as a second engine: an independent one that must
 * agree.
 */
package dev.fencepost.export;
