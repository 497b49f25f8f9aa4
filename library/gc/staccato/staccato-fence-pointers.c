/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato with the full fence of staccato-fence.c, over a heap of structs. Must be reached: as staccato-pointers.c
 * says.
 */

#define YIELDPOINT_FENCE fence()
#include "staccato-pointers.c"
