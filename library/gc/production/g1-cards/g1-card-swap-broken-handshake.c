/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the refiner does not wait for the mutators to have the new table. A mutator dirties a card of the old table after it was
 * swept. Fails under every model.
 */

#define BROKEN_NO_HANDSHAKE
#define ONE_CARD
#include "g1-card-swap.c"
