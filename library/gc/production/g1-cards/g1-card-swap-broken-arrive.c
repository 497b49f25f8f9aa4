/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a mutator answers the handshake by a plain store, which may become visible before the card and the field that it wrote.
 * Fails where two stores to different cells may change places: under armv8 and riscv.
 */

#define ARRIVE_ORDER set
#define ONE_CARD
#include "g1-card-swap.c"
