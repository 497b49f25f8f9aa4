/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the forwarding is installed by a relaxed compare-and-swap. A mutator finds the forwarding, and not yet what was copied.
 * Fails where two stores to different cells may change places: under armv8 and riscv.
 */

#define BROKEN_NO_RELEASE
#define TURNS 1
#include "shenandoah.c"
