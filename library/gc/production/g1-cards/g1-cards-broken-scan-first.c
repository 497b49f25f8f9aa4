/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the refiner cleans the card after it has scanned the field. A store in between finds the card dirty, and is forgotten.
 * Fails under every model.
 */

#define BROKEN_SCAN_FIRST
#define ONE_CARD
#include "g1-cards.c"
