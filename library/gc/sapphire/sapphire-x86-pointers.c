/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Sapphire for x86, with the fences of sapphire-x86.c, over a heap of structs. Must be reached: as sapphire-pointers.c
 * says.
 */

#define SAPPHIRE_X86
#include "sapphire-pointers.c"
