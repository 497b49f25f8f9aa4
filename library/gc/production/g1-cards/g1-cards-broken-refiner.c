/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the refiner scans the field before its clean card is visible. The mutator stores, finds the card dirty and logs nothing.
 * Fails where a load may pass a store: under x86, armv8 and riscv.
 */

#define BROKEN_NO_REFINER_FENCE
#define ONE_CARD
#include "g1-cards.c"
