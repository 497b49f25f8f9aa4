/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato with a release fence in the yieldpoint, made fit for parallel collectors: right under all six models also with
 * -D COLLECTORS=2. Must be reached: as in staccato.c.
 */

#define YIELDPOINT_FENCE fence_release()
#define STACCATO_PARALLEL
#include "staccato.c"
