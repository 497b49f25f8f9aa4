/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Stopless with the three fences of stopless-rmo.c, over a heap of structs. Must be reached: as stopless-pointers.c
 * says.
 */

#define STOPLESS_FOR_RMO
#include "stopless-pointers.c"
