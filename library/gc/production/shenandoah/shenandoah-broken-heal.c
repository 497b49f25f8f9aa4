/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: references are healed by a plain store. The collector has loaded a reference, the mutator takes it out, and the collector
 * puts it back. Fails under every model.
 */

#define BROKEN_PLAIN_HEAL
#define TURNS 1
#include "shenandoah.c"
