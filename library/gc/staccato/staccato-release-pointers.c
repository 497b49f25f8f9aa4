/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato with the release fence of staccato-release.c, over a heap of structs. Must be reached: as
 * staccato-pointers.c says.
 */

#define YIELDPOINT_FENCE fence_release()
#include "staccato-pointers.c"
