/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the refiner waits for the answers by plain loads; those of cards and fields run ahead. Fails where loads may pass
 * loads: under armv8 and riscv.
 */

#define AWAIT_ORDER get
#define ONE_CARD
#include "g1-card-swap.c"
