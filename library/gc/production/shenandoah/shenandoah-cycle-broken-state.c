/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the pauses end by a plain store. A mutator goes on and finds marking still off: it clears a field and logs nothing. Fails where
 * two stores to different cells may change places: under armv8 and riscv.
 */

#define RESUME_ORDER set
#define CYCLES 1
#define TURNS 2
#include "shenandoah-cycle.c"
