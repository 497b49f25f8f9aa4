/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the collector commits with a plain store, also when a mutator has called the copy off. Fails under SC, and
 * so under every model, in WR.
 */

#define YIELDPOINT_FENCE fence_release()
#define BROKEN_BLIND_COMMIT
#include "staccato.c"
