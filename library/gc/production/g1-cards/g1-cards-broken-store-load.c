/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the mutator looks at the card before its store to the field is visible. It finds the card dirty and logs nothing; meanwhile
 * the refiner cleans the card and scans the field as it was. Fails where a load may pass a store: under x86, armv8 and riscv.
 */

#define BROKEN_NO_STORE_LOAD
#define ONE_CARD
#include "g1-cards.c"
