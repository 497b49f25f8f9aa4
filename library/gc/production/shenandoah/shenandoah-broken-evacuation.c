/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the barrier does not evacuate. The mutator writes to the original while the collector copies it. Fails under every model.
 */

#define BROKEN_NO_EVACUATION
#include "shenandoah.c"
