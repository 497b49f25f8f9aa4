/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato with a release fence in the yieldpoint: row "Staccato (fix with rel_fence)" of Table 2, right under all six
 * models. Must be reached: as in staccato.c.
 */

#define YIELDPOINT_FENCE fence_release()
#include "staccato.c"
