/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato with a full fence in the yieldpoint: row "Staccato (fix with fence)" of Table 2, right under all six
 * models. Must be reached: as in staccato.c.
 */

#define YIELDPOINT_FENCE fence()
#include "staccato.c"
